import Console
import Foundation
import Mediator
import Platform

/// A call that needs the person's consent, because its action writes.
struct ConsentRequest: Hashable, Sendable {
  /// The most characters of the input that a person sees.
  private static let maximumInputLength = 500

  let client: ClientIdentity
  /// The path of the action, such as `orders/add`.
  let action: String
  /// What the action does, in a few words.
  let summary: String
  let effect: Effect
  /// The input as JSON, safe to print and shortened.
  let input: String
  /// The digest of the whole input.
  private let digest: String
  /// The command that consents once and for all.
  let command: String

  init(
    _ client: ClientIdentity, _ action: ActionDescriptor, summary: String, input: Data, app: String
  ) {
    self.client = client
    self.action = action.path
    self.summary = summary
    effect = action.effect
    self.input = String(decoding: input, as: UTF8.self).printableError.withoutAddressSecrets
      .shortened(to: Self.maximumInputLength)
    digest = SHA256.name(of: String(decoding: input, as: UTF8.self))
    let name =
      switch client.kind {
      case .assistant:
        "--client \(client.name.shellWord)"
          + (client.program.map { " --executable \($0.printableError.shellWord)" } ?? "")
      case .plugin: "--plugin \(client.name.shellWord)"
      case .program: "--program \(client.name.shellWord)"
      }
    command = "\(app) grants new \(name) --action \(action.path)"
  }

  /// The question for the person.
  var question: String {
    "\(client) wants to call '\(action)' (\(summary)), which \(effect.shownName), with \(input)."
  }
}

extension Effect {
  fileprivate var shownName: String {
    switch self {
    case .reads: "reads"
    case .adds: "adds something"
    case .sets, .changes: "changes something"
    case .removes: "removes something"
    }
  }
}

/// What a person answers when a client wants to call an action that writes.
enum ConsentAnswer: String, CaseIterable, Sendable {
  /// This call only.
  case once
  /// This and all further calls of the action by the client, until the grant is revoked.
  case always
  case no

  /// Reads a line that a person has typed.
  init(line: String) {
    self =
      switch line.lowercased() {
      case "y", "yes", "once": .once
      case "a", "always": .always
      default: .no
      }
  }
}

/// Decides whether clients may call actions that write: a person has granted it, or is asked.
///
/// A client whose questions were declined, or are not answered, three times within ten minutes is
/// refused without a question until then.
final class ConsentManager: Sendable {
  /// The most questions of a client without consent within `window`.
  static let maximumRefusals = 3
  static let window = TimeInterval(600)

  typealias Asker = @Sendable (ConsentRequest) async throws -> ConsentAnswer

  private let store: GrantStore
  private let now: @Sendable () -> Date
  /// Asks at the terminal; nil where there is none.
  private let terminal: Asker?
  /// The times of the questions without consent, by the program of the client or its name.
  private let refusals = Lock<[String: [Date]]>([:])
  /// The questions to which the client returns with an answer, and their times, by their ids.
  private let openQuestions = Lock<[String: (request: ConsentRequest, date: Date)]>([:])
  /// Lets one question be open at a time.
  private let questions = KeyedSemaphore(limit: 1)

  init(_ store: GrantStore, asking terminal: Asker? = nil, now: @escaping @Sendable () -> Date) {
    self.store = store
    self.terminal = terminal
    self.now = now
  }

  /// Returns if the person has consented to a call, and records it.
  /// - Parameter asker: Asks the person; nil to ask at the terminal.
  /// - Throws: `ConsentError`, and what `asker` throws.
  func obtainConsent(to request: ConsentRequest, asking asker: Asker? = nil) async throws {
    if try isGranted(request) { return }
    guard let asker = asker ?? terminal else {
      throw ConsentError.notGranted(action: request.action, command: request.command)
    }
    try await questions.run {
      // The answer before may have been the consent, or one refusal too many.
      if try isGranted(request) { return }
      try beginQuestion(request)
      try end(request, with: try await asker(request))
    }
  }

  /// Whether a standing grant allows a call, which is then recorded.
  func isGranted(_ request: ConsentRequest) throws -> Bool {
    func index(in grants: [Grant]) -> Int? {
      grants.firstIndex { $0.isStanding && $0.matches(request.client, request.action) }
    }
    guard index(in: try store.grants) != nil else { return false }
    return try store.change { grants in
      guard let index = index(in: grants) else { return false }
      grants[index].record(call(request), by: request.client)
      return true
    }
  }

