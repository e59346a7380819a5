import Foundation
import Mediator
import ModuleTesting
import NetworkInterface
import TestSupport
import Testing

@testable import Network

@Suite(.highPriority, .timeLimit(.minutes(15))) struct WebEndpointTests {
  private struct Item: Codable, Equatable, Sendable {
    let name: String
  }

  private struct Rejection: Error {}

  @Test func `the JSON response of a server becomes a value`() async throws {
    let harness = try await ModuleHarness(NetworkModule.self)
    let server = try HTTPServer(["/api/items?max=2": [.respond(200, #"{"name": "Trindade"}"#)]])
    let endpoint = WebEndpoint<Int, Item>(
      WebServer(baseURL: server.url("/api")), path: "items", query: { ["max": "\($0)"] })
    #expect(try await harness.mediator.fetch(endpoint, 2) == Item(name: "Trindade"))
  }

  /// A captive portal answers every request with a page that may be cached for a year.
  @Test(arguments: ["Cache-Control: max-age=31536000", "ETag: \"1\""])
  func `a response that cannot be decoded is not repeated from the cache`(
    fields: String
  ) async throws {
    let harness = try await ModuleHarness(NetworkModule.self)
    let server = try HTTPServer(scripts: [
      "/": [
        [.respond(200, "<html>", header: fields)],
        [.reject("If-None-Match"), .respond(200, #"{"name": "Trindade"}"#)],
      ]
    ])
    let endpoint = WebEndpoint<Empty, Item>(WebServer(baseURL: server.url("/")))
    let error = await #expect(throws: NetworkError.self) {
      try await harness.mediator.fetch(endpoint, Empty(), maximumAge: .seconds(99_999_999))
    }
    guard case .notDecodable = error else { throw Rejection() }
    let item = try await harness.mediator.fetch(
      endpoint, Empty(), maximumAge: .seconds(99_999_999))
    #expect(item == Item(name: "Trindade"))
  }

  @Test(arguments: [
    ("https://a.org", "", "https://a.org?text=x"), ("https://a.org/", "", "https://a.org/?text=x"),
    ("https://a.org/api", "items", "https://a.org/api/items?text=x"),
    ("https://a.org/api/", "items/new ones", "https://a.org/api/items/new%20ones?text=x"),
    ("https://a.org/a%2Fb?k=a%2Bb+c", "d", "https://a.org/a%2Fb/d?k=a%2Bb+c&text=x"),
    ("https://a.org/?", "", "https://a.org/?text=x"),
    ("https://a.org/?k=1#part", "", "https://a.org/?k=1&text=x#part"),
    ("https://a.org/?k=100%|[1]", "", "https://a.org/?k=100%25%7C%5B1%5D&text=x"),
    ("a.org", "", "a.org"), ("https://", "items", "https://"),
    ("file:///items", "", "file:///items"),
    ("a b", "", "a b"), ("", "items", ""),
  ])
  func `path and query are added to an address, and other text is passed to Network unchanged`(
    baseURL: String, path: String, url: String
  ) async throws {
    let endpoint = WebEndpoint<String, Bool>(
      WebServer(baseURL: baseURL), path: path, query: { ["text": $0] }, decode: { _ in true })
    #expect(try await request(of: endpoint, "x").url == url)
  }

  @Test func `query items have an order, and those without a value are left out`() async throws {
    let endpoint = WebEndpoint<String, Bool>(
      WebServer(baseURL: "https://a.org"), query: { ["z": $0, "none": nil, "a": "", "z": "1"] },
      decode: { _ in true })
    let url = try await request(of: endpoint, "a&b+c d/ü=").url
    #expect(url == "https://a.org?z=a%26b%2Bc%20d/%C3%BC%3D&a=&z=1")
    let plain = WebEndpoint<String, Bool>(
      WebServer(baseURL: "https://a.org/feed?k=1"), decode: { _ in true })
    #expect(try await request(of: plain, "").url == "https://a.org/feed?k=1")
  }

  @Test
  func
    `the request has the service's credential, the endpoint's limit and the call's maximum age`()
    async throws
  {
    let credential = Credential("service") { _ in "token" }
    let endpoint = WebEndpoint<Empty, Bool>(
      WebServer(baseURL: "https://a.org", credential: credential), limit: 7, decode: { _ in true })
    let request = try await request(of: endpoint, Empty(), maximumAge: .seconds(9))
    #expect(request.credential == credential && request.limit == 7)
    #expect(request.maximumAge == .seconds(9))
  }

  @Test func `an error of the decoder is thrown, and one of JSON names the address and the field`()
    async throws
  {
    let service = WebServer(baseURL: "https://a.org/?key=secret")
    let rejecting = WebEndpoint<Empty, Item>(service, decode: { _ in throw Rejection() })
    let plain = WebEndpoint<Empty, Item>(service)
    let mediator = try mediator { _ in #"{"name": 1}"# }
    await #expect(throws: Rejection.self) {
      try await mediator.fetch(rejecting, Empty())
    }
    let error = await #expect(throws: NetworkError.self) {
      try await mediator.fetch(plain, Empty())
    }
    let text = "cannot read the answer of 'https://a.org/': 'name': found number;"
    #expect(error?.description.hasPrefix(text) == true)
  }

  @Test(arguments: [(100, ["1", "2", "3"]), (2, ["1", "2"]), (0, [])])
  func `pages are fetched until there is no next one, up to a limit`(
    limit: Int, names: [String]
  ) async throws {
    let mediator = try mediator { request in
      #expect(request.maximumAge == .seconds(9))
      return #"{"name": "\#(request.url.suffix(1))"}"#
    }
    let endpoint = WebEndpoint<Int, Item>(
      WebServer(baseURL: "https://a.org"), query: { ["page": "\($0)"] })
    var found: [String] = []
    let pages = mediator.pages(
      of: endpoint, from: 1, limit: limit, maximumAge: .seconds(9)
    ) { number, item in
      #expect(item == Item(name: "\(number)"))
      return number < 3 ? number + 1 : nil
    }
    for try await page in pages { found.append(page.name) }
    #expect(found == names)
  }

  /// The request that an endpoint makes of an input.
  private func request<Input>(
    of endpoint: WebEndpoint<Input, Bool>, _ input: Input, maximumAge: Duration = .zero
  ) async throws -> FetchRequest {
    let requests = Recorder<FetchRequest>()
    let mediator = try mediator { request in
      requests.record(request)
      return ""
    }
    #expect(try await mediator.fetch(endpoint, input, maximumAge: maximumAge))
    return try #require(requests.values.first)
  }

  /// A mediator whose `Network` answers each fetch with a text.
  private func mediator(_ text: @escaping @Sendable (FetchRequest) -> String) throws -> Mediator {
    let mediator = Mediator()
    try mediator.answer(Network.fetch) { request in
      FetchResponse(status: 200, body: Data(text(request).utf8))
    }
    return mediator
  }
}
