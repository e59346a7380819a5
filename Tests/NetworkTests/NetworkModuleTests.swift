import Foundation
import Mediator
import ModuleManager
import NetworkInterface
import TestSupport
import Testing

@testable import Network

@Suite(.timeLimit(.minutes(1))) struct NetworkModuleTests {
  private let mediator = Mediator()
  private let manager: ModuleManager

  init() async throws {
    let mediator = mediator
    manager = try ModuleManager([NetworkModule.self], mediator: mediator) { _ in
      ModuleContext(mediator: mediator, folder: FileManager.default.temporaryDirectory)
    }
    try await manager.open()
  }

  private func fetch(
    _ url: String, limit: Int = 1000, timeout: Duration = .seconds(30)
  ) async throws -> FetchResponse {
    try await mediator.perform(
      Network.fetch, FetchRequest(url: url, limit: limit, timeout: timeout))
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
    "", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\none",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none\r\n3\r\nt",
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
    let call = Task { try await fetch(server.url("/")) }
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

  @Test func `many fetches run side by side`() async throws {
    let server = try HTTPServer(["/": [.respond(200, String(repeating: "metro", count: 100))]])
    let lengths = try await withThrowingTaskGroup { group in
      for _ in 0..<32 { group.addTask { try await fetch(server.url("/")).body.count } }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(lengths == [500])
    #expect(server.paths.values.count == 32)
  }
}