  /// Counts a question as declined until it is answered.
  /// - Throws: `ConsentError.tooManyQuestions`.
  func beginQuestion(_ request: ConsentRequest) throws(ConsentError) {
    let date = now()
    try refusals.withLock { refusals throws(ConsentError) in
      let key = request.client.program ?? request.client.name
      let recent = refusals[key, default: []].filter { date.timeIntervalSince($0) < Self.window }
      guard recent.count < Self.maximumRefusals else {
        refusals[key] = recent
        throw .tooManyQuestions(count: recent.count, command: request.command)
      }
      refusals[key] = recent + [date]
    }
  }

  /// Begins a question to which the client returns with the answer.
  /// - Returns: The id of the question, which no client can guess.
  /// - Throws: `ConsentError.tooManyQuestions`.
  func openQuestion(_ request: ConsentRequest) throws(ConsentError) -> String {
    try beginQuestion(request)
    let (id, date) = (UUID().uuidString, now())
    openQuestions.withLock { questions in
      questions = questions.filter { date.timeIntervalSince($0.value.date) < Self.window }
      questions[id] = (request, date)
    }
    return id
  }

  /// Whether a question was opened, for this very call, is not too old and has had no answer yet.
  func closeQuestion(_ id: String, for request: ConsentRequest) -> Bool {
    guard let question = openQuestions.withLock({ $0.removeValue(forKey: id) }) else {
      return false
    }
    return question.request == request && now().timeIntervalSince(question.date) < Self.window
  }

  /// Records the call that the person has consented to, and with it the grant.
  /// - Throws: `ConsentError.declined`.
  func end(_ request: ConsentRequest, with answer: ConsentAnswer) throws {
    guard answer != .no else { throw ConsentError.declined(action: request.action) }
    _ = refusals.withLock { $0[request.client.program ?? request.client.name]?.popLast() }
    try store.change { grants in
      let index = grants.firstIndex { $0.matches(request.client, request.action) }
      if index == nil {
        grants.append(
          Grant(
            client: request.client, action: request.action, isStanding: false, since: now()))
      }
      let last = index ?? grants.count - 1
      if answer == .always { grants[last].isStanding = true }
      grants[last].record(call(request), by: request.client)
    }
  }

  private func call(_ request: ConsentRequest) -> Grant.Call {
    Grant.Call(date: now(), input: request.input)
  }
}

/// Why a client may not call an action that writes.
enum ConsentError: ModuleError, Equatable {
  /// The person has granted nothing, and cannot be asked.
  case notGranted(action: String, command: String)
  /// The person has declined the call.
  case declined(action: String)
  /// Too many questions were not answered with a consent.
  case tooManyQuestions(count: Int, command: String)
  /// The stored grants cannot be used.
  case damagedGrants(String, reason: String)
  /// A grant names no action to which a person could consent.
  case notGrantable(action: String, nearest: String?)
  /// A grant names no client, or two.
  case badClient
  /// A grant of a client that already reads names no action.
  case missingAction(ClientIdentity)
  /// There is no grant to revoke.
  case unknownGrant(name: String, action: String?, nearest: String?)

  var kind: FailureKind {
    switch self {
    case .notGranted, .declined, .tooManyQuestions, .damagedGrants: .failed
    case .badClient, .missingAction: .badInput
    case .notGrantable, .unknownGrant: .notFound
    }
  }

  var description: String {
    switch self {
    case .notGranted(let action, let command):
      "'\(action)' writes, and the person cannot be asked here; expected a grant, which the person "
        + "gives with '\(command)'"
    case .declined(let action):
      "'\(action)' was not called, because the person has declined it; call it again only if the "
        + "person asks for it"
    case .tooManyQuestions(let count, let command):
      "\(count) questions within \(Int(ConsentManager.window / 60)) minutes were declined or not "
        + "answered, expected fewer; wait, or let the person run '\(command)'"
    case .damagedGrants(let path, let reason):
      "cannot use '\(path)': \(reason); mend or remove it, and grant again"
    case .notGrantable(let action, let nearest):
      "'\(action)' is no action that writes and is open to such a client"
        + nearest.suggestion(or: "see the list of modules")
    case .badClient:
      "a grant is for one client; expected either --client, --plugin or --program"
    case .missingAction(let client):
      client.kind == .program
        ? "\(client) has a token already; expected --action, or revoke the token first"
        : "a grant is for an action that writes; expected --action"
    case .unknownGrant(let name, let action, let nearest):
      "no grant for '\(name)'" + (action.map { " to call '\($0)'" } ?? "")
        + nearest.suggestion(or: "see the list of grants")
    }
  }
}
