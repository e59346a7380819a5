import Foundation
public import Mediator
import Platform

/// A server with one or several endpoints: its address and its credential.
public struct WebServer: Sendable {
  /// The address that precedes every path, such as `https://example.org/api`. Its query, if it has
  /// one, is part of every request.
  public let baseURL: String
  /// Authenticates the caller; nil for anonymous requests.
  public let credential: Credential?

  /// Creates a server, by default without a credential.
  public init(baseURL: String, credential: Credential? = nil) {
    self.baseURL = baseURL
    self.credential = credential
  }

  /// Identifies the address in a file: a digest replaces user, password, query and fragment, which
  /// may be secret.
  public var id: String { baseURL.addressID }

  /// The address of a path below that of the server; text that is not an address is returned
  /// unchanged, since Network rejects it with a reason.
  package func url(of path: String) -> String {
    guard !path.isEmpty, var url = URLComponents(string: baseURL), url.host?.isEmpty == false
    else { return baseURL }
    let escapedPath = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
    url.percentEncodedPath +=
      (url.percentEncodedPath.unicodeScalars.last == "/" ? "" : "/") + escapedPath
    return url.string ?? baseURL
  }
}

/// One operation of a web server that reads something, with typed input and output.
///
/// ```swift
/// let arrivals = WebEndpoint<Station, [Arrival]>(
///   server, path: "arrivals", query: { ["stop": $0.id, "line": $0.line?.id] })
/// let next = try await mediator.fetch(arrivals, station)
/// ```
public struct WebEndpoint<Input: Sendable, Output: Sendable>: Sendable {
  /// The server that receives the requests.
  public let server: WebServer
  /// The path below the server's address; empty for this address itself.
  public let path: String
  /// Converts an input into items of the URL's query, in their order; an item without a value is
  /// left out.
  public let query: @Sendable (Input) -> KeyValuePairs<String, String?>
  /// The maximum size of a response's body, in bytes; nil for that of the settings.
  public let limit: Int?
  /// Converts a response into the output; throws when the response is not acceptable.
  public let decode: @Sendable (FetchResponse) throws -> Output

  /// Creates an endpoint, by default for the server's address itself and without a query.
  public init(
    _ server: WebServer, path: String = "",
    query: @escaping @Sendable (Input) -> KeyValuePairs<String, String?> = { _ in [:] },
    limit: Int? = nil, decode: @escaping @Sendable (FetchResponse) throws -> Output
  ) {
    self.server = server
    self.path = path
    self.query = query
    self.limit = limit
    self.decode = decode
  }
}

extension WebEndpoint where Output: Decodable {
  /// Creates an endpoint whose responses are JSON.
  public init(
    _ server: WebServer, path: String = "",
    query: @escaping @Sendable (Input) -> KeyValuePairs<String, String?> = { _ in [:] },
    limit: Int? = nil
  ) {
    self.init(server, path: path, query: query, limit: limit) {
      try JSONDecoder().decode(Output.self, from: $0.body)
    }
  }
}

extension Mediator {
  /// Calls an endpoint.
  ///
  /// A response is stored only after `decode` has accepted it, and what `decode` rejects is never
  /// used again.
  /// - Parameter maximumAge: How old a response from the cache may be to be used without asking the
  ///   server; zero to ask it always.
  /// - Throws: `NetworkError`, with `.notDecodable` when decoding the response throws a
  ///   `DecodingError`, and the other errors of the endpoint's `decode`.
  public func fetch<Input, Output>(
    _ endpoint: WebEndpoint<Input, Output>, _ input: Input, maximumAge: Duration = .zero
  ) async throws -> Output {
    let accepted = Lock<Output?>(nil)
    let request = endpoint.request(for: input, maximumAge) { response in
      let output = try endpoint.output(of: response)
      accepted.withLock { $0 = output }
    }
    let response = try await perform(Network.fetch, request)
    return try accepted.withLock { $0 } ?? endpoint.output(of: response)
  }

  /// Returns a result that an endpoint divides into pages.
  /// - Parameters:
  ///   - first: The input for the first page.
  ///   - limit: The maximum number of pages, for a server that always has one more.
  ///   - maximumAge: How old a page from the cache may be to be used without asking the server;
  ///     zero to ask it always.
  ///   - next: Makes the input for the next page from the input and the output of the previous one;
  ///     nil after the last page.
  public func pages<Input, Output>(
    of endpoint: WebEndpoint<Input, Output>, from first: Input, limit: Int = 100,
    maximumAge: Duration = .zero, next: @escaping @Sendable (Input, Output) -> Input?
  ) -> Pages<Input, Output> {
    Pages(first: first, limit: limit, next: next) { [self] in
      try await fetch(endpoint, $0, maximumAge: maximumAge)
    }
  }
}

/// The pages of a result; each page is fetched when the iteration reaches it.
public struct Pages<Input: Sendable, Page: Sendable>: AsyncSequence {
  let first: Input
  let limit: Int
  let next: @Sendable (Input, Page) -> Input?
  let load: @Sendable (Input) async throws -> Page

  /// Returns an iterator that starts with the first page.
  public func makeAsyncIterator() -> Iterator { Iterator(pages: self, input: first) }

  /// Fetches the pages one after the other.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let pages: Pages
    fileprivate var input: Input?
    private var count = 0

    fileprivate init(pages: Pages, input: Input) {
      self.pages = pages
      self.input = input
    }

    /// Fetches the next page; nil after the last one.
    public mutating func next() async throws -> Page? {
      guard let input, count < pages.limit else { return nil }
      count += 1
      let page = try await pages.load(input)
      self.input = pages.next(input, page)
      return page
    }
  }
}

extension WebEndpoint {
  fileprivate func request(
    for input: Input, _ maximumAge: Duration,
    validate: @escaping @Sendable (FetchResponse) throws -> Void
  ) -> FetchRequest {
    FetchRequest(
      url: url(for: input), credential: server.credential, maximumAge: maximumAge, limit: limit,
      validate: validate)
  }

  /// The server's address with the path and with more query items. Text that is not an address is
  /// returned unchanged.
  private func url(for input: Input) -> String {
    guard var url = URLComponents(string: server.url(of: path)), url.host?.isEmpty == false else {
      return server.baseURL
    }
    var added = URLComponents()
    added.queryItems = query(input).compactMap { name, value in
      value.map { URLQueryItem(name: name, value: $0) }
    }
    // Many servers read a plus sign as a space. The server's own query is used as it is.
    let queries = [
      url.percentEncodedQuery,
      added.percentEncodedQuery?.replacingScalars { $0 == "+" ? "%2B" : nil },
    ]
    .compactMap(\.self).filter { !$0.isEmpty }
    url.percentEncodedQuery = queries.isEmpty ? nil : queries.joined(separator: "&")
    return url.string ?? server.baseURL
  }

  fileprivate func output(of response: FetchResponse) throws -> Output {
    do {
      return try decode(response)
    } catch let error as DecodingError {
      throw NetworkError.notDecodable(server.baseURL.shownAddress, reason: error.plainText)
    }
  }
}
