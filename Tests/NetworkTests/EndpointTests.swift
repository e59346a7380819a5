import Foundation
import Mediator
import ModuleManager
import NetworkInterface
import TestSupport
import Testing

@testable import Network

@Suite(.promptly, .timeLimit(.minutes(15))) struct EndpointTests {
  private struct Item: Codable, Equatable, Sendable {
    let name: String
  }

  private struct Unbelievable: Error {}

  private let harness: ModuleHarness

  init() async throws {
    harness = try await ModuleHarness(NetworkModule.self)
  }

  @Test func `parameters become a query, and an answer a value`() async throws {
    let server = try HTTPServer([
      "/api/items?max=2&text=a%26b%2Bc%20d": [.respond(200, #"{"name": "Trindade"}"#)]
    ])
    let endpoint = Endpoint<String, Item>(
      Service(baseURL: server.url("/api")), path: "items",
      source: { ["text": $0, "max": "2"] })
    #expect(try await harness.mediator.fetch(endpoint, "a&b+c d") == Item(name: "Trindade"))
  }

  @Test func `a body goes along, and a reformer makes of the answer what it likes`() async throws {
    let server = try HTTPServer(["/": [.respond(200, "abc")]])
    let endpoint = Endpoint<Int, Int>(
      Service(baseURL: server.url("/")), .put, path: "", body: { Data("\($0)".utf8) },
      reform: { $0.body.count })
    #expect(try await harness.mediator.fetch(endpoint, 1) == 3)
    #expect(server.heads.values.first?.hasPrefix("PUT / ") == true)
  }

  @Test func `a validator refuses, and what is no JSON is told`() async throws {
    let server = try HTTPServer(["/": [.respond(200, "[]")]])
    let service = Service(baseURL: server.url("/"))
    let validated = Endpoint<Empty, Item>(
      service, path: "", validate: { _ in throw Unbelievable() })
    await #expect(throws: Unbelievable.self) {
      try await harness.mediator.fetch(validated, Empty())
    }
    let plain = Endpoint<Empty, Item>(service, path: "")
    let error = await #expect(throws: NetworkError.self) {
      try await harness.mediator.fetch(plain, Empty())
    }
    guard case .notDecodable("127.0.0.1", _) = error else { throw Unbelievable() }
  }

  @Test(arguments: [(100, ["a", "b", "c"]), (2, ["a", "b"])])
  func `pages follow their links, up to a limit`(limit: Int, names: [String]) async throws {
    let server = try HTTPServer([
      "/": [.respond(200, #"{"name": "a"}"#, header: "Link: </2>; rel=\"next\"")],
      "/2": [.respond(200, #"{"name": "b"}"#, header: "Link: </3>; rel=next")],
      "/3": [.respond(200, #"{"name": "c"}"#)],
    ])
    let endpoint = Endpoint<Empty, Item>(Service(baseURL: server.url("")), path: "")
    var found: [String] = []
    for try await page in harness.mediator.pages(of: endpoint, Empty(), limit: limit) {
      found.append(page.name)
    }
    #expect(found == names)
  }

  @Test func `a page on another host learns of no token`() async throws {
    let other = try HTTPServer(["/": [.respond(200, #"{"name": "b"}"#)]])
    let link = "Link: <\(other.url("/", host: "localhost"))>; rel=next"
    let server = try HTTPServer(["/": [.respond(200, #"{"name": "a"}"#, header: link)]])
    let service = Service(
      baseURL: server.url("/"), credential: Credential("service") { _ in "token" })
    let endpoint = Endpoint<Empty, Item>(service, path: "")
    for try await _ in harness.mediator.pages(of: endpoint, Empty()) {}
    #expect(server.heads.values.allSatisfy { $0.contains("Bearer token") })
    #expect(other.heads.values.count == 1)
    #expect(other.heads.values.allSatisfy { !$0.contains("token") })
  }

  @Test func `the module answers for its downloads, and keeps them in its folder`() async throws {
    let server = try HTTPServer(["/a": [.respond(200, "there", header: "ETag: \"1\"")]])
    let reference = DownloadReference(url: server.url("/a"))
    let request = DownloadRequest(url: reference.url)
    guard case .file(let path) = try await harness.mediator.perform(Network.download, request)
    else { throw Unbelievable() }
    #expect(path.hasPrefix(harness.folder.path))
    #expect(try await harness.mediator.perform(Network.downloads).map(\.received) == [5])
    _ = try await harness.mediator.perform(Network.consume, reference)
    #expect(try await harness.mediator.perform(Network.hasChanged, reference) == false)
    _ = try await harness.mediator.perform(Network.discard, reference)
    #expect(try await harness.mediator.perform(Network.downloads) == [])
  }
}
