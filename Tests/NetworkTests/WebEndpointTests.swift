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

  @Test(arguments: [
    ("a", "https://a.org/v1/recipes/a/photo"), ("a b/ü", "recipes/a%20b%2F%C3%BC/photo"),
    ("../../admin", "recipes/..%2F..%2Fadmin/photo"), ("...", "recipes/.../photo"),
    ("?x=1#y", "recipes/%3Fx%3D1%23y/photo"), ("%2e%2e", "recipes/%252e%252e/photo"),
    (":id", "recipes/%3Aid/photo"), ("\\..\\", "recipes/%5C..%5C/photo"),
    ("a\0\r\nHost: b", "recipes/a%00%0D%0AHost%3A%20b/photo"), ("-7", "recipes/-7/photo"),
  ])
  func `a value stays one segment of the path`(id: String, end: String) async throws {
    let endpoint = WebEndpoint<String, Bool>(
      WebServer(baseURL: "https://a.org/v1"), path: "recipes/:id/photo", parameters: { ["id": $0] },
      decode: { _ in true })
    let url = try await request(of: endpoint, id).url
    #expect(url.hasSuffix(end) && url.hasPrefix("https://a.org/v1/recipes/"), "\(url)")
    #expect(URL(string: url)?.pathComponents.count == 5 || id.contains("/"))
  }

  @Test(arguments: ["", ".", ".."])
  func `a value that would name another resource is an error before the request`(
    id: String
  ) async throws {
    let server = WebServer(baseURL: "https://a.org")
    let mediator = try mediator { _ in
      Issue.record("a request was sent")
      return ""
    }
    let endpoint = WebEndpoint<String, Bool>(
      server, .delete, path: "recipes/:id", parameters: { ["id": $0] }, decode: { _ in true })
    await #expect(throws: NetworkError.badPathValue(id, name: "id", path: "recipes/:id")) {
      try await mediator.fetch(endpoint, id)
    }
    for parameters in [{ _ in [:] }, { _ in ["ID": 1] }, { _ in ["id": nil] }]
      as [@Sendable (Empty) -> WebParameters]
    {
      let incomplete = WebEndpoint<Empty, Bool>(
        server, path: ":id", parameters: parameters, decode: { _ in true })
      await #expect(throws: NetworkError.badPathValue("", name: "id", path: ":id")) {
        try await mediator.fetch(incomplete, Empty())
      }
    }
  }

  @Test func `values are texts, numbers and booleans`() async throws {
    let isOpen: Bool? = true
    let endpoint = WebEndpoint<Int, Bool>(
      WebServer(baseURL: "https://a.org"), .patch, path: "days/:day/at/08:00",
      parameters: { ["day": $0] },
      query: { ["half": Double($0) / 2, "open": isOpen, "none": nil] },
      headers: { ["If-Match": $0, "X-None": nil] }, timeout: .seconds(5), decode: { _ in true })
    let request = try await request(of: endpoint, 7)
    #expect(request.url == "https://a.org/days/7/at/08%3A00?half=3.5&open=true")
    #expect(request.method == .patch && request.headers == ["If-Match": "7"])
    #expect(request.timeout == .seconds(5) && request.body == nil && request.file == nil)
  }

  @Test func `a body is a value as JSON, or a file`() async throws {
    let server = WebServer(baseURL: "https://a.org")
    let save = WebEndpoint<Item, Bool>(server, .put, body: { .json($0) }, decode: { _ in true })
    let saved = try await request(of: save, Item(name: "Trindade"))
    #expect(saved.body == Data(#"{"name":"Trindade"}"#.utf8))
    #expect(saved.headers == ["Content-Type": "application/json"])
    let upload = WebEndpoint<String, Bool>(
      server, .post, headers: { _ in ["Content-Type": "image/png"] },
      body: { .file(UploadFile($0), type: "image/jpeg") }, decode: { _ in true })
    let uploaded = try await request(of: upload, "/picture")
    #expect(uploaded.file == UploadFile("/picture") && uploaded.body == nil)
    #expect(uploaded.headers == ["Content-Type": "image/png"])
  }

  private struct Visit: Codable, Equatable, Sendable {
    let date: Date
  }

  @Test func `a date is read as it was sent`() async throws {
    let requests = Recorder<FetchRequest>()
    let mediator = Mediator()
    try mediator.answer(Network.fetch) { request in
      requests.record(request)
      return FetchResponse(status: 200, body: request.body ?? Data())
    }
    let endpoint = WebEndpoint<Visit, Visit>(
      WebServer(baseURL: "https://a.org"), .post, body: { .json($0) })
    let visit = Visit(date: Date(timeIntervalSince1970: 1_795_000_000))
    #expect(try await mediator.fetch(endpoint, visit) == visit)
    #expect(requests.values.first?.body == Data(#"{"date":"2026-11-18T11:06:40Z"}"#.utf8))
  }

  @Test(arguments: ["", "<html>", "{}"])
  func `an endpoint without output accepts every body`(body: String) async throws {
    let mediator = try mediator { _ in body }
    let remove = WebEndpoint<Empty, Empty>(WebServer(baseURL: "https://a.org"), .delete)
    #expect(try await mediator.fetch(remove, Empty()) == Empty())
  }

  private struct Problem: Decodable {
    let message: String
  }

  private enum RecipesError: ModuleError, Equatable {
    case refused(String, status: Int)

    var kind: FailureKind { .badInput }

    var description: String {
      switch self {
      case .refused(let reason, let status): "the server answers with \(status): \(reason)"
      }
    }
  }

  @Test func `an error of the server has its own sentence`() async throws {
    let harness = try await ModuleHarness(NetworkModule.self)
    let server = try HTTPServer([
      "/1": [.readBody, .respond(422, #"{"message": "'cup' is no unit"}"#)],
      "/2": [.readBody, .respond(404)],
    ])
    let save = WebEndpoint<Int, Item>(
      WebServer(baseURL: server.url("")), .put, path: ":id", parameters: { ["id": $0] },
      body: { .json(["id": $0]) },
      failure: {
        let problem = try JSON.decode(Problem.self, from: $0.body)
        return RecipesError.refused(problem.message, status: $0.status)
      })
    await #expect(throws: RecipesError.refused("'cup' is no unit", status: 422)) {
      try await harness.mediator.fetch(save, 1)
    }
    await #expect(throws: NetworkError.status(404, server.url("/2"))) {
      try await harness.mediator.fetch(save, 2)
    }
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
    let text = "cannot read the answer of 'https://a.org/': 'name': expected a text;"
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
