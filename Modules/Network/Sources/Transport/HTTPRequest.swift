import Foundation
import NetworkInterface

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A request to one address.
struct HTTPRequest: Sendable {
  let address: Address
  /// The address that the caller named.
  let first: Address
  let method: HTTPMethod
  let headers: [String: String]
  let body: Data?
  /// Foundation on Linux supports whole seconds only.
  let timeoutSeconds: Int

  /// - Throws: `badHeader` for a field that contains a line break or another invalid character.
  init(
    _ address: Address, _ method: HTTPMethod = .get, headers: [String: String] = [:],
    body: Data? = nil, timeout: Duration
  ) throws(NetworkError) {
    for (name, value) in headers where !name.isToken || !value.isHeaderValue {
      throw .badHeader(name)
    }
    let seconds = min(max(timeout, .seconds(1)), .seconds(86_400)) / .seconds(1)
    self.init(address, address, method, headers, body, timeoutSeconds: Int(seconds.rounded(.up)))
  }

  private init(
    _ address: Address, _ first: Address, _ method: HTTPMethod, _ headers: [String: String],
    _ body: Data?, timeoutSeconds: Int
  ) {
    self.address = address
    self.first = first
    self.method = method
    self.headers = headers
    self.body = body
    self.timeoutSeconds = timeoutSeconds
  }

  var request: URLRequest {
    var request = URLRequest(url: address.url)
    request.timeoutInterval = Double(timeoutSeconds)
    request.httpMethod = method.rawValue
    request.httpBody = body
    for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
    return request
  }

  /// The request to the address that a redirect names.
  ///
  /// Source: RFC 9110, section 15.4. Another host gets none of the caller's header fields.
  func redirected(to location: String, status: Int) throws(NetworkError) -> HTTPRequest {
    let target = try address.following(location: location)
    let isChanged = status == 303 && method != .head || status < 303 && method == .post
    let isSameHost = target.host == address.host && target.url.port == address.url.port
    return HTTPRequest(
      target, first, isChanged ? .get : method,
      isSameHost ? headers : headers.filter { Self.fieldsForAnyHost.contains($0.key) },
      isChanged || !isSameHost ? nil : body, timeoutSeconds: timeoutSeconds)
  }

  /// Header fields that are about the file alone and may be sent to any host.
  private static let fieldsForAnyHost = [
    "Range", "If-Range", "If-None-Match", "If-Modified-Since", "Accept-Encoding",
  ]
}

extension String {
  /// Source: RFC 9110, section 5.6.2.
  fileprivate var isToken: Bool {
    !isEmpty
      && utf8.allSatisfy {
        switch $0 {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "!#$%&'*+-.^_`|~".utf8.contains($0)
        }
      }
  }

  fileprivate var isHeaderValue: Bool { utf8.allSatisfy { $0 >= 32 && $0 != 127 } }
}
