import Console
import Foundation
import Mediator
import ModuleManager
import Platform
import Plugins
import Scenes
import Store

/// The modules of one command line, from their registration to their stop, around work that returns
/// `Output`.
///
/// After an interruption, the work has half of the deadline `stop` to end. Then the pending
/// events and the stop of the modules have a quarter each.
final class Session<Output: Sendable>: Sendable {
  private let host: CommandLineHost
  private let mediator: Mediator
  private let manager: ModuleManager
  /// The plug-ins; nil for an app without any.
  private let plugins: MountedPlugins?
  private let createPluginManager: MountedPlugins.ManagerCreator
  private let bridge: EventBridge
  private let deadlines: Deadlines
  private let log: HostLog
  private let signals: HostSignals?
  private let memoryMonitor: MemoryMonitor?
  private let screen: Screen?
  /// Answers the calls of modules that are stubs; nil without such modules.
  private let stubAnswers: StubAnswers?
  private let stubSubscription = Lock<Subscription?>(nil)
  private let outcome: Promise<Output>
  private let workTask = Lock<Task<Void, Never>?>(nil)
  /// What runs until a session that lasts ends.
  private let lastingTasks = Lock<[Task<Void, Never>]>([])
  /// Mounts plug-ins until the session ends.
  private let updateTask = Lock<Task<Void, Never>?>(nil)
  private let deliveryTask = Lock<Task<Void, Never>?>(nil)
  private let isInterrupted = Lock(false)

  /// Registers the modules of a host and answers the host's own actions.
  /// - Throws: `HostError.limitReached` when the process has too few threads, files or memory, and
  ///   `ModuleManagerError` when the modules do not fit together.
  init(_ host: CommandLineHost, _ configuration: Configuration, _ mediator: Mediator) throws {
    try SystemLimit.check()
    let log = HostLog(
      configuration: configuration, terminal: host.errors, screen: host.screen)
    let outcome = Promise<Output>()
    let app = host.app
    AppFolder(app, at: host.folder).restrict()
    // Before the followers of the modules, so that each process receives an event before those that
    // its followers publish.
    bridge = EventBridge(
      of: app.modules.flatMap { $0.manifest.publishes }, on: mediator, in: host.folder,
      log: log.log(of: nil))
    let description = app.description(in: host.folder, host.environment.all)
    let publications = EventDatabase(
      ModuleContext(
        mediator: mediator, folder: host.folder.appending(path: AppFolder.host), now: host.now,
        log: log.log(of: nil), app: description))
    let remaining = FormerFolders(app, in: host.folder).rename {
      log.log(of: $0)
    } didRename: { former, target in
      publications.moveWaitingEvents(of: former, to: target)
    }
    let context = { @Sendable [folder = host.folder, now = host.now] (manifest: Manifest) in
      ModuleContext(
        mediator: mediator,
        folder: remaining[manifest.target] ?? folder.appending(path: manifest.target), now: now,
        configuration: configuration.parameters(of: manifest), log: log.log(of: manifest),
        app: description)
    }
    let reason = "it is disabled in \(app.variable("DISABLE")) or config.json"
    let manager = try ModuleManager(
      app.withoutPlugins.modules, mediator: mediator, deadlines: configuration.deadlines,
      disabled: configuration.disabledModules(of: app.withoutPlugins, because: reason),
      publications: publications
    ) { event in
      log.record(event)
      if case .failed(let manifest, let reason) = event, manifest.failurePolicy == .required {
        outcome.fulfil(
          .failure(HostError.requiredModuleFailed(name: manifest.name, reason: reason)))
      }
    } context: {
      context($0)
    }
    createPluginManager = { descriptor in
      let manifest = descriptor.manifest
      return try ModuleManager(
        [descriptor], mediator: mediator, deadlines: configuration.deadlines,
        disabled: configuration.isDisabled(manifest) ? [manifest.name: reason] : [:]
      ) { event in
        log.record(event)
        if case .failed(let manifest, let reason) = event {
          mediator.publish(PluginChanged(name: manifest.target, change: .failed(reason: reason)))
        }
      } context: {
        context($0)
      }
    }
    try mediator.answer(Host.modules) { [weak manager, plugins = app.plugins] query in
      guard let manager else { return [] }
      for record in manager.records where query.start == true {
        // The record of a module that cannot start contains the reason.
        try? await manager.start(record.manifest.name)
      }
      if query.start == true { await plugins?.startAll() }
      let modules = app.current.modules
      return (manager.records + (plugins?.records ?? [])).map { record in
        let module = modules.first { $0.manifest.name == record.manifest.name }
        return ModuleListing(record, module?.contributions(of: RowSlot.self) ?? [])
      }
    }
    try mediator.answer(Host.tools) { _ in
      try MCPTool.all(of: host.enabledModules(configuration), in: app.current)
        .map { try $0.definition(for: .modern) }
    }
    try mediator.answer(Host.completions) { query in
      CompletionScript(shell: query.shell, script: query.shell.script(for: app.name))
    }
    try manager.answerEventActions(on: mediator)
    try PluginManager(host: host).answer(on: mediator)
    try GrantManager(host: host).answer(on: mediator)
    try mediator.answer(Host.manual) { _ in ManualPage(page: host.manual.text) }
    self.host = host
    self.mediator = mediator
    self.manager = manager
    plugins = app.plugins
    self.outcome = outcome
    self.log = log
    deadlines = configuration.deadlines
    signals = host.signals
    memoryMonitor = host.memoryMonitor
    screen = host.screen
    stubAnswers = app.stubs.isEmpty ? nil : StubAnswers(of: app)
  }

