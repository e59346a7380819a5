import Foundation
import ModuleTesting
import NetworkInterface
import TestSupport
import Testing

@testable import Network

@Suite(.highPriority, .timeLimit(.minutes(15))) struct RetryPolicyTests {
  private let fixture = NetworkFixture()

  @Test(arguments: [
    [HTTPServer.Step.respond(500)], [.respond(503)], [.respond(429)], [.reset], [.send("")],
    [.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\none"), .reset],
  ])
  func `a retryable failure is retried after growing pauses`(failure: [HTTPServer.Step])
    async throws
  {
    let server = try HTTPServer(scripts: ["/": [failure, failure, [.respond(200, "there")]]])
    #expect(try await fixture.fetch(server.url("/")).body == Data("there".utf8))
    #expect(fixture.pauses.values == [.milliseconds(500), .milliseconds(1000)])
  }

  @Test func `a request is sent at most three times and a POST only once`()
    async throws
  {
    let server = try HTTPServer(["/": [.respond(500)]])
    await #expect(throws: NetworkError.status(500, server.url("/"))) {
      try await fixture.fetch(server.url("/"))
    }
    #expect(server.paths.count == 3)
    let post = FetchRequest(url: server.url("/"), method: .post, body: Data("x".utf8))
    await #expect(throws: NetworkError.status(500, server.url("/"))) {
      try await fixture.fetcher.fetch(post)
    }
    #expect(server.paths.count == 4)
  }

  @Test func `a request that is not idempotent is sent once on a connection that breaks`()
    async throws
  {
    let first = HTTPServer.Step.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nthere")
    let server = try HTTPServer(["/a": [first, .keepAlive], "/b": []])
    #expect(try await fixture.fetch(server.url("/a")).status == 200)
    let post = FetchRequest(url: server.url("/b"), method: .post, body: Data("x".utf8))
    await #expect(throws: NetworkError.incomplete(server.url("/b"))) {
      try await fixture.fetcher.fetch(post)
    }
    #expect(server.paths == ["/a", "/b"])
  }

  @Test(arguments: [
    ("7", Duration.seconds(7)), ("Thu, 01 Jan 1970 00:00:09 GMT", .seconds(9)),
    ("Wed, 31 Dec 1969 23:00:00 GMT", .zero), ("soon", .milliseconds(500)),
  ])
  func `a pause follows the server's Retry-After`(field: String, pause: Duration) async throws {
    let busy = HTTPServer.Step.respond(429, header: "Retry-After: \(field)")
    let server = try HTTPServer(scripts: ["/": [[busy], [.respond(200, "there")]]])
    #expect(try await fixture.fetch(server.url("/")).status == 200)
    #expect(fixture.pauses.values == [pause])
  }

  @Test(
    arguments: [
      ("31", Duration.seconds(31)), ("99999999999", .seconds(99_999_999_999)),
      (String(repeating: "9", count: 100), .seconds(Int64.max)),
      ("Thu, 01 Jan 1970 01:00:00 GMT", .seconds(3600)),
    ], [429, 503])
  func `a long Retry-After is an error at once`(
    retryAfter: (field: String, pause: Duration), status: Int
  ) async throws {
    let server = try HTTPServer([
      "/": [.respond(status, header: "Retry-After: \(retryAfter.field)")]
    ])
    let expected = NetworkError.retryLater(server.url("/"), after: retryAfter.pause)
    await #expect(throws: expected) { try await fixture.fetch(server.url("/")) }
    await #expect(throws: expected) {
      try await fixture.downloads.download(DownloadRequest(url: server.url("/")))
    }
    #expect(fixture.pauses.values == [])
    #expect(server.paths.count == 2)
  }
}
