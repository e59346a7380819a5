public import Foundation

/// The method of an HTTP request.
public enum HTTPMethod: String, Sendable, CaseIterable {
  /// Returns the resource.
  case get = "GET"
  /// Returns the header fields of the resource, without its body.
  case head = "HEAD"
  /// Sends the body to the resource, which decides what to do with it.
  case post = "POST"
  /// Replaces the resource with the body.
  case put = "PUT"
  /// Removes the resource.
  case delete = "DELETE"

  /// Whether a repeated request has the same effect as a single one.
  ///
  /// Source: RFC 9110, section 9.2.2.
  public var isIdempotent: Bool {
    switch self {
    case .get, .head, .put, .delete: true
    case .post: false
    }
  }
}

/// Authenticates a caller with a token that may expire.
///
/// The token is sent as `Authorization: Bearer`, and only to the host of the request.
public struct Credential: Sendable {
  /// Identifies the credential; credentials with the same name share one token.
  public let name: String
  /// Returns a token: the first one when `expired` is nil, otherwise one that replaces `expired`.
  public let renew: @Sendable (_ expired: String?) async throws -> String

  /// Creates a credential; concurrent requests that need a token share one call of `renew`.
  public init(
    _ name: String, renew: @escaping @Sendable (_ expired: String?) async throws -> String
  ) {
    self.name = name
    self.renew = renew
  }
}

extension Credential: Hashable {
  public static func == (first: Credential, second: Credential) -> Bool {
    first.name == second.name
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// When a fetch may return a response from the cache.
///
/// Source: RFC 9111, sections 4.2 and 4.3.
public enum CachePolicy: Sendable, CaseIterable {
  /// As long as the response is fresh.
  case useFresh
  /// Only after the server has confirmed that the response is still current.
  case revalidate
}

/// A request to fetch the content of a web address into memory.
///
/// An idempotent request is retried at most twice, when the connection breaks or the server is
/// busy. Equal `GET` requests without a body share one transfer while it is in progress.
public struct FetchRequest: Hashable, Sendable {
  /// The address, beginning with `https://`.
  public let url: String
  /// The HTTP method; only `GET` requests are cached and shared.
  public let method: HTTPMethod
  /// Header fields by name; they are sent only to the host of the address.
  public let headers: [String: String]
  /// The body to send.
  public let body: Data?
  /// Authenticates the caller; nil for an anonymous request.
  public let credential: Credential?
  /// When a response from the cache may be returned.
  public let cachePolicy: CachePolicy
  /// The maximum size of the response's body in bytes, decompressed; nil for that of the settings.
  public let limit: Int?
  /// The longest time without data from the server, from one second to one day; nil for that of the
  /// settings.
  public let timeout: Duration?
  /// Whether an address beginning with `http://` is accepted; one on this machine always is.
  public let allowsPlainHTTP: Bool

  /// Creates a request, by default with the limits of the settings.
  public init(
    url: String, method: HTTPMethod = .get, headers: [String: String] = [:], body: Data? = nil,
    credential: Credential? = nil, cachePolicy: CachePolicy = .useFresh, limit: Int? = nil,
    timeout: Duration? = nil, allowsPlainHTTP: Bool = false
  ) {
    self.url = url
    self.method = method
    self.headers = headers
    self.body = body
    self.credential = credential
    self.cachePolicy = cachePolicy
    self.limit = limit
    self.timeout = timeout
    self.allowsPlainHTTP = allowsPlainHTTP
  }
}

/// The successful response to a fetch.
public struct FetchResponse: Hashable, Sendable {
  /// The HTTP status, 200 to 299; for every other status, the fetch throws an error.
  public let status: Int
  /// The whole body, decompressed if it was compressed.
  public let body: Data

  /// Creates a response.
  public init(status: Int, body: Data) {
    self.status = status
    self.body = body
  }
}
