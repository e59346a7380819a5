import Console
import Foundation
import Mediator
package import ModuleManager
import Platform

/// A plug-in as a module of the app: its program runs from the first call until the module stops.
package final class PluginModule: ModuleLifecycle {
  private let plugin: InstalledPlugin
  private let actions: [PluginAction]
  private let followed: [(type: any Event.Type, action: PluginAction)]
  private let environment: PluginEnvironment
  private let context: ModuleContext
  private let handover: PluginHandover
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
    if handover.program.running == nil { try await launch() }
    events.start()
  }

  /// Starts the program, finds the form of the protocol that it speaks, and lists its tools again.
  private func launch() async throws {
    let program = try environment.verify(plugin)
    let launch = PluginProcess.Launch(
      name: name, executable: program.executable, arguments: program.arguments,
      folder: URL(filePath: program.folder),
      environment: program.variables.values.merging(settings) { _, setting in setting }
        .merging(environment.variables) { _, host in host },
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
      // Before the tools are listed, so that no change is missed.
      let changes = client.toolListChanges()
      var tools = ToolStore(plugin, environment, log)
      _ = tools.store(client.era, try await session.translatingEnd { try await client.tools() })
      guard handover.program.fill(with: RunningPlugin(session: session, client: client)) else {
        throw CancellationError()
      }
      // It ends with the connection, whichever module has the program then.
      Task { [tools] in await tools.store(changes, of: client) }
    } catch {
      await session.end()
      throw error
    }
  }

  /// The values of the settings, by variable.
  private var settings: [String: String] {
    (plugin.manifest.settings ?? []).reduce(into: [:]) { variables, setting in
      let given = context.configuration[setting.setting.field]?.last
      variables[setting.variable] = (given ?? setting.defaultText).printable
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
    // A command that publishes an event may be the only one of its process.
    await events.finish(within: environment.deadlines.stop / 2)
    events.cancel()
    // The mediator may retain this module, but the connections end now.
    await handover.endProgram()
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
