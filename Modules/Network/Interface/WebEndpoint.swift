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
    url(ofEscaped: path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path)
  }

  fileprivate func url(ofEscaped path: String) -> String {
    guard !path.isEmpty, var url = URLComponents(string: baseURL), url.host?.isEmpty == false
    else { return baseURL }
    url.percentEncodedPath +=
      (url.percentEncodedPath.unicodeScalars.last == "/" ? "" : "/") + path
    return url.string ?? baseURL
  }
}

/// Named values of a request, in their order: texts, numbers and booleans. One without a value is
/// left out.
public typealias WebParameters = KeyValuePairs<String, (any LosslessStringConvertible)?>

/// What a request sends after its header fields.
public enum WebBody: Sendable {
  /// A value as JSON, with dates such as `2026-11-20T08:00:00Z`.
  case json(any Encodable & Sendable)
  /// The content of a file, of a media type such as `image/jpeg`.
  case file(UploadFile, type: String)
}

/// One operation of a web server, with typed input and output.
///
/// ```swift
/// let server = WebServer(baseURL: "https://example.org/api")
/// let search = WebEndpoint<Search, [Recipe]>(
///   server, path: "recipes", query: { ["text": $0.text, "limit": $0.limit] })
/// let save = WebEndpoint<Recipe, Recipe>(
///   server, .put, path: "recipes/:id", parameters: { ["id": $0.id] }, body: { .json($0) })
/// let saved = try await mediator.fetch(save, recipe)
/// ```
public struct WebEndpoint<Input: Sendable, Output: Sendable>: Sendable {
  let server: WebServer
  let method: HTTPMethod
  let path: String
  let parameters: @Sendable (Input) -> WebParameters
  let query: @Sendable (Input) -> WebParameters
  let headers: @Sendable (Input) -> WebParameters
  let body: @Sendable (Input) -> WebBody?
  let limit: Int?
  let timeout: Duration?
  let failure: (@Sendable (FetchResponse) throws -> (any ModuleError)?)?
  let decode: @Sendable (FetchResponse) throws -> Output

  /// Creates an endpoint, by default for reading the server's address itself.
  /// - Parameters:
  ///   - path: The path below the server's address. A segment such as `:id` is a placeholder.
  ///   - parameters: The values of the placeholders. They are escaped, so that each stays one
  ///     segment; a fetch with an empty one, `.` or `..` throws `NetworkError.badPathValue`.
  ///   - query: The items of the URL's query.
  ///   - headers: The header fields. Responses to requests with header fields are not cached.
  ///   - limit: The maximum size of a response's body, in bytes; nil for that of the settings.
  ///   - timeout: The longest time without data from the server, from one second to one day; nil
  ///     for that of the settings.
  ///   - failure: Converts a response whose status is no success into the error to throw; without
  ///     one, and when this throws itself, the fetch throws `NetworkError.status`.
  ///   - decode: Converts a response into the output; throws when the response is not acceptable.
  public init(
    _ server: WebServer, _ method: HTTPMethod = .get, path: String = "",
    parameters: @escaping @Sendable (Input) -> WebParameters = { _ in [:] },
    query: @escaping @Sendable (Input) -> WebParameters = { _ in [:] },
    headers: @escaping @Sendable (Input) -> WebParameters = { _ in [:] },
    body: @escaping @Sendable (Input) -> WebBody? = { _ in nil },
    limit: Int? = nil, timeout: Duration? = nil,
    failure: (@Sendable (FetchResponse) throws -> (any ModuleError)?)? = nil,
    decode: @escaping @Sendable (FetchResponse) throws -> Output
  ) {
    self.server = server
    self.method = method
    self.path = path
    self.parameters = parameters
    self.query = query
    self.headers = headers
    self.body = body
    self.limit = limit
    self.timeout = timeout
    self.failure = failure
    self.decode = decode
  }
}

extension WebEndpoint where Output: Decodable {
  /// Creates an endpoint whose responses are JSON, with dates such as `2026-11-20T08:00:00Z`. If
  /// the output is `Empty`, their bodies are not read.
  public init(
    _ server: WebServer, _ method: HTTPMethod = .get, path: String = "",
    parameters: @escaping @Sendable (Input) -> WebParameters = { _ in [:] },
    query: @escaping @Sendable (Input) -> WebParameters = { _ in [:] },
    headers: @escaping @Sendable (Input) -> WebParameters = { _ in [:] },
    body: @escaping @Sendable (Input) -> WebBody? = { _ in nil },
    limit: Int? = nil, timeout: Duration? = nil,
    failure: (@Sendable (FetchResponse) throws -> (any ModuleError)?)? = nil
  ) {
    self.init(
      server, method, path: path, parameters: parameters, query: query, headers: headers,
      body: body, limit: limit, timeout: timeout, failure: failure
    ) {
      try Empty() as? Output ?? JSON.decode(Output.self, from: $0.body)
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
  ///   `DecodingError`; the other errors of the endpoint's `decode`, and those that its `failure`
  ///   returns.
  public func fetch<Input, Output>(
    _ endpoint: WebEndpoint<Input, Output>, _ input: Input, maximumAge: Duration = .zero
  ) async throws -> Output {
    let accepted = Lock<Output?>(nil)
    let request = try endpoint.request(for: input, maximumAge) { response in
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
  ) throws -> FetchRequest {
    var headers: [String: String] = [:]
    var (data, file): (Data?, UploadFile?)
    switch body(input) {
    case .json(let value):
      data = try JSON.encode(value)
      headers["Content-Type"] = "application/json"
    case .file(let upload, let type):
      file = upload
      headers["Content-Type"] = type
    case nil: break
    }
    for case (let name, let value?) in self.headers(input) {
      // Names differ in nothing but case where they are the same field (RFC 9110, section 5.1).
      for key in headers.keys where key.lowercased() == name.lowercased() { headers[key] = nil }
      headers[name] = "\(value)"
    }
    return FetchRequest(
      url: try url(for: input), method: method, headers: headers, body: data, file: file,
      credential: server.credential, maximumAge: maximumAge, limit: limit, timeout: timeout,
      validate: validate, failure: failure)
  }

  /// The path with values in place of its placeholders.
  /// - Throws: `NetworkError.badPathValue` for a value that would name another resource.
  private func escapedPath(for input: Input) throws -> String {
    let parameters = parameters(input)
    return try path.split(at: "/", omittingEmptySubsequences: false).map { segment in
      guard segment.utf8.first == UInt8(ascii: ":") else {
        return segment.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed)
          ?? String(segment)
      }
      let name = String(segment.dropFirst())
      let value = parameters.first { $0.key == name }?.value.map { "\($0)" } ?? ""
      // Servers and libcurl resolve the segments '.' and '..', also when they are escaped.
      guard !["", ".", ".."].contains(value) else {
        throw NetworkError.badPathValue(value, name: name, path: path)
      }
      return value.percentEncoded
    }.joined(separator: "/")
  }

  /// The server's address with the path and with more query items. Text that is not an address is
  /// returned unchanged.
  private func url(for input: Input) throws -> String {
    let address = server.url(ofEscaped: try escapedPath(for: input))
    guard var url = URLComponents(string: address), url.host?.isEmpty == false else {
      return server.baseURL
    }
    var added = URLComponents()
    added.queryItems = query(input).compactMap { name, value in
      value.map { URLQueryItem(name: name, value: "\($0)") }
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
