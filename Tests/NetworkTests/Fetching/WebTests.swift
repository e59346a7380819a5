import Foundation
import Mediator
import NetworkInterface
import TestSupport
import Testing

@testable import Network

@Suite(.promptly, .timeLimit(.minutes(15))) struct WebTests {
  private let house = NetworkHouse()

  private func fetch(
    _ url: String, limit: Int = 1000, timeout: Duration = .seconds(30)
  ) async throws -> FetchResponse {
    try await house.web.fetch(FetchRequest(url: url, limit: limit, timeout: timeout))
  }

  @Test func `a file comes with its type`() async throws {
    let server = try HTTPServer([
      "/a.txt": [.respond(200, "Casa da Música", header: "Content-Type: text/plain")]
    ])
    let response = try await fetch(server.url("/a.txt"))
    let expected = FetchResponse(
      status: 200, body: Data("Casa da Música".utf8), contentType: "text/plain")
    #expect(response == expected)
  }

  @Test(arguments: [
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none\r\n3\r\ntwo\r\n0\r\n\r\n",
    "HTTP/1.0 200 OK\r\n\r\nonetwo",
    "HTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\nHTTP/1.1 203 OK\r\ncontent-length: 6\r\n\r\nonetwo",
  ])
  func `a body comes however it is sent`(answer: String) async throws {
    let server = try HTTPServer(["/": [.send(answer)]])
    #expect(try await fetch(server.url("/")).body == Data("onetwo".utf8))
  }

  @Test func `a success may be empty`() async throws {
    let server = try HTTPServer(["/": [.send("HTTP/1.1 204 No Content\r\n\r\n")]])
    let response = try await fetch(server.url("/"))
    #expect(response == FetchResponse(status: 204, body: Data()))
  }

  @Test(arguments: [300, 304, 400, 401, 404, 429, 500, 503])
  func `any other status is told`(status: Int) async throws {
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
    #expect(server.paths.values == ["/old", "/new?x=1"])
  }

  @Test func `a redirect that never ends is given up after ten`() async throws {
    let server = try HTTPServer(["/loop": [.redirect(302, to: "/loop")]])
    await #expect(throws: NetworkError.tooManyRedirects(server.url("/loop"), limit: 10)) {
      try await fetch(server.url("/loop"))
    }
    #expect(server.paths.values.count == 11)
  }

  @Test func `a redirect does not lead out of this machine unencrypted`() async throws {
    let server = try HTTPServer(["/": [.redirect(302, to: "http://example.org/a?key=1")]])
    await #expect(throws: NetworkError.plainHTTP("http://example.org/a")) {
      try await fetch(server.url("/"))
    }
  }

  @Test func `a redirect without a target is a status like any other`() async throws {
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
  func `a body may have as many bytes as the limit, and no more`(answer: String) async throws {
    let server = try HTTPServer(["/": [.send(answer)]])
    #expect(try await fetch(server.url("/"), limit: 6).body.count == 6)
    await #expect(throws: NetworkError.tooLarge(server.url("/"), limit: 5)) {
      try await fetch(server.url("/"), limit: 5)
    }
  }

  @Test func `a body without an end is cut off at the limit`() async throws {
    let server = try HTTPServer(["/": [.send("HTTP/1.0 200 OK\r\n\r\nonetwo"), .waitForHangUp]])
    await #expect(throws: NetworkError.tooLarge(server.url("/"), limit: 5)) {
      try await fetch(server.url("/"), limit: 5)
    }
    #expect(await server.events.contains(.hungUp("/")))
  }

  @Test(arguments: ["", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\none"])
  func `a server may not be silent for long`(beginning: String) async throws {
    let server = try HTTPServer(["/": [.send(beginning), .waitForHangUp]])
    await #expect(throws: NetworkError.timedOut(server.url("/"), after: .seconds(1))) {
      try await fetch(server.url("/"), timeout: .seconds(1))
    }
    #expect(await server.events.contains(.hungUp("/")))
  }

  @Test(arguments: [
    "", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none\r\n3\r\nt",
    "SSH-2.0-OpenSSH_9.6\r\n", "\0\0\0\0",
  ])
  func `an answer that breaks off or is none is told`(answer: String) async throws {
    let server = try HTTPServer(["/": [.send(answer)]])
    await #expect(throws: NetworkError.incomplete(server.url("/"))) {
      try await fetch(server.url("/"))
    }
  }

  @Test func `nobody there is told`() async throws {
    let port = try HTTPServer.unusedPort()
    await #expect(throws: NetworkError.unreachable(host: "127.0.0.1")) {
      try await fetch("http://127.0.0.1:\(port)/")
    }
  }

  @Test func `a host without encryption is told`() async throws {
    let server = try HTTPServer()
    await #expect(throws: NetworkError.tls(host: "127.0.0.1")) {
      try await fetch(server.url("/", scheme: "https"))
    }
  }

  @Test(arguments: ["", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\none"])
  func `cancelling ends the call and the transfer`(beginning: String) async throws {
    let server = try HTTPServer(["/": [.send(beginning), .waitForHangUp]])
    let call = Task { try await fetch(server.url("/"), timeout: .seconds(3600)) }
    #expect(await server.events.contains(.asked("/")))
    call.cancel()
    await #expect(throws: CancellationError.self) { try await call.value }
    #expect(await server.events.contains(.hungUp("/")))
  }

  @Test func `a cancelled caller asks nobody`() async throws {
    let server = try HTTPServer()
    let call = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await fetch(server.url("/"))
    }
    await #expect(throws: CancellationError.self) { try await call.value }
    #expect(server.paths.values.isEmpty)
  }

  @Test(arguments: [Duration.seconds(Int64.min), .zero, .nanoseconds(1), .seconds(Int64.max)])
  func `no time-out is too odd`(timeout: Duration) async throws {
    let server = try HTTPServer(["/": [.respond(200, "there")]])
    #expect(try await fetch(server.url("/"), timeout: timeout).status == 200)
  }

  @Test func `a body shorter than the server says is told, with both numbers`() async throws {
    let server = try HTTPServer([
      "/": [.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\none")]
    ])
    let expected = NetworkError.tooShort(server.url("/"), received: 3, expected: 9)
    await #expect(throws: expected) { try await fetch(server.url("/")) }
  }

  @Test func `many fetches run side by side, and equal ones are one`() async throws {
    let paths = (0..<32).map { "/\($0 % 16)" }
    let body = String(repeating: "metro", count: 100)
    let server = try HTTPServer(
      Dictionary(
        uniqueKeysWithValues: Set(paths).map { ($0, [.waitForTest, .respond(200, body)]) })
    )
    async let lengths = try await withThrowingTaskGroup { group in
      for path in paths {
        group.addTask { try await fetch(server.url(path)).body.count }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    for _ in 0..<16 { server.goOn() }
    let found = try await lengths
    #expect(found == Array(repeating: 500, count: 32))
    #expect(Set(server.paths.values) == Set(paths))
  }

  @Test func `an equal read under way is shared, and ends when nobody waits for it`() async throws {
    let server = try HTTPServer(["/": [.waitForHangUp]])
    let request = FetchRequest(url: server.url("/"), timeout: .seconds(3600))
    let calls = (0..<3).map { _ in Task { try await house.web.fetch(request) } }
    #expect(await server.events.contains(.asked("/")))
    for call in calls { call.cancel() }
    for call in calls {
      await #expect(throws: CancellationError.self) { try await call.value }
    }
    #expect(await server.events.contains(.hungUp("/")))
    #expect(server.paths.values == ["/"])
  }

  @Test(arguments: [
    [HTTPServer.Step.respond(500)], [.respond(503)], [.respond(429)], [.reset], [.send("")],
    [.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\none"), .reset],
  ])
  func `what passes is tried again after growing pauses`(setback: [HTTPServer.Step]) async throws {
    let server = try HTTPServer(scripts: ["/": [setback, setback, [.respond(200, "there")]]])
    #expect(try await fetch(server.url("/")).body == Data("there".utf8))
    #expect(house.pauses.values == [.milliseconds(500), .milliseconds(1000)])
  }

  @Test func `three times is enough, and a question that changes something is asked once`()
    async throws
  {
    let server = try HTTPServer(["/": [.respond(500)]])
    await #expect(throws: NetworkError.status(500, server.url("/"))) {
      try await fetch(server.url("/"))
    }
    #expect(server.paths.values.count == 3)
    let post = FetchRequest(url: server.url("/"), method: .post, body: Data("x".utf8))
    await #expect(throws: NetworkError.status(500, server.url("/"))) {
      try await house.web.fetch(post)
    }
    #expect(server.paths.values.count == 4)
  }

  @Test(arguments: [
    ("7", Duration.seconds(7)), ("Thu, 01 Jan 1970 00:00:09 GMT", .seconds(9)),
    ("Wed, 31 Dec 1969 23:00:00 GMT", .zero), ("soon", .milliseconds(500)),
  ])
  func `a busy server says when`(field: String, pause: Duration) async throws {
    let busy = HTTPServer.Step.respond(429, header: "Retry-After: \(field)")
    let server = try HTTPServer(scripts: ["/": [[busy], [.respond(200, "there")]]])
    #expect(try await fetch(server.url("/")).status == 200)
    #expect(house.pauses.values == [pause])
  }

  @Test func `who is sent away for long is told at once`() async throws {
    let server = try HTTPServer(["/": [.respond(429, header: "Retry-After: 3600")]])
    await #expect(throws: NetworkError.status(429, server.url("/"))) {
      try await fetch(server.url("/"))
    }
    #expect(house.pauses.values == [])
  }

  @Test func `the log names no query, and no token`() async throws {
    let server = try HTTPServer(["/a?key=secret": [.respond(200)]])
    let credential = Credential("service") { _ in "secret" }
    _ = try await house.web.fetch(
      FetchRequest(url: server.url("/a?key=secret"), credential: credential))
    #expect(house.messages.values.count == 1)
    #expect(house.messages.values.allSatisfy { $0.contains("/a 200") && !$0.contains("secret") })
  }

  @Test(arguments: ["a\r\nb", "a\nb", "\0"])
  func `no header field breaks out of its line`(value: String) async throws {
    let server = try HTTPServer()
    await #expect(throws: NetworkError.badHeader("X-Test")) {
      try await house.web.fetch(FetchRequest(url: server.url("/"), headers: ["X-Test": value]))
    }
    #expect(server.paths.values == [])
  }

  @Test func `a body is sent, and not to where its answer sends on`() async throws {
    let server = try HTTPServer(["/": [.redirect(303, to: "/b")], "/b": [.respond(200, "there")]])
    let request = FetchRequest(url: server.url("/"), method: .post, body: Data("x".utf8))
    #expect(try await house.web.fetch(request).body == Data("there".utf8))
    #expect(server.heads.values.map { $0.prefix(5) } == ["POST ", "GET /"])
  }

  @Test func `another method keeps its body where the answer says so`() async throws {
    let server = try HTTPServer(["/": [.redirect(307, to: "/b")], "/b": [.respond(200, "there")]])
    let request = FetchRequest(url: server.url("/"), method: .post, body: Data("x".utf8))
    #expect(try await house.web.fetch(request).body == Data("there".utf8))
    #expect(server.heads.values.map { $0.prefix(6) } == ["POST /", "POST /"])
  }

  /// Foundation on Linux stops the process there (swift-corelibs-foundation, issue 5285, mended after
  /// Swift 6.3): a connection that ends within the header lines, before any length was told.
  @Test func `a head that breaks off is no end of the process`() async {
    await withKnownIssue(isIntermittent: true) {
      await #expect(processExitsWith: .success) {
        let server = try HTTPServer(["/": [.send("HTTP/1.1 200 OK\r\nContent-Type: text/p")]])
        _ = try? await NetworkHouse().web.fetch(FetchRequest(url: server.url("/")))
      }
    }
  }
}
