import Channel
import Foundation
import Mediator
import Platform

/// Answers what a plug-in asks of the app over its standard streams.
///
/// - `ping` is answered.
/// - `roots/list` is answered with no folder: the app has none open, and the arguments of `command`
///   name those that a person gives to the program. With roots, some servers would ignore these.
/// - `elicitation/create` with a form is a question for the person.
/// - `sampling/createMessage` is refused, because the app has no language model.
///
/// Source: Model Context Protocol, revisions 2026-07-28 and 2025-11-25, "Elicitation", "Roots" and
/// "Sampling".
struct MCPServerRequests: Sendable {
  /// The most questions of the plug-in from the beginning of a call to that of the next one.
  static let maximumQuestions = 32
  /// How long a call waits for the answer of a person.
  private static let questionTime = Duration.seconds(600)

  let plugin: String
  /// Texts that no question shows.
  let secrets: [String]
  /// Asks the person; nil where nobody can be asked.
  let ask: PluginQuestion.Asker?
  /// Receives why a question was not asked.
  let warn: @Sendable (String) -> Void
  /// How many calls run, and how many questions the plug-in has asked since the first of them began.
  private let counts = Lock((calls: 0, questions: 0))

  init(
    plugin: String, hiding secrets: [String] = [], ask: PluginQuestion.Asker?,
    warn: @escaping @Sendable (String) -> Void
  ) {
    self.plugin = plugin
    self.secrets = secrets
    self.ask = ask
    self.warn = warn
  }

  /// Whether a person can answer questions.
  var canAsk: Bool { ask != nil }

  /// Lets the plug-in ask again when a call begins, unless another one runs.
  func beginCall() {
    counts.withLock { counts in
      if counts.calls == 0 { counts.questions = 0 }
      counts.calls += 1
    }
  }

  func endCall() { counts.withLock { $0.calls -= 1 } }

  /// The result of a request.
  /// - Parameter channel: Its calls do not time out while a person thinks; nil where none waits.
  /// - Throws: `ChannelError.remote` for a method that is not answered, and for a question after
  ///   too many others; `CancellationError`.
  func answer(
    _ method: String, _ parameters: Data?, pausing channel: Channel? = nil
  ) async throws -> Data {
    switch method {
    case "ping": return Data("{}".utf8)
    case "roots/list": return Data(#"{"roots":[]}"#.utf8)
    case "elicitation/create": return try await answer(to: parameters ?? Data("{}".utf8), channel)
    case "sampling/createMessage":
      throw ChannelError.remote(
        code: RPCErrorCode.methodNotFound,
        message: "this app has no language model, so it answers no 'sampling/createMessage'; "
          + "call a model in the plug-in")
    case _:
      throw ChannelError.remote(
        code: RPCErrorCode.methodNotFound,
        message: "no method '\(method.quotedFromPlugin)'; this app answers 'ping', 'roots/list' "
          + "and 'elicitation/create'")
    }
  }

  /// The members with which a call is repeated that needs answers in the modern era.
  /// - Throws: `PluginError.badAnswer` for a request that is not answered; `CancellationError`.
  func responses(
    to requests: MCPInputRequests, of tool: String
  ) async throws -> [(name: String, json: Data)] {
    var answers: [String: JSONValue] = [:]
    for (name, request) in requests.requests.sorted(by: { $0.key < $1.key }) {
      do {
        let answer = try await answer(request.method, request.parameters)
        answers[name] = try JSON.decode(JSONValue.self, from: answer)
      } catch ChannelError.remote(_, let message, _) {
        throw PluginError.badAnswer(
          plugin: plugin, reason: "'\(tool.quotedFromPlugin)' asks for more: \(message)")
      }
    }
    let state = requests.state.map { [(name: "requestState", json: $0)] } ?? []
    return [(name: "inputResponses", json: try JSON.encode(answers))] + state
  }

  private func answer(to parameters: Data, _ channel: Channel?) async throws -> Data {
    let message = JSONMembers(parameters)?.text("message")?.quotedFromPlugin ?? ""
    let count = counts.withLock { counts in
      counts.questions += 1
      return counts.questions
    }
    guard count <= Self.maximumQuestions else {
      throw ChannelError.remote(
        code: RPCErrorCode.invalidParameters,
        message: "a call may ask at most \(Self.maximumQuestions) questions; ask for several "
          + "values in one form")
    }
    func decline(_ reason: String) -> Data {
      warn("the plug-in '\(plugin)' asks '\(message)', which is declined: \(reason)")
      return Data(#"{"action":"decline"}"#.utf8)
    }
    guard let question = PluginQuestion(parameters, of: plugin, hiding: secrets) else {
      return decline("only questions for texts, numbers, choices, yes and no can be asked here")
    }
    guard let ask else {
      return decline("nobody can be asked here; run the command at a terminal")
    }
    let values =
      if let channel {
        try await channel.pausingTimeouts(for: Self.questionTime) { try await ask(question) }
      } else {
        try await ask(question)
      }
    guard let values else { return Data(#"{"action":"decline"}"#.utf8) }
    return try JSON.encode(
      ["action": .text("accept"), "content": .object(values)] as [String: JSONValue])
  }
}

/// What a plug-in needs before it answers a call, in the modern era.
///
/// Source: Model Context Protocol, revision 2026-07-28, "Multi Round-Trip Requests".
struct MCPInputRequests {
  let requests: [String: (method: String, parameters: Data?)]
  /// What the plug-in wants to have back, as JSON; nil for nothing.
  let state: Data?

  /// Nil for a result that is an answer, or is not valid.
  init?(_ result: Data) {
    guard let members = JSONMembers(result), members.text("resultType") == "input_required" else {
      return nil
    }
    let named = members["inputRequests"].flatMap { JSONMembers($0) }
    var requests: [String: (method: String, parameters: Data?)] = [:]
    for name in named?.names ?? [] {
      guard let request = named?[name].flatMap({ JSONMembers($0) }),
        let method = request.text("method")
      else { return nil }
      requests[name] = (method, request["params"])
    }
    guard !requests.isEmpty || members["requestState"] != nil else { return nil }
    self.requests = requests
    state = members["requestState"]
  }
}
