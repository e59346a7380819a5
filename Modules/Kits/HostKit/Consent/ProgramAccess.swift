import Documents
import Foundation
import Mediator
import ModuleManager
import Platform
import Web

/// Finds the programs to which the person has given tokens, and obtains the consent to their calls.
struct ProgramAccess: Sendable {
  let app: CommandLineApp
  let store: GrantStore
  let consents: ConsentManager
  private let currentInfo: Lock<APIInfo>

  init(
    to modules: [ModuleDescriptor], of app: CommandLineApp, _ store: GrantStore,
    now: @escaping @Sendable () -> Date
  ) {
    self.app = app
    self.store = store
    consents = ConsentManager(store, now: now)
    currentInfo = Lock(Self.info(of: modules, in: app))
  }

  /// What programs can call.
  var info: APIInfo { currentInfo.withLock(\.self) }

  /// Opens other modules from now on.
  func update(to modules: [ModuleDescriptor]) {
    let info = Self.info(of: modules, in: app.current)
    currentInfo.withLock { $0 = info }
  }

  private static func info(of modules: [ModuleDescriptor], in app: CommandLineApp) -> APIInfo {
    APIInfo(
      name: app.name, version: app.version, summary: app.summary,
      MCPTool.all(of: modules, in: app, for: .programs).map {
        APIInfo.Operation($0.action, summary: $0.description)
      })
  }

  /// The program with a token; nil if there is none.
  /// - Throws: `ConsentError.damagedGrants`.
  func program(with token: String) throws(ConsentError) -> ClientIdentity? {
    let program = ClientIdentity.program("", token: token).program ?? ""
    // Compares with each of them, so that the time says nothing either.
    return try store.grants.reduce(nil) { found, grant in
      let isEqual = SecretKey.areEqual(grant.client.program ?? "", program)
      return grant.isToken && isEqual ? grant.client : found
    }
  }

  /// Returns when the program may make a call, which is then recorded.
  /// - Throws: `HTTPFailure` without consent.
  func authorize(_ call: APICall, by program: ClientIdentity) async throws {
    let action = call.action
    let summary = info.operations.first { $0.action.id == action.id }?.summary ?? action.path
    let request = ConsentRequest(
      program, action, summary: summary, input: call.input, app: app.name)
    do {
      guard let ask = await call.asker() else {
        return try await consents.obtainConsent(to: request)
      }
      try await consents.obtainConsent(to: request) { request in
        let answer = try await ask(
          "\(request.question) Allow it?".capitalizedSentence,
          ConsentAnswer.allCases.map(\.rawValue))
        // A revoked token ends also what it has asked.
        guard try store.grants.contains(where: { $0.isToken && $0.client == program }) else {
          return .no
        }
        return answer.flatMap { ConsentAnswer(rawValue: $0) } ?? .no
      }
    } catch let error as ConsentError {
      throw HTTPFailure(error.status, "\(error)")
    }
  }
}

extension Grant {
  /// Whether the grant stands for the token of a program.
  var isToken: Bool { client.kind == .program && action == Grant.reading }
}

extension ConsentError {
  fileprivate var status: Int {
    switch self {
    case .notGranted, .declined, .tooManyQuestions: 403
    case .damagedGrants, .notGrantable, .badClient, .missingAction, .unknownGrant: 500
    }
  }
}