  /// Does work until it ends, is interrupted or a required module fails.
  /// - Parameter showsNotices: Whether the person sees notices, so that alarms may ring.
  func run(
    showingNotices showsNotices: Bool = false,
    _ work: @escaping @Sendable () async throws -> Output
  ) async -> Result<Output, any Error> {
    if let signals {
      do {
        try signals.start(deadline: deadlines.stop) { [self] in await handle($0) }
      } catch {
        return .failure(error)
      }
    }
    // The innermost interceptor, so that others see the calls of stubs, too.
    stubSubscription.withLock { $0 = stubAnswers.map { mediator.intercept(with: $0) } }
    workTask.withLock {
      $0 = Task { [self] in
        do {
          try await manager.open()
          try await plugins?.open(creatingManagers: createPluginManager)
          try Task.checkCancellation()
          deliveryTask.withLock { task in
            task = Task { [manager] in
              await manager.deliverStoredEventsContinuously(includingAlarms: showsNotices)
            }
          }
          outcome.fulfil(.success(try await work()))
        } catch {
          outcome.fulfil(.failure(error))
        }
      }
    }
    return await withTaskCancellationHandler {
      await outcome.result
    } onCancel: {
      interrupt()
    }
  }

  /// Starts a module that nothing has called yet.
  /// - Throws: The error that prevents the start.
  func start(_ manifest: Manifest) async throws { try await manager.start(manifest.name) }

  /// What is wrong with the events that durable followers have not handled.
  var eventCheck: Diagnosis.Check {
    get async {
      do {
        let unhandled = try await manager.unhandledEvents.filter { $0.state != .waiting }
        return .init(
          name: "events",
          warnings: unhandled.map { event in
            event.state == .unfollowed
              ? "'\(event.event)' waits for '\(event.follower)', which the app does not have; "
                + "add its module, or run '\(mediator.scheme) events drop \(event.id)'"
              : "'\(event.follower)' could not handle '\(event.event)': \(event.reason ?? ""); "
                + "run '\(mediator.scheme) events retry \(event.id)' or '\(mediator.scheme) events drop \(event.id)'"
          })
      } catch {
        return .init(name: "events", findings: [error.plainText])
      }
    }
  }

  /// Begins what only a session that lasts needs, such as that of the browser, until it ends: it
  /// publishes the time and the shared events of other processes, and asks the modules to release
  /// memory whenever the system has little.
  /// - Parameters:
  ///   - now: Returns the current date.
  ///   - clock: Waits for the next minute.
  func beginLastingTasks(now: @escaping @Sendable () -> Date, clock: any Clock<Duration>) {
    monitorMemory()
    bridge.receive()
    updatePlugins()
    let task = Task { [mediator] in await mediator.publishTime(now: now, clock: clock) }
    lastingTasks.withLock { $0.append(task) }
  }

