import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import NetworkInterface
import Platform
import TestSupport
import Testing

@testable import Network

@Suite(.highPriority, .timeLimit(.minutes(15))) struct ResponseCacheTests {
  private func fetch(
    _ url: String, from fixture: NetworkFixture, limit: Int = 1000,
    maximumAge: Duration = .seconds(3600)
  ) async throws -> FetchResponse {
    try await fixture.fetcher.fetch(FetchRequest(url: url, maximumAge: maximumAge, limit: limit))
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

  /// What a power cut leaves of a file that was not written to the disk (`fsync`): nothing, a part
  /// of it, or zeros.
  @Test func `a cache file that is cut or changed anywhere is ignored`() throws {
    let address = try Address("https://example.org/", allowsPlainHTTP: false)
    var response = try #require(HTTPResponse(statusLine: "HTTP/1.1 200 OK", from: address))
    _ = response.addField("ETag: \"1\"")
    let fetched = FetchResponse(status: 200, body: Data("one\ntwo".utf8))
    let whole = try #require(CachedResponse(response, fetched, now: .distantPast)).content
    let read = try #require(CachedResponse(whole))
    #expect(read.body == fetched.body && read.head.etag == "\"1\"")
    for index in whole.indices {
      #expect(CachedResponse(whole[..<index]) == nil, "\(index)")
      #expect(CachedResponse(whole[..<index] + Data(count: whole.count - index)) == nil)
      for bit in 0..<8 {
        var damaged = whole
        damaged[index] ^= 1 << bit
        #expect(CachedResponse(damaged) == nil, "bit \(bit) of byte \(index)")
      }
    }
  }

  @Test func `a damaged cache file and those of earlier versions are not used`() async throws {
    let cacheable = HTTPServer.Step.respond(200, "there", header: "Cache-Control: max-age=60")
    let server = try HTTPServer(["/": [cacheable]])
    let fixture = NetworkFixture()
    let answers = fixture.folder.appending(path: "answers")
    try FileManager.default.createDirectory(at: answers, withIntermediateDirectories: true)
    let old = answers.appending(path: SHA256.name(of: server.url("/")))
    let head = """
      {"url": "\(server.url("/"))", "status": 200, "freshness": 31536000, "keptAt": 0}
      """
    try Data("\(head)\n<html>".utf8).write(to: old)
    #expect(try await fetch(server.url("/"), from: fixture).body == Data("there".utf8))
    #expect(!FileManager.default.fileExists(atPath: old.path))
    let name = try #require(fixture.files.first { $0.hasPrefix("answers/") })
    try Data("{}\n\n".utf8).write(to: fixture.folder.appending(path: name))
    #expect(try await fetch(server.url("/"), from: fixture).body == Data("there".utf8))
    #expect(server.paths.count == 2)
  }

  // MARK: - What the caller accepts

  private struct Rejection: Error, Equatable {}

  /// A request that accepts only the body `there`, as the decoder of an endpoint would.
  private func request(_ url: String, maximumAge: Duration = .seconds(3600)) -> FetchRequest {
    FetchRequest(url: url, maximumAge: maximumAge) { response in
      guard response.body == Data("there".utf8) else { throw Rejection() }
    }
  }

  @Test(arguments: [
    "Cache-Control: max-age=31536000", "ETag: \"1\"", "ETag: \"1\"\r\nCache-Control: max-age=9",
  ])
  func `a response that its caller rejects is not stored`(fields: String) async throws {
    let fixture = NetworkFixture()
    let server = try HTTPServer(scripts: [
      "/": [[.respond(200, "<html>", header: fields)], [.respond(200, "there", header: fields)]]
    ])
    await #expect(throws: Rejection()) { try await fixture.fetcher.fetch(request(server.url("/"))) }
    #expect(fixture.files == [])
    #expect(try await fixture.fetcher.fetch(request(server.url("/"))).body == Data("there".utf8))
    #expect(server.heads.last?.contains("If-None-Match") == false)
  }

  @Test func `a rejected response does not replace an accepted one`() async throws {
    let fixture = NetworkFixture()
    let server = try HTTPServer(scripts: [
      "/": [
        [.respond(200, "there", header: "ETag: \"1\"")],
        [.respond(200, "<html>", header: "ETag: \"2\"\r\nCache-Control: max-age=31536000")],
        [.send("HTTP/1.1 304 Not Modified\r\nConnection: close\r\n\r\n")],
      ]
    ])
    _ = try await fixture.fetcher.fetch(request(server.url("/")))
    await #expect(throws: Rejection()) { try await fixture.fetcher.fetch(request(server.url("/"))) }
    #expect(try await fixture.fetcher.fetch(request(server.url("/"))).body == Data("there".utf8))
    #expect(server.heads.last?.contains("If-None-Match: \"1\"") == true)
  }

  /// Another caller had accepted it, or an earlier version of the program.
  @Test(arguments: ["Cache-Control: max-age=31536000", "ETag: \"1\""])
  func `a cached response that its caller rejects is removed and requested without condition`(
    fields: String
  ) async throws {
    let fixture = NetworkFixture()
    let server = try HTTPServer(scripts: [
      "/": [[.respond(200, "<html>", header: fields)], [.respond(200, "there")]]
    ])
    _ = try await fetch(server.url("/"), from: fixture)
    #expect(fixture.fetcher.cache.response(for: server.url("/")) != nil)
    #expect(try await fixture.fetcher.fetch(request(server.url("/"))).body == Data("there".utf8))
    #expect(server.heads.last?.contains("If-None-Match") == false)
    #expect(fixture.fetcher.cache.response(for: server.url("/")) == nil)
  }

  @Test func `callers of a shared response accept or reject it each for itself`() async throws {
    let fixture = NetworkFixture()
    let server = try HTTPServer([
      "/": [.waitForResume, .respond(200, "<html>", header: "ETag: \"1\"")]
    ])
    let url = server.url("/")
    let validations = Recorder<Int>()
    let calls = (0..<4).map { number in
      Task {
        try await fixture.fetcher.fetch(
          FetchRequest(url: url) { _ in
            validations.record(number)
            if number < 3 { throw Rejection() }
          })
      }
    }
    #expect(await server.events.contains(.requested("/")))
    // A caller that begins after the end of an equal transfer sends a request of its own.
    for _ in calls { server.resume() }
    for call in calls[..<3] { await #expect(throws: Rejection()) { try await call.value } }
    #expect(try await calls[3].value.body == Data("<html>".utf8))
    #expect(Set(validations.values) == [0, 1, 2, 3])
  }

  @Test(arguments: [(Duration.seconds(10), 10.0), (.seconds(99), 60), (.zero, 0)])
  func `a cached response is used as long as server and caller allow`(
    maximumAge: Duration, seconds: Double
  ) async throws {
    let fixture = NetworkFixture()
    let cacheable = HTTPServer.Step.respond(200, "there", header: "Cache-Control: max-age=60")
    let server = try HTTPServer(["/": [cacheable]])
    _ = try await fetch(server.url("/"), from: fixture, maximumAge: maximumAge)
    for (time, requests) in [(seconds - 1, seconds > 0 ? 1 : 2), (seconds, seconds > 0 ? 2 : 3)] {
      fixture.time.withLock { $0 = time }
      _ = try await fetch(server.url("/"), from: fixture, maximumAge: maximumAge)
      #expect(server.paths.count == requests, "after \(time) s")
    }
    let expected = maximumAge == .zero ? "no-cache" : "max-age=\(maximumAge.components.seconds)"
    #expect(server.heads.allSatisfy { $0.contains("Cache-Control: \(expected)\r\n") })
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

  @Test(arguments: [
    ("X-A: b", "\"1\"", 60), ("Cache-Control: max-age=9", "\"1\"", 9),
    ("Cache-Control: max-age=0", "\"1\"", 0), ("Cache-Control: no-cache", "\"1\"", 0),
    ("Cache-Control: max-age=9\r\nAge: 8", "\"1\"", 1), ("ETag: W/\"2\"", "W/\"2\"", 60),
    ("ETag: 2", "\"1\"", 60), ("Cache-Control: no-store", nil, nil),
  ])
  func `the fields of a confirmation replace those of the cached response`(
    fields: String, tag: String?, freshness: Int?
  ) async throws {
    let fixture = NetworkFixture()
    let server = try HTTPServer(scripts: [
      "/": [
        [.respond(200, "there", header: "ETag: \"1\"\r\nCache-Control: max-age=60")],
        [.send("HTTP/1.1 304 Not Modified\r\n\(fields)\r\nConnection: close\r\n\r\n")],
      ]
    ])
    for _ in 0..<2 {
      let response = try await fixture.fetcher.fetch(FetchRequest(url: server.url("/")))
      #expect(response.body == Data("there".utf8))
    }
    let stored = fixture.fetcher.cache.response(for: server.url("/"))
    #expect(stored?.head.etag == tag && stored?.head.freshness == freshness)
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
    let reload = FetchRequest(url: server.url("/"))
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
