import Console
import Documents
import Foundation
import Mediator
import ModuleManager
import Platform
import Scenes

extension CommandLineHost {
  /// How long the process serves after its client has closed the standard input: calls have a
  /// second to end, and the modules as long to stop. A client ends soon after 2 s what has not
  /// ended itself.
  static let endOfServing = Duration.milliseconds(1800)

  /// Prints the findings of the doctor. If there are none, it checks whether the modules can use
  /// their data, and asks them for warnings about it. Without a data folder nothing was stored yet,
  /// so that it does not ask them, not even about data that is built in: starting modules would
  /// create the folder.
  func runDoctor(_ parsed: ParsedCommandLine) async throws -> ExitCode {
    let mediator = app.makeMediator()
    let doctor = Doctor(
      app: app, folder: folder, environment: environment.all, isTerminal: output.isTerminal)
    try mediator.answer(Host.doctor) { query in
      var doctor = doctor
      if query.fix == true { doctor.repair() }
      // The doctor starts modules before a session does. Below the limits, it starts none.
      if (try? SystemLimit.check()) != nil { signals?.beginMainActor() }
      let diagnosis = await doctor.fullDiagnosis
      guard diagnosis.isHealthy, FileManager.default.fileExists(atPath: folder.path) else {
        return diagnosis
      }
      return diagnosis.with(try await moduleChecks)
    }
    return print(
      try await Command.doctor.run(parsed.parameters, through: mediator), parsed)
  }

  /// Runs a command in a session, prints its result, or its results while it is watched, and stops
  /// the modules that it started.
  func run(
    _ command: Command, _ parsed: ParsedCommandLine, _ configuration: Configuration
  ) async throws -> ExitCode {
    let mediator = app.makeMediator()
    let line = ProgressLine(on: errors)
    let watch = CommandWatch(of: command, parsed, in: self)
    let question = Question(on: errors)
    var ask: (@Sendable (String) async throws -> Bool)?
    if question.canBeAsked { ask = { try await question.ask($0) } }
    let invocation = Invocation(
      parameters: parsed.parameters, mediator: mediator,
      progress: watch == nil ? line.reporter : ProgressReporter { _, _ in },
      arguments: command.arguments,
      isTerminal: output.isTerminal && !parsed.has(HostCommands.json),
      ask: ask, now: now)
    let session = try Session<CommandResult?>(self, configuration, mediator)
    let subscription = interceptor.map { mediator.intercept(with: $0) }
    defer { withExtendedLifetime(subscription) {} }
    let isServing = command.isServing(parsed.parameters)
    let trace = parsed.has(HostCommands.trace) ? Trace(of: mediator) : nil
    let reports = EventReports()
    let isWeb = command.words == Command.web.words
    let showsNotices = isWeb || errors.isTerminal && !isServing
    let notices = Lock<[LocalizedText]>([])
    let subscriptions =
      !showsNotices || isWeb
      ? []
      : follow(noticesOf: configuration, on: mediator) { text in
        if let watch { watch.show(text) } else { notices.withLock { $0.append(text) } }
      }
    defer { withExtendedLifetime(subscriptions) {} }
    let result = await session.run(showingNotices: showsNotices) {
      if isServing {
        session.beginLastingTasks(now: now, clock: clock)
        if isWeb {
          session.receiveNotifications(from: enabledModules(configuration))
          try await serveWeb(
            invocation.input(WebOptions.self), configuration, through: mediator)
          return nil
        }
        let program = clientProgram()
        let revision = app.plugins?.revision
        let server = try MCPServer(
          app, assistantTools(configuration), for: .assistants, mediator,
          consents: ConsentManager(GrantStore(in: folder), now: now), clock: clock
        ) { .assistant($0, startedBy: program) }
        let updates = await followPlugins(since: revision, mediator) {
          do { try await server.update(to: assistantTools(configuration), of: app.current) } catch {
            _ = report(error)
          }
        }
        defer { withExtendedLifetime(updates) {} }
        try await server.serve(openClientStreams()) {
          signals?.endProcess(within: Self.endOfServing)
        }
        return nil
      }
      guard let watch else {
        return try await reports.collect { try await command.run(invocation) }
      }
      session.beginLastingTasks(now: now, clock: clock)
      session.receiveNotifications(from: enabledModules(configuration))
      // It prints the results itself.
      try await watch.show(invocation)
      return nil
    }
    screen?.end()
    line.clear()
    var code: ExitCode =
      switch result {
      case .success(nil): .answered
      case .success(let result?): print(result, parsed)
      case .failure(let error) where error.ownText == nil:
        report(
          HostError.commandFailed(
            command.action?.path ?? command.name, reason: error.plainText))
      case .failure(let error): report(error)
      }
    await session.end()
    let followers = print(reports, of: command, parsed)
    for notice in notices.withLock(\.self) { write("\(notice)".printableError, to: errors) }
    if code == .answered { code = followers }
    if let trace {
      errors.write(errors.page.text(of: trace.document(command.name)) + "\n")
    }
    return code
  }

