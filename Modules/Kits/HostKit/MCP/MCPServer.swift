import Channel
import Console
import Foundation
import Mediator
import Platform
import Plugins

/// Answers an MCP client: an assistant or a plug-in. Its tools are the actions that are open to it,
/// its resources what it may read by URL, and its prompts the examples of commands.
///
/// Source: Model Context Protocol, revisions 2026-07-28 and 2025-11-25, "Tools", "Resources",
/// "Prompts", "Subscriptions", "Progress", "Cancellation" and the transport "stdio".
final class MCPServer: Sendable {
  /// How long calls may continue after the client has closed its end.
  private static let drainTime = Duration.seconds(1)
  private static let call = "tools/call"
  private static let read = "resources/read"
  private static let listen = "subscriptions/listen"
  /// How long a call runs before its first report of progress, and from one report to the next.
  private static let progressInterval = Duration.seconds(1)

  /// How long a person may take to answer a question.
  private static let questionTimeout = Duration.seconds(300)

  private let app: CommandLineApp
  private let origin: Exposure
  private let mediator: Mediator
  private let consents: ConsentManager
  /// Who the client is, from the name that it says it has.
  private let identity: @Sendable (String?) -> ClientIdentity
  /// What a client of the older era has said in the beginning.
  private let client = Lock<MCPClientInfo?>(nil)
  private let clock: any Clock<Duration>
  /// What the client can call now, with the results that follow from it.
  private struct Catalogue {
    let tools: [String: MCPTool]
    let answers: MCPAnswers
  }

  private let catalogue: Lock<Catalogue>
  /// The paths of the actions that a plug-in may not call, by the names of their tools.
  private let refused: [String: String]
  /// Nil before `serve` and after it.
  private let channel: Lock<Channel?>
  private let subscriptions: MCPSubscriptions

  /// - Parameters:
  ///   - origin: Who the client is: an assistant or a plug-in.
  ///   - refused: The actions that a plug-in may not call, because its `plugin.json` does not name
  ///     them.
  ///   - identity: Returns who the client is, from the name that it says it has.
  init(
    _ app: CommandLineApp, _ tools: [MCPTool], for origin: Exposure,
    refusing refused: [ActionDescriptor] = [], _ mediator: Mediator, consents: ConsentManager,
    clock: any Clock<Duration>, identity: @escaping @Sendable (String?) -> ClientIdentity
  ) throws {
    self.app = app
    self.consents = consents
    self.identity = identity
    self.origin = origin
    self.refused = Dictionary(refused.map { (MCPTool.name(of: $0), $0.path) }) { first, _ in first }
    self.mediator = mediator
    self.clock = clock
    catalogue = Lock(try Self.catalogue(of: tools, in: app, canChange: origin == .assistants))
    let channel = Lock<Channel?>(nil)
    self.channel = channel
    subscriptions = MCPSubscriptions(mediator, clock: clock) { method, parameters in
      guard let channel = channel.withLock(\.self) else { throw CancellationError() }
      try await channel.notify(method, parameters)
    }
  }

  private static func catalogue(
    of tools: [MCPTool], in app: CommandLineApp, canChange: Bool
  ) throws -> Catalogue {
    Catalogue(
      tools: Dictionary(tools.map { ($0.name, $0) }) { first, _ in first },
      answers: try MCPAnswers(app, tools, canChange: canChange))
  }

  private var tools: [String: MCPTool] { catalogue.withLock(\.tools) }
  private var answers: MCPAnswers { catalogue.withLock(\.answers) }

  /// Gives the client other tools from now on, and notifies it.
  /// - Throws: An error when a tool cannot be described. The client then keeps its tools.
  func update(to tools: [MCPTool], of app: CommandLineApp) async throws {
    let new = try Self.catalogue(of: tools, in: app, canChange: true)
    catalogue.withLock { $0 = new }
    await subscriptions.reportListChanges(
      isLegacy: client.withLock { $0 != nil })
  }

