import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import NetworkInterface
import TestSupport
import Testing

@testable import Network

@Suite(.highPriority, .timeLimit(.minutes(15))) struct EndpointTests {
  private struct Item: Codable, Equatable, Sendable {
    let name: String
  }

  private struct Rejection: Error {}

  private let harness: ModuleHarness

  init() async throws {
    harness = try await ModuleHarness(NetworkModule.self)
  }

  @Test func `parameters become the query and the JSON response becomes a value`() async throws {
    let server = try HTTPServer([
      "/api/items?max=2&text=a%26b%2Bc%20d": [.respond(200, #"{"name": "Trindade"}"#)]
    ])
    let endpoint = Endpoint<String, Item>(
      WebService(baseURL: server.url("/api")), path: "items",
      parameters: { ["text": $0, "max": "2"] })
    #expect(try await harness.mediator.fetch(endpoint, "a&b+c d") == Item(name: "Trindade"))
  }

  @Test func `a body is sent and a custom decoder reads the response`() async throws {
    let server = try HTTPServer(["/": [.respond(200, "abc")]])
    let endpoint = Endpoint<Int, Int>(
      WebService(baseURL: server.url("/")), .put, path: "", body: { Data("\($0)".utf8) },
      decode: { $0.body.count })
    #expect(try await harness.mediator.fetch(endpoint, 1) == 3)
    #expect(server.heads.values.first?.hasPrefix("PUT / ") == true)
  }

  @Test func `a validator rejects a response and invalid JSON is an error`() async throws {
    let server = try HTTPServer(["/": [.respond(200, "[]")]])
    let service = WebService(baseURL: server.url("/"))
    let validated = Endpoint<Empty, Item>(
      service, path: "", validate: { _ in throw Rejection() })
    await #expect(throws: Rejection.self) {
      try await harness.mediator.fetch(validated, Empty())
    }
    let plain = Endpoint<Empty, Item>(service, path: "")
    let error = await #expect(throws: NetworkError.self) {
      try await harness.mediator.fetch(plain, Empty())
    }
    guard case .notDecodable("127.0.0.1", _) = error else { throw Rejection() }
  }

  @Test(arguments: [(100, ["a", "b", "c"]), (2, ["a", "b"])])
  func `pages follow their links up to a limit`(limit: Int, names: [String]) async throws {
    let server = try HTTPServer([
      "/": [.respond(200, #"{"name": "a"}"#, header: "Link: </2>; rel=\"next\"")],
      "/2": [.respond(200, #"{"name": "b"}"#, header: "Link: </3>; rel=next")],
      "/3": [.respond(200, #"{"name": "c"}"#)],
    ])
    let endpoint = Endpoint<Empty, Item>(WebService(baseURL: server.url("")), path: "")
    var found: [String] = []
    for try await page in harness.mediator.pages(of: endpoint, Empty(), limit: limit) {
      found.append(page.name)
    }
    #expect(found == names)
  }

  @Test func `no token is sent to a page on another host`() async throws {
    let otherServer = try HTTPServer(["/": [.respond(200, #"{"name": "b"}"#)]])
    let link = "Link: <\(otherServer.url("/", host: "localhost"))>; rel=next"
    let server = try HTTPServer(["/": [.respond(200, #"{"name": "a"}"#, header: link)]])
    let service = WebService(
      baseURL: server.url("/"), credential: Credential("service") { _ in "token" })
    let endpoint = Endpoint<Empty, Item>(service, path: "")
    for try await _ in harness.mediator.pages(of: endpoint, Empty()) {}
    #expect(server.heads.values.allSatisfy { $0.contains("Bearer token") })
    #expect(otherServer.heads.values.count == 1)
    #expect(otherServer.heads.values.allSatisfy { !$0.contains("token") })
  }
}
