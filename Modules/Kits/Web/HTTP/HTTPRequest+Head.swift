import Mediator
import Platform

extension HTTPRequest {
  /// Parses the bytes before the empty line, in which each line ends with a carriage return and a
  /// line feed, and which have no other control characters than tabs.
  ///
  /// Everything that two programs could read differently is refused (request smuggling).
  ///
  /// Source: RFC 9112, HTTP/1.1, sections 2 to 6 and 11.2.
  init(head: ArraySlice<UInt8>, _ limits: HTTPLimits) throws(HTTPFailure) {
    let lines = head.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 }
    let words = (lines.first ?? [])
      .split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard words.count == 3, !words[0].isEmpty, words[0].allSatisfy(\.isTokenByte) else {
      throw HTTPFailure(400, "the first line is not like 'GET /orders HTTP/1.1'")
    }
    let isHTTP11 = try Self.isHTTP11(words[2])
    let name = String(decoding: words[0], as: UTF8.self)
    guard let method = Method(rawValue: name == "HEAD" ? "GET" : name) else {
      let isKnown = Self.otherMethods.contains(name)
      throw HTTPFailure(isKnown ? 405 : 501, "the method '\(name.prefix(20))' is not supported")
    }
    let target = try HTTPTarget(words[1])
    let fields = try Self.fields(lines.dropFirst(), limits)
    var framing = try HTTPFraming(fields, isHTTP11: isHTTP11, limits)
    framing.isHeadOnly = name == "HEAD"
    self.init(method, target, fields, framing)
  }

  /// Source: RFC 9110, section 9, and RFC 5789.
  private static let otherMethods: Set = [
    "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH",
  ]

  /// Returns false for HTTP/1.0.
  private static func isHTTP11(_ word: ArraySlice<UInt8>) throws(HTTPFailure) -> Bool {
    let version = Array(word)
    guard version.count == 8, version.starts(with: "HTTP/".utf8), version[5].isDigit,
      version[6] == UInt8(ascii: "."), version[7].isDigit
    else { throw HTTPFailure(400, "the first line is not like 'GET /orders HTTP/1.1'") }
    guard version[5] == UInt8(ascii: "1") else {
      throw HTTPFailure(
        505, "the version is \(String(decoding: version, as: UTF8.self)); expected HTTP/1.1")
    }
    return version[7] != UInt8(ascii: "0")
  }

  private static func fields(
    _ lines: ArraySlice<ArraySlice<UInt8>>, _ limits: HTTPLimits
  ) throws(HTTPFailure) -> [String: String] {
    guard lines.count <= limits.fields else {
      throw HTTPFailure(431, "the head has more than \(limits.fields) fields")
    }
    var fields: [String: String] = [:]
    for line in lines {
      // A space before the colon, and a line that continues the one before, are refused here, too.
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
        line[..<colon].allSatisfy(\.isTokenByte)
      else {
        let start = String(decoding: line.prefix(40), as: UTF8.self)
        throw HTTPFailure(400, "the header field '\(start)' is not valid")
      }
      let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
      let value = String(decoding: line[(colon + 1)...].trimmingBlanks, as: UTF8.self)
      guard let first = fields.updateValue(value, forKey: name) else { continue }
      // Two lengths, or two tokens, would mean different things to different readers.
      guard !single.contains(name) else {
        throw HTTPFailure(400, "the header field '\(name)' occurs twice")
      }
      fields[name] = [first, value].filter { !$0.isEmpty }.joined(separator: ", ")
    }
    return fields
  }

  /// The fields that a client must not send twice.
  private static let single: Set = [
    "authorization", "content-length", "content-type", "cookie", "expect", "host",
    "idempotency-key", "if-modified-since", "last-event-id", "origin", "range", "referer",
    "sec-fetch-dest", "sec-fetch-mode", "sec-fetch-site", "transfer-encoding", "user-agent",
  ]
}

extension HTTPFraming {
  /// Source: RFC 9112, sections 6.1 to 6.3 and 9.3, and RFC 9110, section 10.1.1. Bodies in chunks
  /// are refused.
  fileprivate init(
    _ fields: [String: String], isHTTP11: Bool, _ limits: HTTPLimits
  ) throws(HTTPFailure) {
    readsChunks = isHTTP11
    if fields["transfer-encoding"] != nil {
      guard isHTTP11, fields["content-length"] == nil else {
        throw HTTPFailure(
          400, "'Transfer-Encoding' beside a length, or in HTTP/1.0, is not allowed")
      }
      throw HTTPFailure(501, "bodies in chunks are not supported; send 'Content-Length'")
    }
    if let text = fields["content-length"] {
      guard !text.isEmpty, text.utf8.allSatisfy(\.isDigit) else {
        throw HTTPFailure(400, "'\(text.prefix(40))' is not a length of a body")
      }
      guard let length = Int(text), length <= limits.body else {
        throw HTTPFailure(413, "the body is longer than \(limits.body >> 10) KiB")
      }
      bodyLength = length
    }
    if let expectation = fields["expect"], isHTTP11 {
      guard expectation.lowercased() == "100-continue" else {
        throw HTTPFailure(417, "'\(expectation.prefix(40))' cannot be expected")
      }
      expectsContinue = true
    }
    let options = (fields["connection"] ?? "").lowercased().split(at: ",").map {
      String($0).trimmed
    }
    keepsAlive = !options.contains("close") && (isHTTP11 || options.contains("keep-alive"))
  }
}

extension UInt8 {
  /// Whether it can occur in the name of a header field. Source: RFC 9110, section 5.6.2.
  var isTokenByte: Bool { isLetter || isDigit || Self.tokenMarks.contains(self) }

  private static let tokenMarks = Array("!#$%&'*+-.^_`|~".utf8)
}

extension ArraySlice<UInt8> {
  /// Without spaces and tabs at both ends. Source: RFC 9110, section 5.6.3.
  fileprivate var trimmingBlanks: ArraySlice<UInt8> {
    guard let first = firstIndex(where: { $0 != 32 && $0 != 9 }),
      let last = lastIndex(where: { $0 != 32 && $0 != 9 })
    else { return [] }
    return self[first...last]
  }
}
