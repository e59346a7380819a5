import Foundation
import Mediator
import NetworkInterface
import TestSupport
import Testing

@testable import Network

@Suite(.promptly, .timeLimit(.minutes(15))) struct ResponseCacheTests {
  private func fetch(
    _ url: String, from house: NetworkHouse, limit: Int = 1000
  ) async throws -> FetchResponse {
    try await house.web.fetch(FetchRequest(url: url, limit: limit))
  }

  @Test func `the cache stays within its limit, and the newest answers stay`() async throws {
    let paths = (0..<40).map { "/\($0)" }
    let body = String(repeating: "x", count: 1000)
    let answer = HTTPServer.Step.respond(200, body, header: "Cache-Control: max-age=60")
    let server = try HTTPServer(Dictionary(uniqueKeysWithValues: paths.map { ($0, [answer]) }))
    let house = NetworkHouse(cacheLimit: 20_000)
    for path in paths { _ = try await house.web.fetch(FetchRequest(url: server.url(path))) }
    let sizes = house.files.compactMap { file in
      let path = house.folder.appending(path: file).path
      return try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
    }
    #expect(sizes.count > 10 && sizes.reduce(0, +) <= 20_000 + 8192)
    #expect(house.web.cache.response(of: server.url("/39"))?.body.count == 1000)
    #expect(house.web.cache.response(of: server.url("/0")) == nil)
  }

  @Test func `one answer does not drive out all others`() async throws {
    let body = String(repeating: "x", count: 6000)
    let kept = HTTPServer.Step.respond(200, body, header: "Cache-Control: max-age=60")
    let server = try HTTPServer(["/": [kept]])
    let house = NetworkHouse(cacheLimit: 20_000)
    _ = try await house.web.fetch(FetchRequest(url: server.url("/")))
    #expect(house.web.cache.response(of: server.url("/")) == nil)
  }

  @Test(arguments: [
    "Cache-Control: no-store, max-age=60", "ETag: \"1\"\r\nVary: Accept-Language", "X: y",
    "Cache-Control: max-age=60\r\nVary: *",
  ])
  func `what may not be kept is not`(fields: String) async throws {
    let server = try HTTPServer(["/": [.respond(200, "there", header: fields)]])
    let house = NetworkHouse()
    _ = try await house.web.fetch(FetchRequest(url: server.url("/")))
    #expect(house.web.cache.response(of: server.url("/")) == nil)
  }

  @Test(arguments: ["", "{}\nbody", "no JSON\n", "{\"url\": 1}\n"])
  func `a damaged file is none`(content: String) async throws {
    let kept = HTTPServer.Step.respond(200, "there", header: "Cache-Control: max-age=60")
    let server = try HTTPServer(["/": [kept]])
    let house = NetworkHouse()
    _ = try await house.web.fetch(FetchRequest(url: server.url("/")))
    let name = try #require(house.files.first { $0.hasPrefix("answers/") })
    try Data(content.utf8).write(to: house.folder.appending(path: name))
    let response = try await house.web.fetch(FetchRequest(url: server.url("/")))
    #expect(response.body == Data("there".utf8))
    #expect(server.paths.values.count == 2)
  }

  @Test func `who is known to the server shares no answer`() async throws {
    let kept = HTTPServer.Step.respond(200, "there", header: "Cache-Control: max-age=60")
    let server = try HTTPServer(["/": [kept]])
    let house = NetworkHouse()
    let credential = Credential("service") { _ in "token" }
    for _ in 0..<2 {
      _ = try await house.web.fetch(FetchRequest(url: server.url("/"), credential: credential))
    }
    #expect(server.paths.values.count == 2)
  }

  @Test func `a kept answer serves neither a smaller limit nor a clock that went back`()
    async throws
  {
    let house = NetworkHouse()
    let kept = HTTPServer.Step.respond(200, "there", header: "Cache-Control: max-age=60")
    let server = try HTTPServer(["/": [kept]])
    house.time.withLock { $0 = 1000 }
    _ = try await fetch(server.url("/"), from: house)
    await #expect(throws: NetworkError.tooLarge(server.url("/"), limit: 4)) {
      try await fetch(server.url("/"), from: house, limit: 4)
    }
    house.time.withLock { $0 = 990 }
    let before = server.paths.values.count
    _ = try await fetch(server.url("/"), from: house)
    #expect(server.paths.values.count == before + 1)
  }

  @Test func `a kept answer serves while it holds, and is asked about afterwards`() async throws {
    let house = NetworkHouse()
    let kept = "ETag: \"1\"\r\nCache-Control: max-age=60"
    let server = try HTTPServer(scripts: [
      "/": [
        [.respond(200, "there", header: kept)],
        [.send("HTTP/1.1 304 Not Modified\r\nConnection: close\r\n\r\n")],
        [.respond(200, "anew", header: "Cache-Control: no-store")], [.respond(200, "again")],
      ]
    ])
    for seconds in [0.0, 59] {
      house.time.withLock { $0 = seconds }
      #expect(try await fetch(server.url("/"), from: house).body == Data("there".utf8))
    }
    #expect(server.paths.values.count == 1)
    house.time.withLock { $0 = 60 }
    #expect(try await fetch(server.url("/"), from: house).body == Data("there".utf8))
    #expect(server.heads.values.last?.contains("If-None-Match: \"1\"") == true)
    #expect(try await fetch(server.url("/"), from: house).body == Data("there".utf8))
    #expect(server.paths.values.count == 2)
    house.time.withLock { $0 = 120 }
    #expect(try await fetch(server.url("/"), from: house).body == Data("anew".utf8))
    #expect(try await fetch(server.url("/"), from: house).body == Data("again".utf8))
    #expect(server.heads.values.last?.contains("If-None-Match") == false)
  }
}
