public import Foundation
public import Mediator

/// A server with several endpoints: its address, its credential and its timeout.
public struct WebService: Sendable {
  /// The address that precedes every path, such as `https://example.org/api`.
  public let baseURL: String
  /// Authenticates the caller; nil for anonymous requests.
  public let credential: Credential?
  /// The longest time without data from the server; nil for that of the settings.
  public let timeout: Duration?

  /// Creates a service, by default without a credential and with the timeout of the settings.
  public init(baseURL: String, credential: Credential? = nil, timeout: Duration? = nil) {
    self.baseURL = baseURL
    self.credential = credential
    self.timeout = timeout
  }
}

/// One operation of a web service, with typed input and output.
///
/// ```swift
/// let arrivals = Endpoint<Station, [Arrival]>(
///   service, path: "arrivals", parameters: { ["stop": $0.id] })
/// let next = try await mediator.fetch(arrivals, station)
/// ```
public struct Endpoint<Input: Sendable, Output: Sendable>: Sendable {
  /// The server that receives the requests.
  public let service: WebService
  /// The method of the requests.
  public let method: HTTPMethod
  /// The path below the service's address.
  public let path: String
  /// Converts an input into the parameters of the URL's query.
  public let parameters: @Sendable (Input) throws -> [String: String]
  /// Converts an input into the request's body; nil for none.
  public let body: @Sendable (Input) throws -> Data?
  /// Throws when a response is not acceptable.
  public let validate: @Sendable (FetchResponse) throws -> Void
  /// Converts a valid response into the output.
  public let decode: @Sendable (FetchResponse) throws -> Output

  /// Creates an endpoint. Without the optional closures, it sends no parameters and no body, and
  /// accepts every response.
  public init(
    _ service: WebService, _ method: HTTPMethod = .get, path: String = "",
    parameters: @escaping @Sendable (Input) throws -> [String: String] = { _ in [:] },
    body: @escaping @Sendable (Input) throws -> Data? = { _ in nil },
    validate: @escaping @Sendable (FetchResponse) throws -> Void = { _ in },
    decode: @escaping @Sendable (FetchResponse) throws -> Output
  ) {
    self.service = service
    self.method = method
    self.path = path
    self.parameters = parameters
    self.body = body
    self.validate = validate
    self.decode = decode
  }
}

extension Endpoint where Output: Decodable {
  /// Creates an endpoint whose responses are JSON.
  public init(
    _ service: WebService, _ method: HTTPMethod = .get, path: String = "",
    parameters: @escaping @Sendable (Input) throws -> [String: String] = { _ in [:] },
    body: @escaping @Sendable (Input) throws -> Data? = { _ in nil },
    validate: @escaping @Sendable (FetchResponse) throws -> Void = { _ in }
  ) {
    self.init(
      service, method, path: path, parameters: parameters, body: body, validate: validate,
      decode: { try JSONDecoder().decode(Output.self, from: $0.body) })
  }
}

extension Mediator {
  /// Calls an endpoint.
  /// - Throws: `NetworkError`, with `.notDecodable` when the response cannot be decoded, and the
  ///   errors of the endpoint's own closures.
  public func fetch<Input, Output>(
    _ endpoint: Endpoint<Input, Output>, _ input: Input
  ) async throws -> Output {
    try await endpoint.output(of: perform(Network.fetch, endpoint.request(for: input)))
  }

  /// Returns at most `limit` pages of an endpoint's result. The response with each page gives the
  /// address of the next one in a `Link` header field.
  public func pages<Input, Output>(
    of endpoint: Endpoint<Input, Output>, _ input: Input, limit: Int = 100
  ) -> Pages<Output> {
    Pages(limit: limit, first: { try endpoint.request(for: input) }) { [self] request in
      let response = try await perform(Network.fetch, request)
      let nextRequest = response.next.map { request.forNextPage(at: $0) }
      return (try endpoint.output(of: response), nextRequest)
    }
  }
}

/// The pages of a result; each page is fetched when the iteration reaches it.
public struct Pages<Page: Sendable>: AsyncSequence {
  let limit: Int
  let first: @Sendable () throws -> FetchRequest
  let load: @Sendable (FetchRequest) async throws -> (Page, next: FetchRequest?)

  /// Returns an iterator that starts with the first page.
  public func makeAsyncIterator() -> Iterator { Iterator(pages: self) }

  /// Fetches the pages one after the other.
  public struct Iterator: AsyncIteratorProtocol {
    private let pages: Pages
    private var count = 0
    private var next: FetchRequest?

    fileprivate init(pages: Pages) { self.pages = pages }

    /// Fetches the next page; nil after the last one.
    public mutating func next() async throws -> Page? {
      guard count == 0 || next != nil, count < pages.limit else { return nil }
      let request = try next ?? pages.first()
      count += 1
      let (page, nextRequest) = try await pages.load(request)
      next = nextRequest
      return page
    }
  }
}

extension Endpoint {
  fileprivate func request(for input: Input) throws -> FetchRequest {
    let slash = service.baseURL.hasSuffix("/") || path.isEmpty ? "" : "/"
    let url = service.baseURL + slash + path
    guard var parts = URLComponents(string: url) else { throw NetworkError.badURL(url) }
    let items = try parameters(input).sorted { $0.key < $1.key }
      .map { URLQueryItem(name: $0.key, value: $0.value) }
    if !items.isEmpty { parts.queryItems = (parts.queryItems ?? []) + items }
    // Many servers read a plus sign as a space.
    parts.percentEncodedQuery = parts.percentEncodedQuery?.replacing("+", with: "%2B")
    return FetchRequest(
      url: parts.string ?? url, method: method, body: try body(input),
      credential: service.credential, timeout: service.timeout)
  }

  fileprivate func output(of response: FetchResponse) throws -> Output {
    try validate(response)
    do {
      return try decode(response)
    } catch let error as DecodingError {
      let (field, reason) = error.problem
      throw NetworkError.notDecodable(
        URL(string: service.baseURL)?.host() ?? path,
        reason: (field.map { "\($0): " } ?? "") + reason)
    }
  }
}

extension FetchRequest {
  fileprivate func forNextPage(at url: String) -> FetchRequest {
    // A server may link to another host, which must not receive the credential.
    let isSameHost = URL(string: url)?.host() == URL(string: self.url)?.host()
    return FetchRequest(
      url: url, credential: isSameHost ? credential : nil, timeout: timeout)
  }
}
