import AccountInterface
import Console
import DataSourceInterface
import FaresInterface
import Foundation
import Mediator
import ModuleTesting
import NetworkInterface
import Platform
import Scenes
import Testing

@testable import Account

/// The module with a stand-in for the ticket server: everybody signs in with the password `test`.
struct AccountFixture {
  static let address = "http://127.0.0.1:1/api"

  let harness: ModuleHarness
  let server: ServerState
  var mediator: Mediator { harness.mediator }

  /// - Parameters:
  ///   - folder: The folder of another fixture, to test a second run.
  ///   - address: The address of the ticket server; empty for none.
  ///   - server: The server of another fixture.
  ///   - stubFares: Answers for the module Fares.
  init(
    folder: URL? = nil, address: String = address, server: ServerState = ServerState(),
    stubFares: (ModuleHarness) throws -> Void = Self.stubFares
  ) async throws {
    self.server = server
    harness = try await ModuleHarness(
      AccountModule.self, folder: folder, configuration: ["url": address])
    try harness.stub(Network.fetch) { try await server.answer($0) }
    try stubFares(harness)
  }

  private static func stubFares(_ harness: ModuleHarness) throws {
    let city = try #require(CityID("porto"))
    try harness.stub(Fares.list) { _ in
      FareList(city: city, fares: [], riders: ["Senior", "Child"], notice: nil)
    }
  }

  @discardableResult
  func signIn(_ name: String = "ana", password: String = "test") async throws -> SessionState {
    try await mediator.perform(
      Account.signIn, Credentials(name: name, password: Secret(password)))
  }

  func signOut() async throws -> SessionState {
    try await mediator.perform(Account.signOut)
  }

  func token(replacing expired: String? = nil) async throws -> String {
    try await mediator.perform(Account.token, TokenRequest(expired: expired))
  }

  var state: SessionState {
    get async throws { try await mediator.perform(Account.session) }
  }

  /// The error without a configured server.
  var noServer: AccountError {
    .noServer(file: harness.folder.appending(path: "config.json").path)
  }

  var file: URL { harness.folder.appending(path: "session.json") }
}

/// What the server knows, and the requests that it has received.
final class ServerState: Sendable {
  let requests = Recorder<FetchRequest>()
  private let count = Lock(0)
  /// Whether the server can be reached.
  let isReachable = Lock(true)
  /// The renewals that are accepted, each once.
  private let renewals = Lock<Set<String>>([])
  /// How the server refuses a renewal.
  let refusal = Lock(401)
  /// Runs after the server has received a renewal, and before it answers.
  let duringRenewal = Lock<(@Sendable () async throws -> Void)?>(nil)

  var paths: [String] {
    requests.values.map { String($0.url.dropFirst(AccountFixture.address.count + 1)) }
  }

  /// Ends all sessions.
  func expire() { renewals.withLock { $0 = [] } }

  func answer(_ request: FetchRequest) async throws -> FetchResponse {
    requests.record(request)
    guard isReachable.withLock({ $0 }) else { throw NetworkError.refused("127.0.0.1") }
    let body = try JSON.decode([String: String].self, from: request.body ?? Data())
    switch request.url.dropFirst(AccountFixture.address.count) {
    case "/session" where body["password"] == "test": return try session(of: body["name"] ?? "")
    case "/session/renewal":
      let isKnown = renewals.withLock { $0.remove(body["renewal"] ?? "") } != nil
      // The others, which wait for the renewal, can call meanwhile.
      for _ in 0..<100 { await Task.yield() }
      try await duringRenewal.withLock(\.self)?()
      if isKnown { return try session(of: "ana") }
      throw NetworkError.status(refusal.withLock(\.self), request.url)
    case "/session/end": return FetchResponse(status: 200, body: Data("{}".utf8))
    default: break
    }
    throw NetworkError.status(401, request.url)
  }

  private func session(of name: String) throws -> FetchResponse {
    let number = count.withLock { count in
      count += 1
      return count
    }
    let renewal = "renewal \(number)"
    renewals.withLock { _ = $0.insert(renewal) }
    let reply = SessionReply(
      name: name, token: "token \(number)", renewal: renewal,
      notice: "test money, no real ticket")
    return FetchResponse(status: 200, body: try JSON.encode(reply))
  }
}