  /// Prints what the followers of the events of a command have changed, below its result or, beside
  /// JSON, on the standard error output; and there, why a follower could not do its part.
  private func print(
    _ reports: EventReports, of command: Command, _ parsed: ParsedCommandLine
  ) -> ExitCode {
    var code = ExitCode.answered
    for report in reports.end() {
      switch report {
      case .notice(let notice) where parsed.has(HostCommands.json):
        write("\(app.name): \(notice.printableError.withoutAddressSecrets)", to: errors)
      case .notice(let notice):
        write("\(notice.printableError.withoutAddressSecrets.capitalizedSentence).", to: output)
      case .failure(let failure):
        code = self.report(HostError.incomplete(command: command.name, reason: failure))
      }
    }
    return code
  }

  /// Runs the browser in a session until the person leaves it, and stops the modules that it
  /// started.
  func browse(
    on screen: Screen, _ configuration: Configuration, from start: BrowserStart
  ) async throws -> ExitCode {
    let mediator = app.makeMediator()
    let session = try Session<Void>(self, configuration, mediator)
    let modules = enabledModules(configuration)
    let file = configuration.resumes ? BrowserPlaceFile(in: folder) : nil
    let result = await session.run(showingNotices: true) {
      let first = try await scene(of: start, in: modules, through: mediator)
      guard screen.begin(mouse: configuration.mouse) else { throw HostError.terminalUnavailable }
      session.beginLastingTasks(now: now, clock: clock)
      session.receiveNotifications(from: modules)
      let revision = app.plugins?.revision
      let browser = await Browser(
        title: app.name, presented(configuration), mediator: mediator,
        size: screen.size, colors: output.page.colors, theme: output.theme,
        mouse: configuration.mouse, keys: configuration.browserKeys, now: now, clock: clock,
        followerDeadline: configuration.deadlines.hook)
      let updates = await followPlugins(since: revision, mediator) {
        await browser.presenter.update(to: presented(configuration))
      }
      defer { withExtendedLifetime(updates) {} }
      await browser.begin(
        with: first, at: start == .resumed ? file?.place ?? ScenePlace() : ScenePlace())
      await browser.run(on: screen)
      await file?.store(browser.place)
      try Task.checkCancellation()
    }
    screen.end()
    await session.end()
    switch result {
    case .success: return .answered
    case .failure(let error): return report(error)
    }
  }

  /// The scene to open, which is created before the browser takes over the terminal, so that its
  /// error is printed; nil for that where the browser was left.
  @MainActor
  private func scene(
    of start: BrowserStart, in modules: [ModuleDescriptor], through mediator: Mediator
  ) async throws -> ListScene? {
    let scenes = modules.presented.scenes
    switch start {
    case .resumed: break
    case .scene(let title):
      let scene = try scenes.first { "\($0.title)" == title }?.makeScene(mediator)
      scene?.openedBy = RowPath(section: ListScene.menuID, row: title)
      return scene
    case .link(let link):
      _ = try Command.resolve(link, through: mediator)
      for description in scenes {
        if let scene = try await description.makeScene(ofLink: link, mediator) { return scene }
      }
    }
    return nil
  }

  private func follow(
    noticesOf configuration: Configuration, on mediator: Mediator,
    _ show: @escaping @Sendable (LocalizedText) -> Void
  ) -> [Subscription] {
    enabledModules(configuration).contributions(of: NoticeDescription.self)
      .map { $0.follow(mediator, show) }
  }

  /// What presenters show of the modules, and a notice when a plug-in has changed.
  func presented(_ configuration: Configuration) -> PresentedContributions {
    var presented = enabledModules(configuration).presented
    presented.reservedKeys = configuration.browserKeys.shortcuts
    presented.notices.append(NoticeDescription(of: PluginChanged.self) { $0.sentence })
    return presented
  }

  /// Calls `update` after each change of the plug-ins that are there, and at once if they have
  /// changed since a revision. One call ends before the next begins, so that the last one has what
  /// the plug-ins are now.
  func followPlugins(
    since revision: Int?, _ mediator: Mediator, _ update: @escaping @Sendable () async -> Void
  ) async -> Subscription {
    let turns = KeyedSemaphore(limit: 1)
    let subscription = mediator.follow(queued: PluginChanged.self) { event in
      if case .failed = event.change { return }
      try? await turns.run { await update() }
    }
    if app.plugins?.revision != revision { try? await turns.run { await update() } }
    return subscription
  }

  private func assistantTools(_ configuration: Configuration) -> [MCPTool] {
    MCPTool.all(of: enabledModules(configuration), in: app.current)
  }

  /// The modules that the app has now, but for the disabled ones.
  func enabledModules(_ configuration: Configuration) -> [ModuleDescriptor] {
    app.current.modules.filter { !configuration.isDisabled($0.manifest) }
  }
}