  /// Answers requests until the client closes its end. The calls that run then have a second to
  /// end, and are cancelled.
  /// - Parameter onInputEnd: Called at the end of the input, on a thread that no call can occupy.
  /// - Throws: `ChannelError.lost` when the system has no descriptors for it, `CancellationError`.
  func serve(
    _ transport: ChannelTransport, onInputEnd: (@Sendable () -> Void)? = nil
  ) async throws {
    // Within the lock, because the first call may report before the channel is returned.
    let channel = try self.channel.withLock { current in
      let channel = try Channel(
        transport, cancellation: .mcp,
        handler: { [self] request in
          let parsed = try MCPRequest(request)
          return switch request.method {
          case Self.read: try await read(parsed)
          case Self.listen: try await listen(parsed)
          case _: try await call(parsed)
          }
        }, lastingMethods: [Self.listen],
        // A ping must be answered also while calls occupy all threads of the runtime.
        immediateHandler: { [self] request in
          [Self.call, Self.read, Self.listen].contains(request.method)
            ? nil : try answer(to: MCPRequest(request))
        }, onInputEnd: onInputEnd)
      current = channel
      return channel
    }
    defer {
      subscriptions.end()
      self.channel.withLock { $0 = nil }
      channel.close()
    }
    _ = try await channel.waitForEnd()
    await channel.drain(within: Self.drainTime, clock: clock)
  }

  /// Answers a request that calls no action.
  private func answer(to request: MCPRequest) throws -> Data {
    if let list = try answers.list(request.method, for: request.era) {
      guard request.parameters.value("cursor") == nil else {
        throw ChannelError.invalid("no such cursor; everything is in one list")
      }
      return list
    }
    switch (request.method, request.era) {
    case ("server/discover", .modern): return try answers.discover()
    case ("initialize", .legacy):
      guard let revision = request.parameters.text("protocolVersion") else {
        throw ChannelError.invalid("expected a text as 'protocolVersion'")
      }
      client.withLock { $0 = request.client }
      return try answers.initialize(revision)
    case ("ping", .legacy): return Data("{}".utf8)
    case ("prompts/get", let era): return try answers.prompt(request.parameters, for: era)
    case ("resources/subscribe", .legacy):
      let uri = try uri(request)
      try subscriptions.subscribe(to: uri, of: resource(at: uri, for: .legacy))
      return Data("{}".utf8)
    case ("resources/unsubscribe", .legacy):
      subscriptions.unsubscribe(from: try uri(request))
      return Data("{}".utf8)
    case (let method, _): throw ChannelError.unknown(method)
    }
  }

  /// Notifies the client until it cancels the request.
  private func listen(_ request: MCPRequest) async throws -> Data {
    guard request.era == .modern else { throw ChannelError.unknown(request.method) }
    guard let filter = request.parameters["notifications"].flatMap({ JSONMembers($0) }),
      let lists = try? MCPList.allCases.filter({ list in
        try JSON.decode(Bool.self, from: filter.value(list.member) ?? Data("false".utf8))
      }),
      let uris = try? JSON.decode(
        [String].self, from: filter.value("resourceSubscriptions") ?? Data("[]".utf8))
    else {
      throw ChannelError.invalid(
        "expected an object as 'notifications', with a list of texts as 'resourceSubscriptions', "
          + "and true or false for lists such as 'toolsListChanged'")
    }
    let resources = try Set(uris).prefix(MCPSubscriptions.maximumCount + 1).map {
      ($0, try resource(at: $0, for: .modern))
    }
    try await subscriptions.listen(
      to: Dictionary(resources) { first, _ in first },
      and: origin == .assistants ? Set(lists) : [], id: request.id)
    throw CancellationError()
  }

  private func uri(_ request: MCPRequest) throws -> String {
    guard let uri = request.parameters.text("uri") else {
      throw ChannelError.invalid("expected a text as 'uri'")
    }
    return uri
  }

  /// The tool whose action a URL calls.
  /// - Throws: `ChannelError.remote` for a URL that calls none.
  private func resource(at uri: String, for era: MCPEra) throws -> MCPTool {
    do {
      let action = try mediator.resolve(url: uri).action
      guard let tool = tools[MCPTool.name(of: action)] else {
        throw MediatorError.notExposed(path: action.path, to: origin)
      }
      return tool
    } catch {
      throw ChannelError.resource(error, for: era)
    }
  }

