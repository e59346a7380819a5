import Foundation
import Mediator
import ModuleTesting
import NetworkInterface
import TestSupport
import Testing

@testable import Network

@Suite(.highPriority, .timeLimit(.minutes(15))) struct HTTPFetcherTests {
  private let fixture = NetworkFixture()

  private func fetch(
    _ url: String, limit: Int = 1000, timeout: Duration = .seconds(30)
  ) async throws -> FetchResponse {
    try await fixture.fetcher.fetch(FetchRequest(url: url, limit: limit, timeout: timeout))
  }

  @Test func `a response has a status and a body`() async throws {
    let server = try HTTPServer(["/a.txt": [.respond(203, "Casa da Música")]])
    let response = try await fetch(server.url("/a.txt"))
    #expect(response == FetchResponse(status: 203, body: Data("Casa da Música".utf8)))
  }

  @Test(arguments: [
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none\r\n3\r\ntwo\r\n0\r\n\r\n",
    "HTTP/1.0 200 OK\r\n\r\nonetwo",
    "HTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\nHTTP/1.1 203 OK\r\ncontent-length: 6\r\n\r\nonetwo",
  ])
  func `a body is read in every transfer encoding`(answer: String) async throws {
    let server = try HTTPServer(["/": [.send(answer)]])
    #expect(try await fetch(server.url("/")).body == Data("onetwo".utf8))
  }

  @Test func `a successful response may have an empty body`() async throws {
    let server = try HTTPServer(["/": [.send("HTTP/1.1 204 No Content\r\n\r\n")]])
    let response = try await fetch(server.url("/"))
    #expect(response == FetchResponse(status: 204, body: Data()))
  }

  @Test(arguments: [300, 304, 400, 401, 404, 429, 500, 503])
  func `every other status is an error`(status: Int) async throws {
    let server = try HTTPServer(["/a?key=secret": [.respond(status, "no")]])
    await #expect(throws: NetworkError.status(status, server.url("/a"))) {
      try await fetch(server.url("/a?key=secret"))
    }
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func `a redirect is followed`(status: Int) async throws {
    let server = try HTTPServer([
      "/old": [.redirect(status, to: "/new?x=1")], "/new?x=1": [.respond(200, "there")],
    ])
    #expect(try await fetch(server.url("/old")).body == Data("there".utf8))
    #expect(server.paths == ["/old", "/new?x=1"])
  }

  @Test func `a redirect loop is an error after ten redirects`() async throws {
    let server = try HTTPServer(["/loop": [.redirect(302, to: "/loop")]])
    await #expect(throws: NetworkError.tooManyRedirects(server.url("/loop"), limit: 10)) {
      try await fetch(server.url("/loop"))
    }
    #expect(server.paths.count == 11)
  }

  @Test func `a redirect to an unencrypted address on another machine is rejected`() async throws {
    let server = try HTTPServer(["/": [.redirect(302, to: "http://example.org/a?key=1")]])
    let expected = NetworkError.insecureRedirect(server.url("/"), to: "http://example.org/a")
    await #expect(throws: expected) {
      try await fetch(server.url("/"))
    }
  }

  @Test func `a redirect without a location is an error status`() async throws {
    let server = try HTTPServer(["/": [.respond(302)]])
    await #expect(throws: NetworkError.status(302, server.url("/"))) {
      try await fetch(server.url("/"))
    }
  }

  @Test(arguments: [
    "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nonetwo",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none\r\n3\r\ntwo\r\n0\r\n\r\n",
    "HTTP/1.0 200 OK\r\n\r\nonetwo",
  ])
  func `a body may have as many bytes as the limit but not more`(answer: String) async throws {
    let server = try HTTPServer(["/": [.send(answer)]])
    #expect(try await fetch(server.url("/"), limit: 6).body.count == 6)
    await #expect(throws: NetworkError.tooLarge(server.url("/"), limit: 5)) {
      try await fetch(server.url("/"), limit: 5)
    }
  }

  @Test func `an error of the default limit names its setting`() async throws {
    var limits = NetworkLimits()
    (limits.fetchBytes, limits.downloadBytes) = (2, 4)
    let fixture = NetworkFixture(limits: limits)
    let server = try HTTPServer(["/": [.respond(200, "there")]])
    let url = server.url("/")
    let fetch = NetworkError.tooLarge(url, limit: 2, setting: "fetch-megabytes")
    await #expect(throws: fetch) { try await fixture.fetcher.fetch(FetchRequest(url: url)) }
    let download = NetworkError.tooLarge(url, limit: 4, setting: "download-megabytes")
    await #expect(throws: download) {
      try await fixture.downloads.download(DownloadRequest(url: url))
    }
  }

  @Test func `a body without an end is cancelled at the limit`() async throws {
    let server = try HTTPServer(["/": [.send("HTTP/1.0 200 OK\r\n\r\nonetwo"), .waitForDisconnect]])
    await #expect(throws: NetworkError.tooLarge(server.url("/"), limit: 5)) {
      try await fetch(server.url("/"), limit: 5)
    }
    #expect(await server.events.contains(.disconnected("/")))
  }

  @Test(arguments: ["", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\none"])
  func `a server that sends no data times out`(beginning: String) async throws {
    let server = try HTTPServer(["/": [.send(beginning), .waitForDisconnect]])
    await #expect(throws: NetworkError.timedOut(server.url("/"), .idle, after: .seconds(1))) {
      try await fetch(server.url("/"), timeout: .seconds(1))
    }
    #expect(await server.events.contains(.disconnected("/")))
  }

  @Test(arguments: [
    "", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none\r\n3\r\nt",
  ])
  func `an incomplete answer is an error`(answer: String) async throws {
    let server = try HTTPServer(["/": [.send(answer)]])
    await #expect(throws: NetworkError.incomplete(server.url("/"))) {
      try await fetch(server.url("/"))
    }
  }

  @Test func `a closed port is unreachable`() async throws {
    let port = try HTTPServer.unusedPort()
    await #expect(throws: NetworkError.refused("127.0.0.1:\(port)")) {
      try await fetch("http://127.0.0.1:\(port)/")
    }
  }

  @Test func `a failed TLS handshake is an error`() async throws {
    let server = try HTTPServer()
    await #expect(throws: NetworkError.tls(host: "127.0.0.1:\(server.port)", .handshake)) {
      try await fetch(server.url("/", scheme: "https"))
    }
  }

  @Test(arguments: ["", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\none"])
  func `cancelling ends the call and the connection`(beginning: String) async throws {
    let server = try HTTPServer(["/": [.send(beginning), .waitForDisconnect]])
    let call = Task { try await fetch(server.url("/"), timeout: .seconds(3600)) }
    #expect(await server.events.contains(.requested("/")))
    call.cancel()
    await #expect(throws: CancellationError.self) { try await call.value }
    #expect(await server.events.contains(.disconnected("/")))
  }

  @Test func `a cancelled caller sends no request`() async throws {
    let server = try HTTPServer()
    let call = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await fetch(server.url("/"))
    }
    await #expect(throws: CancellationError.self) { try await call.value }
    #expect(server.paths.isEmpty)
  }

  @Test(arguments: [Duration.seconds(Int64.min), .zero, .nanoseconds(1), .seconds(Int64.max)])
  func `every timeout is clamped to a valid value`(timeout: Duration) async throws {
    let server = try HTTPServer(["/": [.respond(200, "there")]])
    do {
      #expect(try await fetch(server.url("/"), timeout: timeout).status == 200)
    } catch NetworkError.timedOut(_, _, let limit) where timeout < .seconds(1) {
      // On a busy machine, a second may be too short for the answer.
      #expect(limit == .seconds(1))
    }
  }

  @Test func `a body shorter than announced is an error with both lengths`() async throws {
    let server = try HTTPServer([
      "/": [.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\none")]
    ])
    let expected = NetworkError.tooShort(server.url("/"), received: 3, expected: 9)
    await #expect(throws: expected) { try await fetch(server.url("/")) }
  }

  @Test func `fetches run concurrently and equal fetches share one request`() async throws {
    let paths = (0..<32).map { "/\($0 % 16)" }
    let body = String(repeating: "metro", count: 100)
    let server = try HTTPServer(
      Dictionary(
        uniqueKeysWithValues: Set(paths).map { ($0, [.waitForResume, .respond(200, body)]) })
    )
    async let lengths = try await withThrowingTaskGroup { group in
      for path in paths {
        group.addTask { try await fetch(server.url(path)).body.count }
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

  @Test(arguments: [
    [HTTPServer.Step.respond(500)], [.respond(503)], [.respond(429)], [.reset], [.send("")],
    [.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\none"), .reset],
  ])
  func `a retryable failure is retried after growing pauses`(failure: [HTTPServer.Step])
    async throws
  {
    let server = try HTTPServer(scripts: ["/": [failure, failure, [.respond(200, "there")]]])
    #expect(try await fetch(server.url("/")).body == Data("there".utf8))
    #expect(fixture.pauses.values == [.milliseconds(500), .milliseconds(1000)])
  }

  @Test func `a request is sent at most three times and a POST only once`()
    async throws
  {
    let server = try HTTPServer(["/": [.respond(500)]])
    await #expect(throws: NetworkError.status(500, server.url("/"))) {
      try await fetch(server.url("/"))
    }
    #expect(server.paths.count == 3)
    let post = FetchRequest(url: server.url("/"), method: .post, body: Data("x".utf8))
    await #expect(throws: NetworkError.status(500, server.url("/"))) {
      try await fixture.fetcher.fetch(post)
    }
    #expect(server.paths.count == 4)
  }

  @Test(arguments: [
    ("7", Duration.seconds(7)), ("Thu, 01 Jan 1970 00:00:09 GMT", .seconds(9)),
    ("Wed, 31 Dec 1969 23:00:00 GMT", .zero), ("soon", .milliseconds(500)),
  ])
  func `a pause follows the server's Retry-After`(field: String, pause: Duration) async throws {
    let busy = HTTPServer.Step.respond(429, header: "Retry-After: \(field)")
    let server = try HTTPServer(scripts: ["/": [[busy], [.respond(200, "there")]]])
    #expect(try await fetch(server.url("/")).status == 200)
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
    await #expect(throws: expected) { try await fetch(server.url("/")) }
    await #expect(throws: expected) {
      try await fixture.downloads.download(DownloadRequest(url: server.url("/")))
    }
    #expect(fixture.pauses.values == [])
    #expect(server.paths.count == 2)
  }

  @Test func `the log contains neither queries nor tokens`() async throws {
    let server = try HTTPServer(["/a?key=secret": [.respond(200)]])
    let credential = Credential("service") { _ in "secret" }
    _ = try await fixture.fetcher.fetch(
      FetchRequest(url: server.url("/a?key=secret"), credential: credential))
    #expect(fixture.messages.values.count == 1)
    #expect(fixture.messages.values.allSatisfy { $0.contains("/a 200") && !$0.contains("secret") })
  }

  @Test(arguments: ["a\r\nb", "a\nb", "\0"])
  func `a header field with a line break is rejected`(value: String) async throws {
    let server = try HTTPServer()
    await #expect(throws: NetworkError.badHeader("X-Test")) {
      try await fixture.fetcher.fetch(
        FetchRequest(url: server.url("/"), headers: ["X-Test": value]))
    }
    #expect(server.paths == [])
  }

  @Test func `a redirect with 303 drops the method and the body`() async throws {
    let server = try HTTPServer(["/": [.redirect(303, to: "/b")], "/b": [.respond(200, "there")]])
    let request = FetchRequest(url: server.url("/"), method: .post, body: Data("x".utf8))
    #expect(try await fixture.fetcher.fetch(request).body == Data("there".utf8))
    #expect(server.heads.map { $0.prefix(5) } == ["POST ", "GET /"])
  }

  @Test func `a redirect with 307 keeps the method and the body`() async throws {
    let server = try HTTPServer(["/": [.redirect(307, to: "/b")], "/b": [.respond(200, "there")]])
    let request = FetchRequest(url: server.url("/"), method: .post, body: Data("x".utf8))
    #expect(try await fixture.fetcher.fetch(request).body == Data("there".utf8))
    #expect(server.heads.map { $0.prefix(6) } == ["POST /", "POST /"])
  }

  @Test func `an incomplete head is an error`() async throws {
    let server = try HTTPServer(["/": [.send("HTTP/1.1 200 OK\r\nContent-Type: text/p")]])
    await #expect(throws: NetworkError.incomplete(server.url("/"))) {
      try await fetch(server.url("/"))
    }
  }

  @Test func `a request that is not idempotent is sent once on a connection that breaks`()
    async throws
  {
    let first = HTTPServer.Step.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nthere")
    let server = try HTTPServer(["/a": [first, .keepAlive], "/b": []])
    #expect(try await fetch(server.url("/a")).status == 200)
    let post = FetchRequest(url: server.url("/b"), method: .post, body: Data("x".utf8))
    await #expect(throws: NetworkError.incomplete(server.url("/b"))) {
      try await fixture.fetcher.fetch(post)
    }
    #expect(server.paths == ["/a", "/b"])
  }

  @Test func `a HEAD request has no body and waits for none`() async throws {
    let server = try HTTPServer([
      "/": [.send("HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n"), .keepAlive]
    ])
    let head = FetchRequest(url: server.url("/"), method: .head, body: Data("x".utf8), limit: 10)
    #expect(try await fixture.fetcher.fetch(head) == FetchResponse(status: 200, body: Data()))
  }
}
