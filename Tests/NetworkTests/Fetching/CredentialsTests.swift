import Foundation
import Mediator
import NetworkInterface
import TestSupport
import Testing

@testable import Network

@Suite(.promptly, .timeLimit(.minutes(15))) struct CredentialsTests {
  private let house = NetworkHouse()

  @Test func `an expired token is renewed once for all that wait`() async throws {
    let renewals = Recorder<String?>()
    let credential = Credential("service") { expired in
      renewals.record(expired)
      return expired == nil ? "old" : "new"
    }
    let paths = (0..<8).map { "/\($0)" }
    let steps = [HTTPServer.Step.refuse("Bearer old"), .respond(200, "there")]
    let server = try HTTPServer(Dictionary(uniqueKeysWithValues: paths.map { ($0, steps) }))
    try await withThrowingTaskGroup { group in
      for path in paths {
        let request = FetchRequest(url: server.url(path), credential: credential)
        group.addTask { try await house.web.fetch(request) }
      }
      for try await response in group { #expect(response.status == 200) }
    }
    #expect(renewals.values == [nil, "old"])
    let tokens = server.heads.values.map { $0.contains("Bearer new") ? "new" : "old" }
    #expect(tokens.filter { $0 == "new" }.count == 8)
  }

  @Test func `what refuses twice is refused, and no token goes to another host`() async throws {
    let other = try HTTPServer(["/": [.respond(200)]])
    let server = try HTTPServer([
      "/": [.respond(401)], "/away": [.redirect(302, to: other.url("/", host: "localhost"))],
    ])
    let credential = Credential("service") { _ in "token" }
    await #expect(throws: NetworkError.status(401, server.url("/"))) {
      try await house.web.fetch(FetchRequest(url: server.url("/"), credential: credential))
    }
    _ = try await house.web.fetch(FetchRequest(url: server.url("/away"), credential: credential))
    #expect(server.heads.values.allSatisfy { $0.contains("Bearer token") })
    #expect(other.heads.values.allSatisfy { !$0.contains("token") })
  }

  @Test func `a token that could not be had is asked for again`() async throws {
    let server = try HTTPServer(["/": [.respond(200)]])
    let asked = Lock(0)
    let credential = Credential("service") { _ in
      guard
        asked.withLock({
          $0 += 1; return $0 > 1
        })
      else { throw CancellationError() }
      return "token"
    }
    let request = FetchRequest(url: server.url("/"), credential: credential)
    await #expect(throws: CancellationError.self) { try await house.web.fetch(request) }
    #expect(try await house.web.fetch(request).status == 200)
  }
}
