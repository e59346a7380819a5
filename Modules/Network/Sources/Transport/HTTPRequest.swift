import Foundation
import NetworkInterface
import Platform

/// What a request sends after its head.
enum HTTPBody: Sendable {
  case data(Data)
  case file(UploadSource)
}

/// A request to one address.
struct HTTPRequest: Sendable {
  let address: Address
  /// The address that the caller named.
  let first: Address
  let method: HTTPMethod
  let headers: [String: String]
  let body: HTTPBody?
  /// The longest time without data from the server.
  let idle: Duration
  /// The longest time until the end of the response; nil for no limit.
  let total: Duration?

  /// - Throws: `badHeader` for a field that contains a line break or another invalid character.
  init(
    _ address: Address, _ method: HTTPMethod = .get, headers: [String: String] = [:],
    body: HTTPBody? = nil, idle: Duration, total: Duration?
  ) throws(NetworkError) {
    for (name, value) in headers where !name.isToken || !value.isHeaderValue {
      throw .badHeader(name)
    }
    let idle = min(max(idle, .seconds(1)), .seconds(86_400))
    self.init(address, address, method, headers, body, idle: idle, total: total)
  }

  private init(
    _ address: Address, _ first: Address, _ method: HTTPMethod, _ headers: [String: String],
    _ body: HTTPBody?, idle: Duration, total: Duration?
  ) {
    self.address = address
    self.first = first
    self.method = method
    self.headers = headers
    self.body = body
    self.idle = idle
    self.total = total
  }

  /// The request to the address that a redirect names.
  ///
  /// Source: RFC 9110, section 15.4. Another host gets none of the caller's header fields.
  /// - Throws: `foreignRedirect` when a request with a body, or one that changes a resource, is
  ///   redirected to another host, because the body is not sent there.
  func redirected(to location: String, status: Int) throws(NetworkError) -> HTTPRequest {
    let target = try address.following(location: location)
    let isChanged = status == 303 && method != .head || status < 303 && method == .post
    let isSameHost = target.hostAndPort == address.hostAndPort
    switch method {
    case .put, .patch, .delete:
      guard isChanged || isSameHost else {
        throw .foreignRedirect(address.shown, to: target.shown)
      }
    case .post:
      guard isChanged || isSameHost || body == nil else {
        throw .foreignRedirect(address.shown, to: target.shown)
      }
    case .get, .head: break
    }
    return HTTPRequest(
      target, first, isChanged ? .get : method,
      isSameHost ? headers : headers.filter { Self.fieldsForAnyHost.contains($0.key) },
      isChanged || !isSameHost ? nil : body, idle: idle, total: total)
  }

  /// The header field with the codings of a body that the caller accepts.
  static let codings = "Accept-Encoding"

  /// Header fields that are about the file alone and may be sent to any host.
  private static let fieldsForAnyHost = [
    "Range", "If-Range", "If-None-Match", "If-Modified-Since", codings,
  ]
}

extension HTTPMethod {
  /// An empty body for the methods with which servers expect one.
  ///
  /// Source: RFC 9110, section 8.6.
  var emptyBody: HTTPBody? {
    switch self {
    case .post, .put, .patch: .data(Data())
    case .get, .head, .delete: nil
    }
  }
}

extension String {
  /// Source: RFC 9110, section 5.6.2.
  fileprivate var isToken: Bool {
    !isEmpty
      && utf8.allSatisfy { $0.isLetter || $0.isDigit || "!#$%&'*+-.^_`|~".utf8.contains($0) }
  }

  fileprivate var isHeaderValue: Bool { utf8.allSatisfy { $0 >= 32 && $0 != 127 } }
}