  /// Mounts the plug-ins that the person trusts from now on, and those that change.
  private func updatePlugins() {
    guard let plugins else { return }
    // Before this returns, so that no change is missed.
    let changes = PluginFolder(in: host.folder).watchChanges()
    updateTask.withLock {
      $0 = Task { [host, mediator, log = log.log(of: nil)] in
        for await _ in changes where !Task.isCancelled {
          do {
            await plugins.update(to: try host.trustedPlugins) { change in
              log.info("\(change.sentence)")
              mediator.publish(change)
            }
          } catch {
            log.warning("plug-ins could not be updated: \(error.plainText)")
          }
        }
      }
    }
  }

  private func monitorMemory() {
    let isReacting = Lock(false)
    memoryMonitor?.start { [manager, log = log.log(of: nil)] in
      let isFirst = isReacting.withLock { isReacting in
        defer { isReacting = true }
        return !isReacting
      }
      // The modules have not yet reacted to the report before.
      guard isFirst else { return }
      log.info("memory is low")
      Task {
        await manager.didReceiveMemoryWarning()
        isReacting.withLock { $0 = false }
      }
    }
  }

  /// Passes what the notification sources of modules send to each `NotificationHandler`, until the
  /// session ends. Call it only for sessions that last, such as the browser, because each source
  /// connects to its sender.
  func receiveNotifications(from modules: [ModuleDescriptor]) {
    let sources = modules.flatMap { module in
      module.contributions(of: NotificationSource.self).map { (module.manifest.name, $0) }
    }
    let task = Task { [manager, mediator, log = log.log(of: nil)] in
      await withDiscardingTaskGroup { group in
        for (module, source) in sources {
          group.addTask {
            do {
              for await notification in try await source.notifications(mediator) {
                await manager.didReceive(notification)
              }
            } catch {
              if Task.isCancelled { return }
              log.warning("notifications of '\(module)' are not received: \(error.plainText)")
            }
          }
        }
      }
    }
    lastingTasks.withLock { $0.append(task) }
  }

  /// Waits until pending events are delivered, and stops the modules.
  func end() async {
    for task in lastingTasks.withLock({ $0 }) { task.cancel() }
    let delivery = deliveryTask.withLock { $0 }
    delivery?.cancel()
    workTask.withLock { $0 }?.cancel()
    await bridge.stop()
    let isInterrupted = isInterrupted.withLock { $0 }
    let limit = isInterrupted ? deadlines.stop / 4 : deadlines.hook
    let drained: Void? = await withTimeout(limit) { [mediator] in
      await delivery?.value
      await mediator.drain()
    }
    if drained == nil { log.log(of: nil).warning("some events were not handled in time") }
    // No plug-in is mounted any more. A plug-in that is just being stopped has its deadline.
    let update = updateTask.withLock { $0.take() }
    update?.cancel()
    await update?.value
    // Before the modules, which they call.
    await plugins?.stop(within: isInterrupted ? deadlines.stop / 8 : nil)
    await manager.stop(within: isInterrupted ? deadlines.stop / 8 : nil)
  }

  private func handle(_ request: HostSignals.Request) async {
    switch request {
    case .stop: interrupt()
    case .redraw: screen?.redraw()
    case .enterBackground:
      screen?.suspend()
      await manager.didEnterBackground()
      log.log(of: nil).info("in the background")
    case .enterForeground:
      screen?.resume()
      await manager.willEnterForeground()
      log.log(of: nil).info("in the foreground")
    }
  }

  private func interrupt() {
    isInterrupted.withLock { $0 = true }
    workTask.withLock { $0 }?.cancel()
    Task { [outcome, deadlines] in
      try? await Task.sleep(for: deadlines.stop / 2)
      outcome.fulfil(.failure(CancellationError()))
    }
  }
}
