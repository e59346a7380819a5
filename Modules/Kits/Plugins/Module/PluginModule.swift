import Foundation
import Mediator
package import ModuleManager
import Platform

/// A plug-in as a module of the app: its program runs from the first call until the module stops.
package final class PluginModule: ModuleLifecycle {
  /// How often a program may change its tools while it runs, because the app keeps what a former
  /// list has left.
  private static let maximumChanges = 100

  private let plugin: InstalledPlugin
  private let actions: [PluginAction]
  private let followed: [(type: any Event.Type, action: PluginAction)]
  private let environment: PluginEnvironment
  private let context: ModuleContext
  private let handover: PluginHandover
  /// Stores the tools whenever the program has changed them.
  private let watching = Lock<Task<Void, Never>?>(nil)
  private let events: PluginEvents
  /// Fulfilled when the manager stops the module, which it does at once when the program has ended.
  /// The next call then starts a new one.
  private let stopped = Promise<Void>()

  init(
    _ plugin: InstalledPlugin, _ actions: [PluginAction],
    following followed: [(type: any Event.Type, action: PluginAction)],
    in environment: PluginEnvironment, after handover: PluginHandover, _ context: ModuleContext
  ) {
    self.plugin = plugin
    self.handover = handover
    self.actions = actions
    self.followed = followed
    self.environment = environment
    self.context = context
    events = PluginEvents { [log = context.log, name = plugin.manifest.name] in
      log.warning("the plug-in '\(name)' is too slow; an event was not passed on")
    }
  }

  private var name: String { plugin.manifest.name }

  package func register(with registrar: Registrar) {
    for action in actions {
      registrar.answer(action.action) { [self] input in try await call(action, input) }
    }
    for (type, action) in followed { follow(type, with: action, on: registrar) }
  }

  /// Takes over the program of the module before, or starts it.
  package func start() async throws {
    try await handover.waitForFormer()
    let former = handover.program.running
    let running = if let former { former } else { try await launch() }
    watching.withLock {
      let changes = running.client.toolListChanges()
      $0 = Task { [weak self] in
        // The module before may not have stored the latest change.
        if former != nil { await self?.storeTools(of: running.client) }
        for await _ in changes.prefix(Self.maximumChanges) {
          await self?.storeTools(of: running.client)
        }
      }
    }
    events.start()
  }

  /// Starts the program, finds the form of the protocol that it speaks, and lists its tools again.
  private func launch() async throws -> RunningPlugin {
    let program = try environment.verify(plugin)
    let launch = PluginProcess.Launch(
      name: name, executable: program.executable, arguments: program.arguments,
      folder: URL(filePath: program.folder),
      environment: program.variables.values.merging(environment.variables) { _, host in host },
      secrets: program.variables.secrets, reportDelay: environment.reportDelay)
    let (log, file) = (context.log, StandardErrorLog(in: DataFolder(context.folder)))
    let (environment, mediator) = (environment, context.mediator)
    let (name, plugin) = (name, plugin)
    let requests = MCPServerRequests(
      plugin: name, hiding: launch.secrets, ask: environment.ask
    ) {
      log.warning($0.hiding(launch.secrets))
    }
    let session = try PluginSession(launch, requests: requests) { line in
      log.info(line)
      do { try file.append(line) } catch {
        log.warning("cannot write '\(StandardErrorLog.fileName)': \(error.systemReason)")
      }
    } serve: { transport in
      do { try await environment.serve(transport, plugin, mediator) } catch {
        if !(error is CancellationError) {
          log.warning("the plug-in '\(name)' cannot call the app: \(error.plainText)")
        }
      }
    }
    do {
      let client = try await session.connect(
        era: plugin.era, app: context.app, startTimeout: environment.deadlines.start,
        timeout: environment.callTimeout)
      store(client.era, try await session.translatingEnd { try await client.tools() })
      let running = RunningPlugin(session: session, client: client)
      guard handover.program.fill(with: running) else { throw CancellationError() }
      return running
    } catch {
      await session.end()
      throw error
    }
  }

  /// Stores the tools that the plug-in has now. One that changes them often is asked less often.
  private func storeTools(of client: MCPClient) async {
    try? await Task.sleep(for: environment.toolChangeDelay)
    guard !Task.isCancelled, let tools = try? await client.tools() else { return }
    store(client.era, tools)
  }

  private func store(_ era: MCPEra, _ tools: [PluginTool]) {
    guard era != plugin.era || tools != plugin.tools else { return }
    var changed = plugin
    (changed.era, changed.tools) = (era, tools)
    do { try environment.store(changed) } catch {
      context.log.warning("the tools of '\(name)' were not stored: \(error.plainText)")
    }
  }

  /// Waits for the end of the program.
  /// - Throws: `PluginError.ended`, `.closed` and `.endlessLine`; `CancellationError` when the
  ///   module stops.
  package func run() async throws {
    guard let session = handover.program.running?.session else { return }
    // The manager then calls `stop`.
    throw try await session.waitForEnd()
  }

  package func stop() async {
    stopped.fulfil(.success(()))
    watching.withLock { $0.take() }?.cancel()
    // A command that publishes an event may be the only one of its process.
    await events.finish(within: environment.deadlines.stop / 2)
    events.cancel()
    // The mediator may retain this module, but the connections end now.
    await handover.program.take()?.session.end()
  }

  private func call(_ action: PluginAction, _ input: JSONValue) async throws -> JSONValue {
    try action.schemas.checkLimits(of: input, for: action.action.path)
    guard let running = handover.program.running else {
      throw PluginError.stopped(plugin: name)
    }
    let answer: MCPToolResult
    do {
      answer = try await running.session.translatingEnd {
        try await running.client.call(action.tool.name, input)
      }
    } catch {
      switch error as? PluginError {
      case .ended, .closed, .endlessLine: break
      case _: throw error
      }
      // A caller that tries again at once must not meet the program that has ended.
      _ = try? await stopped.value
      throw error
    }
    do throws(DecodingError) {
      return try action.schemas.output.validated(action.schemas.output(of: answer))
    } catch {
      let (field, reason) = error.problem
      throw PluginError.badAnswer(
        plugin: name,
        reason: "'\(field ?? "the result")' of '\(action.tool.name)': \(reason)".quotedFromPlugin
      ).hiding(running.session.secrets)
    }
  }
}

// MARK: - Events

extension PluginModule {
  private func follow<Followed: Event>(
    _ type: Followed.Type, with action: PluginAction, on registrar: Registrar
  ) {
    // The publisher may wait for its followers, and must not wait for the program.
    registrar.follow(type) { [self] event in
      events.add { [self] in
        do {
          _ = try await call(action, try Self.arguments(of: event, for: action.schemas.input))
        } catch {
          context.log.warning("'\(action.action.path)' did not handle \(type): \(error.plainText)")
        }
      }
    }
  }

  /// The parts of an event that a tool expects: the members of the event's JSON; without members,
  /// its value as `value`. An event that is not `Encodable` has none.
  static func arguments(of event: any Event, for input: Schema) throws -> JSONValue {
    guard let event = event as? any Encodable else { return try input.validated(.object([:])) }
    let json = try JSON.decode(JSONValue.self, from: JSON.encode(event))
    guard case .object = json else { return try input.validated(.object(["value": json])) }
    return try input.validated(json)
  }
}