  private func call(_ request: MCPRequest) async throws -> Data {
    guard let name = request.parameters.text("name") else {
      throw ChannelError.invalid("expected a text as 'name'")
    }
    guard let tool = tools[name] else {
      if let path = refused[name] {
        throw ChannelError.invalid(
          "'calls' in plugin.json does not name '\(path)'; add it, and trust the plug-in again")
      }
      let suggestion = tools.keys.nearest(to: name).first.suggestion(or: "see 'tools/list'")
      throw ChannelError.invalid("no tool '\(name.shownName)'\(suggestion)")
    }
    let json = request.parameters.value("arguments") ?? Data("{}".utf8)
    guard let arguments = JSONMembers(json) else {
      throw ChannelError.invalid("expected an object with each name once as 'arguments'")
    }
    let input = tool.inputMember.map { arguments[$0] ?? Data("null".utf8) } ?? json
    do {
      try tool.checkNames(of: arguments)
      if tool.action.effect != .reads, let question = try await question(tool, input, request) {
        return question
      }
      let output = try await reportingProgress(request.progressToken) { [mediator] in
        try await mediator.perform(
          target: tool.action.target, action: tool.action.name, json: input, from: origin)
      }
      return answers.output(output, of: tool, for: request.era)
    } catch {
      return answers.failure(error.sentence, for: request.era)
    }
  }

  /// Returns when the person has consented to a call of a tool that writes.
  /// - Returns: The result that asks a client of the modern era to ask the person; nil after the
  ///   consent.
  /// - Throws: `ConsentError` without consent.
  private func question(
    _ tool: MCPTool, _ input: Data, _ request: MCPRequest
  ) async throws -> Data? {
    let info = request.client ?? client.withLock(\.self)
    let consent = ConsentRequest(
      identity(info?.name), tool.action, summary: tool.description, input: input, app: app.name)
    switch (info?.canAsk ?? false, request.era) {
    case (false, _): try await consents.obtainConsent(to: consent)
    case (true, .legacy):
      try await consents.obtainConsent(to: consent) { [channel] consent in
        guard let channel = channel.withLock(\.self) else { throw CancellationError() }
        let parameters = try JSON.encode(MCPAnswers.elicitation(consent))
        return try await ConsentAnswer(
          elicited: channel.request(
            "elicitation/create", parameters, timeout: Self.questionTimeout))
      }
    case (true, .modern):
      if try consents.isGranted(consent) { return nil }
      if let state = request.parameters.text("requestState"),
        consents.closeQuestion(state, for: consent),
        let responses = request.parameters["inputResponses"].flatMap({ JSONMembers($0) }),
        let answer = responses[ConsentAnswer.member]
      {
        try consents.end(consent, with: ConsentAnswer(elicited: answer))
        return nil
      }
      return try answers.inputRequired(consent, state: consents.openQuestion(consent))
    }
    return nil
  }

  /// Reads by a URL, whose action is one of the tools.
  private func read(_ request: MCPRequest) async throws -> Data {
    let uri = try uri(request)
    _ = try resource(at: uri, for: request.era)
    do {
      let output = try await reportingProgress(request.progressToken) { [mediator] in
        try await mediator.perform(url: uri)
      }
      return try answers.content(output, of: uri, for: request.era)
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      throw ChannelError.resource(error, for: request.era)
    }
  }

  /// Runs a call, and reports for how long it has run, if the client asks for it. No module says
  /// how much of a call is done.
  private func reportingProgress(
    _ token: Data?, _ call: () async throws -> Data
  ) async throws -> Data {
    guard let token else { return try await call() }
    let reports = Task { [self] in
      var time = Duration.zero
      while true {
        try await clock.sleep(for: Self.progressInterval)
        time += Self.progressInterval
        let seconds = time.components.seconds
        let report =
          #"{"progressToken":\#(String(decoding: token, as: UTF8.self)),"progress":\#(seconds),"#
          + #""message":"running for \#(seconds) s"}"#
        try await channel.withLock { $0 }?.notify("notifications/progress", Data(report.utf8))
      }
    }
    let result: Result<Data, any Error>
    do { result = .success(try await call()) } catch { result = .failure(error) }
    // No report may follow the answer.
    reports.cancel()
    _ = await reports.result
    return try result.get()
  }
}

extension ConsentAnswer {
  /// The name of the answer in a form.
  static let member = "consent"

  /// Reads the result of `elicitation/create`; everything but a consent means no.
  init(elicited result: Data) {
    let members = JSONMembers(result)
    let content = members?["content"].flatMap { JSONMembers($0) }
    self =
      members?.text("action") == "accept"
      ? content?.text(Self.member).flatMap(Self.init) ?? .no : .no
  }
}

extension String {
  /// A name from the client in a message.
  var shownName: String { printableError.shortened(to: 100) }
}
