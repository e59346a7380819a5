public import Foundation
public import Mediator

/// The method of an HTTP request.
public enum HTTPMethod: String, Sendable {
  /// Returns the resource.
  case get = "GET"
  /// Returns the header fields of the resource, without its body.
  case head = "HEAD"
  /// Sends the body to the resource, which decides what to do with it.
  case post = "POST"
  /// Stores the body as the resource, in place of the earlier one.
  case put = "PUT"
  /// Changes the parts of the resource that the body names.
  case patch = "PATCH"
  /// Removes the resource.
  case delete = "DELETE"

  /// Whether a repeated request has the same effect as a single one. The answer to a repeated
  /// `DELETE` may be the status 404 although the first one has removed the resource.
  ///
  /// Source: RFC 9110, section 9.2.2.
  public var isIdempotent: Bool {
    switch self {
    case .get, .head, .put, .delete: true
    case .post, .patch: false
    }
  }

  /// Whether a request changes nothing on the server.
  ///
  /// Source: RFC 9110, section 9.2.1.
  package var isSafe: Bool { self == .get || self == .head }
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

extension Credential {
  /// Creates the credential of a session. Network remembers a token by the name of its credential,
  /// so each token has a name of its own.
  package init(
    _ name: String, token: String,
    renew: @escaping @Sendable (_ expired: String) async throws -> String
  ) {
    self.init("\(name) \(token.hashValue)") { expired in
      guard let expired else { return token }
      return try await renew(expired)
    }
  }
}

extension Credential: Hashable {
  public static func == (first: Credential, second: Credential) -> Bool {
    first.name == second.name
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// A request to fetch the content of a web address into memory.
///
/// An idempotent request is retried at most twice, when the connection breaks or the server is
/// busy. Equal `GET` requests without a body share one transfer while it is in progress.
///
/// Responses to `GET` requests without header fields, body and credential are cached, but only
/// after a caller's `validate` has accepted them. A request that may change a resource
/// removes the cached response of its address, but not those of other addresses, such as a list
/// that contains the resource.
public struct FetchRequest: Hashable, Sendable {
  /// The address, beginning with `https://`.
  public let url: String
  /// The HTTP method; only `GET` requests are cached and shared.
  public let method: HTTPMethod
  /// Header fields by name; they are sent only to the host of the address.
  public let headers: [String: String]
  /// The body to send.
  public let body: Data?
  /// The file whose content is the body, instead of `body`.
  public let file: UploadFile?
  /// Authenticates the caller; nil for an anonymous request.
  public let credential: Credential?
  /// How old a response from the cache may be to be returned without asking the server; the server
  /// can only shorten that. With zero the server is always asked, and confirms with a short answer
  /// that a cached response is current.
  ///
  /// Source: RFC 9111, sections 4.2 and 4.3.
  public let maximumAge: Duration
  /// The maximum size of the response's body in bytes, decompressed; nil for that of the settings.
  public let limit: Int?
  /// The longest time without data from the server, from one second to one day; nil for that of the
  /// settings.
  public let timeout: Duration?
  /// Whether an address beginning with `http://` is accepted; one on this machine always is.
  public let allowsPlainHTTP: Bool
  private let closures: Closures

  /// Throws when the caller cannot use a response. The fetch then throws this error and does not
  /// store the response. A cached response that is rejected is removed and requested again.
  public var validate: @Sendable (FetchResponse) throws -> Void { closures.validate }

  /// Returns the error to throw for a response whose status is no success, such as one with the
  /// server's own sentence. Without one, and when this throws because the body is not as expected,
  /// the fetch throws `NetworkError.status`. Of the body, it receives the first 64 KB.
  public var failure: (@Sendable (FetchResponse) throws -> (any ModuleError)?)? { closures.failure }

  /// The closures take no part in comparisons.
  private struct Closures: Hashable, Sendable {
    let validate: @Sendable (FetchResponse) throws -> Void
    let failure: (@Sendable (FetchResponse) throws -> (any ModuleError)?)?

    static func == (first: Closures, second: Closures) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
  }

  /// Creates a request, by default with the limits of the settings.
  public init(
    url: String, method: HTTPMethod = .get, headers: [String: String] = [:], body: Data? = nil,
    file: UploadFile? = nil, credential: Credential? = nil, maximumAge: Duration = .zero,
    limit: Int? = nil, timeout: Duration? = nil, allowsPlainHTTP: Bool = false,
    validate: @escaping @Sendable (FetchResponse) throws -> Void = { _ in },
    failure: (@Sendable (FetchResponse) throws -> (any ModuleError)?)? = nil
  ) {
    self.url = url
    self.method = method
    self.headers = headers
    self.body = body
    self.file = file
    self.credential = credential
    self.maximumAge = maximumAge
    self.limit = limit
    self.timeout = timeout
    self.allowsPlainHTTP = allowsPlainHTTP
    closures = Closures(validate: validate, failure: failure)
  }
}

extension FetchRequest {
  /// The error that a fetch throws for a response whose status is no success. Tests throw it in
  /// place of an answer.
  /// - Parameter reason: The error unless `failure` has returned one; nil for
  ///   `NetworkError.status`.
  public func error(
    for response: FetchResponse, otherwise reason: NetworkError? = nil
  ) -> any ModuleError {
    if let error = try? failure?(response) { return error }
    return reason ?? NetworkError.status(response.status, url.shownAddress)
  }
}

/// The response to a fetch.
public struct FetchResponse: Hashable, Sendable {
  /// The HTTP status. A fetch returns 200 to 299 only; for every other status, it throws an error.
  public let status: Int
  /// The whole body, decompressed if it was compressed.
  public let body: Data

  /// Creates a response.
  public init(status: Int, body: Data) {
    self.status = status
    self.body = body
  }
}

extension FetchRequest: CustomStringConvertible {
  /// The address, without what may be secret.
  public var description: String { url.shownAddress }
}
