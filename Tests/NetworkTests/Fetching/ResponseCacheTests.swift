import Foundation
import Mediator
import ModuleTesting
import NetworkInterface
import TestSupport
import Testing

@testable import Network

@Suite(.highPriority, .timeLimit(.minutes(15))) struct ResponseCacheTests {
  private func fetch(
    _ url: String, from fixture: NetworkFixture, limit: Int = 1000
  ) async throws -> FetchResponse {
    try await fixture.fetcher.fetch(FetchRequest(url: url, limit: limit))
  }

  @Test func `the cache stays within its limit and keeps the newest responses`() async throws {
    let paths = (0..<40).map { "/\($0)" }
    let body = String(repeating: "x", count: 1000)
    let response = HTTPServer.Step.respond(200, body, header: "Cache-Control: max-age=60")
    let server = try HTTPServer(Dictionary(uniqueKeysWithValues: paths.map { ($0, [response]) }))
    let fixture = NetworkFixture(cacheLimit: 20_000)
    for path in paths { _ = try await fixture.fetcher.fetch(FetchRequest(url: server.url(path))) }
    let sizes = fixture.files.compactMap { file in
      let path = fixture.folder.appending(path: file).path
      return try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
    }
    #expect(sizes.count > 10 && sizes.reduce(0, +) <= 20_000 + 8192)
    #expect(fixture.fetcher.cache.response(for: server.url("/39"))?.body.count == 1000)
    #expect(fixture.fetcher.cache.response(for: server.url("/0")) == nil)
  }

  @Test func `a response larger than a quarter of the cache is not stored`() async throws {
    let body = String(repeating: "x", count: 6000)
    let cacheable = HTTPServer.Step.respond(200, body, header: "Cache-Control: max-age=60")
    let server = try HTTPServer(["/": [cacheable]])
    let fixture = NetworkFixture(cacheLimit: 20_000)
    _ = try await fixture.fetcher.fetch(FetchRequest(url: server.url("/")))
    #expect(fixture.fetcher.cache.response(for: server.url("/")) == nil)
  }

  @Test(arguments: [
    "Cache-Control: no-store, max-age=60", "ETag: \"1\"\r\nVary: Accept-Language", "X: y",
    "Cache-Control: max-age=60\r\nVary: *",
  ])
  func `a response that may not be stored is not stored`(fields: String) async throws {
    let server = try HTTPServer(["/": [.respond(200, "there", header: fields)]])
    let fixture = NetworkFixture()
    _ = try await fixture.fetcher.fetch(FetchRequest(url: server.url("/")))
    #expect(fixture.fetcher.cache.response(for: server.url("/")) == nil)
  }

  @Test(arguments: ["", "{}\nbody", "no JSON\n", "{\"url\": 1}\n"])
  func `a damaged cache file is ignored`(content: String) async throws {
    let cacheable = HTTPServer.Step.respond(200, "there", header: "Cache-Control: max-age=60")
    let server = try HTTPServer(["/": [cacheable]])
    let fixture = NetworkFixture()
    _ = try await fixture.fetcher.fetch(FetchRequest(url: server.url("/")))
    let name = try #require(fixture.files.first { $0.hasPrefix("answers/") })
    try Data(content.utf8).write(to: fixture.folder.appending(path: name))
    let response = try await fixture.fetcher.fetch(FetchRequest(url: server.url("/")))
    #expect(response.body == Data("there".utf8))
    #expect(server.paths.count == 2)
  }

  @Test func `a response to an authenticated request is not cached`() async throws {
    let cacheable = HTTPServer.Step.respond(200, "there", header: "Cache-Control: max-age=60")
    let server = try HTTPServer(["/": [cacheable]])
    let fixture = NetworkFixture()
    let credential = Credential("service") { _ in "token" }
    for _ in 0..<2 {
      _ = try await fixture.fetcher.fetch(
        FetchRequest(url: server.url("/"), credential: credential))
    }
    #expect(server.paths.count == 2)
  }

  @Test func `a cached response is not used for a smaller limit or after the clock was set back`()
    async throws
  {
    let fixture = NetworkFixture()
    let cacheable = HTTPServer.Step.respond(200, "there", header: "Cache-Control: max-age=60")
    let server = try HTTPServer(["/": [cacheable]])
    fixture.time.withLock { $0 = 1000 }
    _ = try await fetch(server.url("/"), from: fixture)
    await #expect(throws: NetworkError.tooLarge(server.url("/"), limit: 4)) {
      try await fetch(server.url("/"), from: fixture, limit: 4)
    }
    fixture.time.withLock { $0 = 990 }
    let before = server.paths.count
    _ = try await fetch(server.url("/"), from: fixture)
    #expect(server.paths.count == before + 1)
  }

  @Test func `a cached response is used while it is fresh and then revalidated`() async throws {
    let fixture = NetworkFixture()
    let fields = "ETag: \"1\"\r\nCache-Control: max-age=60"
    let server = try HTTPServer(scripts: [
      "/": [
        [.respond(200, "there", header: fields)],
        [.send("HTTP/1.1 304 Not Modified\r\nConnection: close\r\n\r\n")],
        [.respond(200, "new", header: "Cache-Control: no-store")], [.respond(200, "again")],
      ]
    ])
    for seconds in [0.0, 59] {
      fixture.time.withLock { $0 = seconds }
      #expect(try await fetch(server.url("/"), from: fixture).body == Data("there".utf8))
    }
    #expect(server.paths.count == 1)
    fixture.time.withLock { $0 = 60 }
    #expect(try await fetch(server.url("/"), from: fixture).body == Data("there".utf8))
    #expect(server.heads.last?.contains("If-None-Match: \"1\"") == true)
    #expect(try await fetch(server.url("/"), from: fixture).body == Data("there".utf8))
    #expect(server.paths.count == 2)
    fixture.time.withLock { $0 = 120 }
    #expect(try await fetch(server.url("/"), from: fixture).body == Data("new".utf8))
    #expect(try await fetch(server.url("/"), from: fixture).body == Data("again".utf8))
    #expect(server.heads.last?.contains("If-None-Match") == false)
  }

  @Test func `a fetch may ask the server although its cached response is fresh`() async throws {
    let fixture = NetworkFixture()
    let fields = "ETag: \"1\"\r\nCache-Control: max-age=60"
    let server = try HTTPServer(scripts: [
      "/": [
        [.respond(200, "there", header: fields)],
        [.send("HTTP/1.1 304 Not Modified\r\nConnection: close\r\n\r\n")],
        [.respond(200, "new", header: fields)], [.respond(404)],
      ]
    ])
    let reload = FetchRequest(url: server.url("/"), cachePolicy: .revalidate)
    #expect(try await fetch(server.url("/"), from: fixture).body == Data("there".utf8))
    #expect(try await fixture.fetcher.fetch(reload).body == Data("there".utf8))
    let head = try #require(server.heads.last)
    #expect(head.contains("If-None-Match: \"1\"") && head.contains("Cache-Control: no-cache"))
    #expect(try await fixture.fetcher.fetch(reload).body == Data("new".utf8))
    #expect(try await fetch(server.url("/"), from: fixture).body == Data("new".utf8))
    #expect(server.paths.count == 3)
    await #expect(throws: NetworkError.status(404, server.url("/"))) {
      try await fixture.fetcher.fetch(reload)
    }
  }
}
