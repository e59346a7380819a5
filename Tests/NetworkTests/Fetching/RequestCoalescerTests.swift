import NetworkInterface
import TestSupport
import Testing

@testable import Network

@Suite(.highPriority, .timeLimit(.minutes(15))) struct RequestCoalescerTests {
  private let fixture = NetworkFixture()

  @Test func `fetches run concurrently and equal fetches share one request`() async throws {
    let paths = (0..<32).map { "/\($0 % 16)" }
    let body = String(repeating: "metro", count: 100)
    let server = try HTTPServer(
      Dictionary(
        uniqueKeysWithValues: Set(paths).map { ($0, [.waitForResume, .respond(200, body)]) })
    )
    async let lengths = try await withThrowingTaskGroup { group in
      for path in paths {
        group.addTask { try await fixture.fetch(server.url(path)).body.count }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    // A fetch that begins after the end of an equal one sends a request of its own.
    for _ in paths { server.resume() }
    let found = try await lengths
    #expect(found == Array(repeating: 500, count: 32))
    #expect(Set(server.paths) == Set(paths))
  }

  @Test func `a shared request is cancelled when all its callers are cancelled`() async throws {
    let server = try HTTPServer(["/": [.waitForDisconnect]])
    let request = FetchRequest(url: server.url("/"), timeout: .seconds(3600))
    let calls = (0..<3).map { _ in Task { try await fixture.fetcher.fetch(request) } }
    #expect(await server.events.contains(.requested("/")))
    for call in calls { call.cancel() }
    for call in calls {
      await #expect(throws: CancellationError.self) { try await call.value }
    }
    #expect(await server.events.contains(.disconnected("/")))
    #expect(server.paths == ["/"])
  }
}
