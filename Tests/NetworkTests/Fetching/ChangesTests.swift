import Foundation
import Mediator
import ModuleTesting
import NetworkInterface
import TestSupport
import Testing

@testable import Network

/// Requests that change a resource.
@Suite(.highPriority, .timeLimit(.minutes(15))) struct ChangesTests {
  private let fixture = NetworkFixture()

  private struct Problem: ModuleError, Equatable, Decodable {
    let message: String

    var kind: FailureKind { .failed }

    var description: String { message }
  }

  @Test(
    arguments: [
      (.put, "a", "PUT /r", "Content-Length: 1"), (.patch, "a", "PATCH /r", "Content-Length: 1"),
      (.delete, nil, "DELETE /r", nil), (.put, nil, "PUT /r", "Content-Length: 0"),
      (.patch, nil, "PATCH /r", "Content-Length: 0"), (.post, nil, "POST /r", "Content-Length: 0"),
      (.delete, "a", "DELETE /r", "Content-Length: 1"),
    ] as [(HTTPMethod, String?, String, String?)])
  func `a request has its method and the length of its body`(
    method: HTTPMethod, body: String?, start: String, length: String?
  ) async throws {
    let server = try HTTPServer(["/r": [.readBody, .respond(200, "done")]])
    let request = FetchRequest(
      url: server.url("/r"), method: method, body: body.map { Data($0.utf8) })
    #expect(try await fixture.fetcher.fetch(request).body == Data("done".utf8))
    let lines = try #require(server.heads.first).components(separatedBy: "\r\n")
    #expect(lines.first == "\(start) HTTP/1.1")
    #expect(lines.first { $0.hasPrefix("Content-Length") } == length)
    #expect(server.bodies == [Array((body ?? "").utf8)])
  }

  @Test(
    arguments: [(.get, 3), (.put, 3), (.delete, 3), (.post, 1), (.patch, 1)]
      as [(HTTPMethod, Int)])
  func `only an idempotent request is repeated`(method: HTTPMethod, attempts: Int) async throws {
    let server = try HTTPServer(["/r": [.readBody, .respond(503)], "/cut": [.readBody]])
    for (path, error) in [
      ("/r", NetworkError.status(503, server.url("/r"))), ("/cut", .incomplete(server.url("/cut"))),
    ] {
      await #expect(throws: error) {
        try await fixture.fetcher.fetch(FetchRequest(url: server.url(path), method: method))
      }
      #expect(server.paths.count { $0 == path } == attempts)
    }
  }

  // MARK: - The cache

  /// Reads the resource `/r`, also from the cache.
  private func read(_ server: HTTPServer) async throws -> String {
    let request = FetchRequest(url: server.url("/r"), maximumAge: .seconds(1000))
    return String(decoding: try await fixture.fetcher.fetch(request).body, as: UTF8.self)
  }

  private static let fresh = "Cache-Control: max-age=1000"

  @Test(
    arguments: [
      (.put, 200, "new"), (.put, 204, "new"), (.patch, 200, "new"), (.delete, 204, "new"),
      (.post, 201, "new"), (.patch, 500, "new"), (.post, 422, "new"), (.delete, 404, "new"),
      (.head, 200, "old"),
    ] as [(HTTPMethod, Int, String)])
  func `a cached response does not survive a change of its address`(
    method: HTTPMethod, status: Int, later: String
  ) async throws {
    let server = try HTTPServer(scripts: [
      "/r": [
        [.respond(200, "old", header: Self.fresh)], [.readBody, .respond(status)],
        [.respond(200, "new")],
      ]
    ])
    #expect(try await read(server) == "old")
    #expect(try await read(server) == "old")
    _ = try? await fixture.fetcher.fetch(
      FetchRequest(
        url: server.url("/r"), method: method, headers: ["X-Version": "1"], body: Data("a".utf8),
        credential: Credential("service") { _ in "token" }))
    #expect(try await read(server) == later)
  }

  @Test func `after a change without an answer, the resource is read again`() async throws {
    let server = try HTTPServer(scripts: [
      "/r": [[.respond(200, "old", header: Self.fresh)], [.readBody], [.respond(200, "new")]]
    ])
    #expect(try await read(server) == "old")
    await #expect(throws: NetworkError.incomplete(server.url("/r"))) {
      try await fixture.fetcher.fetch(FetchRequest(url: server.url("/r"), method: .patch))
    }
    #expect(try await read(server) == "new")
  }

  @Test func `what was requested before a change is neither shared nor stored after it`()
    async throws
  {
    let server = try HTTPServer(scripts: [
      "/r": [
        [.waitForResume, .respond(200, "old", header: Self.fresh)], [.respond(204)],
        [.respond(200, "new")], [.respond(200, "newer")],
      ]
    ])
    let first = Task { try await read(server) }
    #expect(await server.events.contains(.requested("/r")))
    _ = try await fixture.fetcher.fetch(FetchRequest(url: server.url("/r"), method: .delete))
    #expect(try await read(server) == "new")
    server.resume()
    #expect(try await first.value == "old")
    #expect(try await read(server) == "newer")
  }

  // MARK: - Redirects

  @Test(
    arguments: [HTTPMethod.put, .patch, .delete], [301, 302, 307, 308])
  func `a redirect of a change keeps method and body, but is not followed to another host`(
    method: HTTPMethod, status: Int
  ) async throws {
    let other = try HTTPServer(["/r": [.respond(200)]])
    let server = try HTTPServer([
      "/near": [.readBody, .redirect(status, to: "/r")], "/r": [.readBody, .respond(200)],
      "/far": [.readBody, .redirect(status, to: other.url("/r"))],
    ])
    func request(_ path: String) -> FetchRequest {
      FetchRequest(url: server.url(path), method: method, body: Data("a".utf8))
    }
    _ = try await fixture.fetcher.fetch(request("/near"))
    #expect(server.heads.last?.hasPrefix("\(method.rawValue) /r ") == true)
    #expect(server.bodies == [[97], [97]])
    await #expect(throws: NetworkError.foreignRedirect(server.url("/far"), to: other.url("/r"))) {
      try await fixture.fetcher.fetch(request("/far"))
    }
    #expect(other.paths == [])
  }

  // MARK: - The server's own error

  @Test(arguments: [
    (422, #"{"message": "the recipe has no title"}"#, "the recipe has no title"),
    (409, #"{"message": ""}"#, ""), (503, #"{"message": "closed"}"#, "closed"),
    (304, #"{"message": "odd"}"#, nil), (500, "<html>", nil), (404, "", nil),
    (400, #"{"message": ""# + String(repeating: "a", count: 65_000) + #""}"#, ""),
    (400, #"{"message": ""# + String(repeating: "a", count: 66_000) + #""}"#, nil),
  ])
  func `the body of an error becomes the error of the caller, if it can be read`(
    status: Int, body: String, message: String?
  ) async throws {
    let server = try HTTPServer(["/r": [.readBody, .respond(status, body)]])
    let request = FetchRequest(
      url: server.url("/r"), method: .post,
      failure: { response in
        #expect(response.status == status)
        let problem = try JSON.decode(Problem.self, from: response.body)
        return Problem(message: String(problem.message.prefix { $0 != "a" || status != 400 }))
      })
    if let message {
      await #expect(throws: Problem(message: message)) { try await fixture.fetcher.fetch(request) }
    } else {
      await #expect(throws: NetworkError.status(status, server.url("/r"))) {
        try await fixture.fetcher.fetch(request)
      }
    }
  }

  @Test func `the error of a repeated request is that of the last answer`() async throws {
    let server = try HTTPServer(scripts: [
      "/r": ["a", "b", "c"].map { [.respond(500, #"{"message": "\#($0)"}"#)] },
      "/cut": [[.respond(500, #"{"message": "a"}"#)], []],
    ])
    func fetch(_ path: String) async throws {
      _ = try await fixture.fetcher.fetch(
        FetchRequest(
          url: server.url(path), failure: { try JSON.decode(Problem.self, from: $0.body) }))
    }
    await #expect(throws: Problem(message: "c")) { try await fetch("/r") }
    await #expect(throws: NetworkError.incomplete(server.url("/cut"))) { try await fetch("/cut") }
  }

  @Test func `equal requests that share a transfer have errors of their own`() async throws {
    let server = try HTTPServer(["/r": [.waitForResume, .respond(404, #"{"message": "gone"}"#)]])
    let request = FetchRequest(
      url: server.url("/r"), failure: { try JSON.decode(Problem.self, from: $0.body) })
    let plain = FetchRequest(url: server.url("/r"))
    let first = Task.immediate { try await fixture.fetcher.fetch(plain) }
    // Each runs until it waits for the server.
    let second = Task.immediate { try await fixture.fetcher.fetch(request) }
    server.resume()
    await #expect(throws: NetworkError.status(404, server.url("/r"))) { try await first.value }
    await #expect(throws: Problem(message: "gone")) { try await second.value }
    #expect(server.paths == ["/r"])
  }
}
