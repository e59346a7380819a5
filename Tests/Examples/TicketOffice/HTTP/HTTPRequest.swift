import Foundation

/// A request that a client has sent completely.
struct HTTPRequest: Sendable {
  let head: HTTPHead
  let body: Data

  /// The parts of the path: `/orders/1/payment` is `["orders", "1", "payment"]`.
  var path: [String] { head.target.split(separator: "/").map(String.init) }

  /// The token of the header field `Authorization`.
  var token: String? {
    guard let field = head.fields["authorization"], field.lowercased().hasPrefix("bearer ") else {
      return nil
    }
    return field.dropFirst("bearer ".count).trimmingCharacters(in: .whitespaces)
  }
}

/// Why a request is answered with an error.
struct HTTPFailure: Error, Equatable {
  let status: Int
  let reason: String

  init(_ status: Int, _ reason: String) {
    self.status = status
    self.reason = reason
  }
}

/// The request line and the header fields of a request.
///
/// Source: RFC 9112, HTTP/1.1, sections 3, 5 and 6. Bodies in chunks are refused.
struct HTTPHead: Equatable, Sendable {
  /// The largest number of bytes of a head.
  static let maximumLength = 16 << 10
  /// The largest number of bytes of a body.
  static let maximumBodyLength = 1 << 20

  let method: String
  let target: String
  /// The fields by their names in lower case.
  let fields: [String: String]
  let bodyLength: Int
  /// Whether the client may send another request on the same connection.
  let keepsAlive: Bool

  /// Parses the bytes before the empty line.
  init(_ bytes: some Collection<UInt8>) throws(HTTPFailure) {
    guard bytes.allSatisfy({ $0 == 9 || $0 == 10 || $0 == 13 || 32..<127 ~= $0 }) else {
      throw HTTPFailure(400, "the head contains bytes that are no printable ASCII")
    }
    let text = String(decoding: bytes, as: UTF8.self)
    let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
    guard let first = lines.first, !lines.contains(where: \.containsLineBreak) else {
      throw HTTPFailure(400, "a line ends without a carriage return and a line feed")
    }
    let words = first.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, words[0].allSatisfy({ $0.isASCII && $0.isUppercase }),
      !words[0].isEmpty, words[1].hasPrefix("/"), words[2].wholeMatch(of: /HTTP\/\d\.\d/) != nil
    else {
      throw HTTPFailure(400, "the first line is not like 'GET /orders HTTP/1.1'")
    }
    guard words[2].hasPrefix("HTTP/1.") else {
      throw HTTPFailure(505, "the version is \(words[2]); expected HTTP/1.1")
    }
    (method, target) = (String(words[0]), String(words[1]))
    fields = try Self.fields(lines.dropFirst())
    bodyLength = try Self.bodyLength(fields)
    let connection = fields["connection"]?.lowercased()
    keepsAlive = words[2] == "HTTP/1.1" ? connection != "close" : connection == "keep-alive"
  }

  private static func fields(
    _ lines: some Sequence<Substring>
  ) throws(HTTPFailure) -> [String: String] {
    var fields: [String: String] = [:]
    for line in lines {
      guard let match = line.wholeMatch(of: /([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*?)[ \t]*/)
      else {
        throw HTTPFailure(400, "the header field '\(line.prefix(40))' is not valid")
      }
      let (name, value) = (match.1.lowercased(), String(match.2))
      // Two lengths, or two tokens, would mean different things to different readers.
      guard fields.updateValue(value, forKey: name) == nil || !Self.single.contains(name) else {
        throw HTTPFailure(400, "the header field '\(name)' occurs twice")
      }
    }
    return fields
  }

  private static let single: Set = [
    "content-length", "authorization", "idempotency-key", "host", "origin",
  ]

  private static func bodyLength(_ fields: [String: String]) throws(HTTPFailure) -> Int {
    guard fields["transfer-encoding"] == nil else {
      throw HTTPFailure(501, "bodies in chunks are not supported; send 'Content-Length'")
    }
    guard let text = fields["content-length"] else { return 0 }
    guard !text.isEmpty, text.utf8.allSatisfy({ 48..<58 ~= $0 }) else {
      throw HTTPFailure(400, "'\(text.prefix(40))' is not a length of a body")
    }
    guard let length = Int(text), length <= maximumBodyLength else {
      throw HTTPFailure(413, "the body is longer than \(maximumBodyLength >> 20) MiB")
    }
    return length
  }
}

extension Substring {
  fileprivate var containsLineBreak: Bool { utf8.contains { $0 == 10 || $0 == 13 } }
}
