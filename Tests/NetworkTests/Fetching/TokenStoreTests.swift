import Foundation
import Mediator
import ModuleTesting
import NetworkInterface
import Platform
import TestSupport
import Testing

@testable import Network

@Suite(.highPriority, .timeLimit(.minutes(15))) struct TokenStoreTests {
  private let fixture = NetworkFixture()

  @Test func `an expired token is renewed once for all waiting requests`() async throws {
    let renewals = Recorder<String?>()
    let credential = Credential("service") { expired in
      renewals.record(expired)
      return expired == nil ? "old" : "new"
    }
    let paths = (0..<8).map { "/\($0)" }
    let steps = [HTTPServer.Step.reject("Bearer old"), .respond(200, "there")]
    let server = try HTTPServer(Dictionary(uniqueKeysWithValues: paths.map { ($0, steps) }))
    try await withThrowingTaskGroup { group in
      for path in paths {
        let request = FetchRequest(url: server.url(path), credential: credential)
        group.addTask { try await fixture.fetcher.fetch(request) }
      }
      for try await response in group { #expect(response.status == 200) }
    }
    #expect(renewals.values == [nil, "old"])
    let tokens = server.heads.map { $0.contains("Bearer new") ? "new" : "old" }
    #expect(tokens.filter { $0 == "new" }.count == 8)
  }

  @Test func `a second rejection is an error and no token is sent to another host`() async throws {
    let other = try HTTPServer(["/": [.respond(200)]])
    let server = try HTTPServer([
      "/": [.respond(401)], "/away": [.redirect(302, to: other.url("/", host: "localhost"))],
    ])
    let credential = Credential("service") { _ in "token" }
    await #expect(throws: NetworkError.status(401, server.url("/"))) {
      try await fixture.fetcher.fetch(FetchRequest(url: server.url("/"), credential: credential))
    }
    _ = try await fixture.fetcher.fetch(
      FetchRequest(url: server.url("/away"), credential: credential))
    #expect(server.heads.allSatisfy { $0.contains("Bearer token") })
    #expect(other.heads.allSatisfy { !$0.contains("token") })
  }

  @Test func `the tokens of a limited number of credentials are kept`() async throws {
    let (store, renewals) = (TokenStore(), Recorder<String>())
    func token(of name: String) async throws {
      let credential = Credential(name) { _ in
        renewals.record(name)
        return "token"
      }
      #expect(try await store.token(of: credential) == "token")
    }
    let names = (0...TokenStore.limit).map(String.init)
    for name in names { try await token(of: name) }
    for name in names.dropFirst() { try await token(of: name) }
    #expect(renewals.values == names)
    try await token(of: "0")
    #expect(renewals.values == names + ["0"])
  }

  @Test func `a failed renewal is repeated by the next request`() async throws {
    let server = try HTTPServer(["/": [.respond(200)]])
    let calls = Lock(0)
    let credential = Credential("service") { _ in
      guard
        calls.withLock({
          $0 += 1; return $0 > 1
        })
      else { throw CancellationError() }
      return "token"
    }
    let request = FetchRequest(url: server.url("/"), credential: credential)
    await #expect(throws: CancellationError.self) { try await fixture.fetcher.fetch(request) }
    #expect(try await fixture.fetcher.fetch(request).status == 200)
  }
}
