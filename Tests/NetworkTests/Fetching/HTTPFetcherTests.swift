import Foundation
import Mediator
import ModuleTesting
import NetworkInterface
import TestSupport
import Testing

@testable import Network

@Suite(.highPriority, .timeLimit(.minutes(15))) struct HTTPFetcherTests {
  private let fixture = NetworkFixture()

  @Test func `a response has a status and a body`() async throws {
    let server = try HTTPServer(["/a.txt": [.respond(203, "Casa da Música")]])
    let response = try await fixture.fetch(server.url("/a.txt"))
    #expect(response == FetchResponse(status: 203, body: Data("Casa da Música".utf8)))
  }

  @Test(arguments: [
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none\r\n3\r\ntwo\r\n0\r\n\r\n",
    "HTTP/1.0 200 OK\r\n\r\nonetwo",
    "HTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\nHTTP/1.1 203 OK\r\ncontent-length: 6\r\n\r\nonetwo",
  ])
  func `a body is read in every transfer encoding`(answer: String) async throws {
    let server = try HTTPServer(["/": [.send(answer)]])
    #expect(try await fixture.fetch(server.url("/")).body == Data("onetwo".utf8))
  }

  @Test func `a successful response may have an empty body`() async throws {
    let server = try HTTPServer(["/": [.send("HTTP/1.1 204 No Content\r\n\r\n")]])
    let response = try await fixture.fetch(server.url("/"))
    #expect(response == FetchResponse(status: 204, body: Data()))
  }

  @Test func `a HEAD request has no body and waits for none`() async throws {
    let server = try HTTPServer([
      "/": [.send("HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n"), .keepAlive]
    ])
    let head = FetchRequest(url: server.url("/"), method: .head, body: Data("x".utf8), limit: 10)
    #expect(try await fixture.fetcher.fetch(head) == FetchResponse(status: 200, body: Data()))
  }

  @Test(arguments: [300, 304, 400, 401, 404, 429, 500, 503])
  func `every other status is an error`(status: Int) async throws {
    let server = try HTTPServer(["/a?key=secret": [.respond(status, "no")]])
    await #expect(throws: NetworkError.status(status, server.url("/a"))) {
      try await fixture.fetch(server.url("/a?key=secret"))
    }
  }

  @Test(arguments: [
    "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nonetwo",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none\r\n3\r\ntwo\r\n0\r\n\r\n",
    "HTTP/1.0 200 OK\r\n\r\nonetwo",
  ])
  func `a body may have as many bytes as the limit but not more`(answer: String) async throws {
    let server = try HTTPServer(["/": [.send(answer)]])
    #expect(try await fixture.fetch(server.url("/"), limit: 6).body.count == 6)
    await #expect(throws: NetworkError.tooLarge(server.url("/"), limit: 5)) {
      try await fixture.fetch(server.url("/"), limit: 5)
    }
  }

  @Test func `a body without an end is cancelled at the limit`() async throws {
    let server = try HTTPServer(["/": [.send("HTTP/1.0 200 OK\r\n\r\nonetwo"), .waitForDisconnect]])
    await #expect(throws: NetworkError.tooLarge(server.url("/"), limit: 5)) {
      try await fixture.fetch(server.url("/"), limit: 5)
    }
    #expect(await server.events.contains(.disconnected("/")))
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

  @Test(arguments: [
    "", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none\r\n3\r\nt",
    "HTTP/1.1 200 OK\r\nContent-Type: text/p",
  ])
  func `an incomplete answer is an error`(answer: String) async throws {
    let server = try HTTPServer(["/": [.send(answer)]])
    await #expect(throws: NetworkError.incomplete(server.url("/"))) {
      try await fixture.fetch(server.url("/"))
    }
  }

  @Test func `a body shorter than announced is an error with both lengths`() async throws {
    let server = try HTTPServer([
      "/": [.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\none")]
    ])
    let expected = NetworkError.tooShort(server.url("/"), received: 3, expected: 9)
    await #expect(throws: expected) { try await fixture.fetch(server.url("/")) }
  }

  @Test(arguments: ["", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\none"])
  func `a server that sends no data times out`(beginning: String) async throws {
    let server = try HTTPServer(["/": [.send(beginning), .waitForDisconnect]])
    await #expect(throws: NetworkError.timedOut(server.url("/"), .idle, after: .seconds(1))) {
      try await fixture.fetch(server.url("/"), timeout: .seconds(1))
    }
    #expect(await server.events.contains(.disconnected("/")))
  }

  @Test(arguments: [Duration.seconds(Int64.min), .zero, .nanoseconds(1), .seconds(Int64.max)])
  func `every timeout is clamped to a valid value`(timeout: Duration) async throws {
    let server = try HTTPServer(["/": [.respond(200, "there")]])
    do {
      #expect(try await fixture.fetch(server.url("/"), timeout: timeout).status == 200)
    } catch NetworkError.timedOut(_, _, let limit) where timeout < .seconds(1) {
      // On a busy machine, a second may be too short for the answer.
      #expect(limit == .seconds(1))
    }
  }

  @Test func `a closed port is unreachable`() async throws {
    let port = try HTTPServer.unusedPort()
    await #expect(throws: NetworkError.refused("127.0.0.1:\(port)")) {
      try await fixture.fetch("http://127.0.0.1:\(port)/")
    }
  }

  @Test func `a failed TLS handshake is an error`() async throws {
    let server = try HTTPServer()
    await #expect(throws: NetworkError.tls(host: "127.0.0.1:\(server.port)", .handshake)) {
      try await fixture.fetch(server.url("/", scheme: "https"))
    }
  }

  @Test(arguments: ["", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\none"])
  func `cancelling ends the call and the connection`(beginning: String) async throws {
    let server = try HTTPServer(["/": [.send(beginning), .waitForDisconnect]])
    let call = Task { try await fixture.fetch(server.url("/"), timeout: .seconds(3600)) }
    #expect(await server.events.contains(.requested("/")))
    call.cancel()
    await #expect(throws: CancellationError.self) { try await call.value }
    #expect(await server.events.contains(.disconnected("/")))
  }

  @Test func `a cancelled caller sends no request`() async throws {
    let server = try HTTPServer()
    let call = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await fixture.fetch(server.url("/"))
    }
    await #expect(throws: CancellationError.self) { try await call.value }
    #expect(server.paths.isEmpty)
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

  @Test func `the log contains neither queries nor tokens`() async throws {
    let server = try HTTPServer(["/a?key=secret": [.respond(200)]])
    let credential = Credential("service") { _ in "secret" }
    _ = try await fixture.fetcher.fetch(
      FetchRequest(url: server.url("/a?key=secret"), credential: credential))
    #expect(fixture.messages.values.count == 1)
    #expect(fixture.messages.values.allSatisfy { $0.contains("/a 200") && !$0.contains("secret") })
  }
}
