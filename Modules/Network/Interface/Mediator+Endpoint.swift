import Foundation
public import Mediator

extension Mediator {
  /// Asks an endpoint.
  /// - Throws: `NetworkError`, `.notDecodable` where the answer cannot be reformed, and what the
  ///   endpoint's own closures throw.
  public func fetch<Input, Output>(
    _ endpoint: Endpoint<Input, Output>, _ input: Input
  ) async throws -> Output {
    try await endpoint.output(of: perform(Network.fetch, endpoint.request(for: input)))
  }

  /// Asks an endpoint for one page after the other, as the server links them; at most `limit`.
  public func pages<Input, Output>(
    of endpoint: Endpoint<Input, Output>, _ input: Input, limit: Int = 100
  ) -> Pages<Output> {
    Pages(limit: limit, first: { try endpoint.request(for: input) }) { [self] request in
      let response = try await perform(Network.fetch, request)
      let following = response.next.map { request.following($0) }
      return (try endpoint.output(of: response), following)
    }
  }
}

extension Endpoint {
  fileprivate func request(for input: Input) throws -> FetchRequest {
    let slash = service.baseURL.hasSuffix("/") || path.isEmpty ? "" : "/"
    let url = service.baseURL + slash + path
    guard var parts = URLComponents(string: url) else { throw NetworkError.badURL(url) }
    let fields = try source(input).sorted { $0.key < $1.key }
      .map { URLQueryItem(name: $0.key, value: $0.value) }
    if !fields.isEmpty { parts.queryItems = (parts.queryItems ?? []) + fields }
    // A plus is a space to many servers.
    parts.percentEncodedQuery = parts.percentEncodedQuery?.replacing("+", with: "%2B")
    return FetchRequest(
      url: parts.string ?? url, method: method, body: try body(input),
      credential: service.credential, timeout: service.timeout)
  }

  fileprivate func output(of response: FetchResponse) throws -> Output {
    try validate(response)
    do {
      return try reform(response)
    } catch let error as DecodingError {
      let (field, reason) = error.problem
      throw NetworkError.notDecodable(
        URL(string: service.baseURL)?.host() ?? path,
        reason: (field.map { "\($0): " } ?? "") + reason)
    }
  }
}

extension FetchRequest {
  fileprivate func following(_ url: String) -> FetchRequest {
    // Who is known to one server is not made known to another by its word.
    let isSameHost = URL(string: url)?.host() == URL(string: self.url)?.host()
    return FetchRequest(
      url: url, credential: isSameHost ? credential : nil, timeout: timeout)
  }
}
