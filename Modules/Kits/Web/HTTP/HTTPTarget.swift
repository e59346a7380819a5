import Mediator
import Platform

/// The target of a request in its usual form, a path with an optional query.
///
/// Source: RFC 9112, section 3.2.1, and RFC 3986, section 3.3. The other forms are for proxies, and
/// for methods that this server does not answer.
struct HTTPTarget {
  let text: String
  let path: [String]
  let query: Parameters

  init(_ bytes: ArraySlice<UInt8>) throws(HTTPFailure) {
    guard bytes.first == UInt8(ascii: "/") else {
      throw HTTPFailure(400, "the target does not start with '/'")
    }
    // Browsers send more punctuation than RFC 3986 has; these never occur.
    guard bytes.allSatisfy({ 33...126 ~= $0 && !Self.forbidden.contains($0) }) else {
      throw HTTPFailure(400, "the target contains bytes that must be percent-encoded")
    }
    let parts = bytes.split(
      separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
    text = String(decoding: bytes, as: UTF8.self)
    path = try Self.path(parts[0].dropFirst())
    query = parts.count > 1 ? try HTTPForm.decode(parts[1]) : Parameters()
  }

  private static let forbidden = Array("\"#<>".utf8)

  private static func path(_ bytes: ArraySlice<UInt8>) throws(HTTPFailure) -> [String] {
    guard !bytes.isEmpty else { return [] }
    let parts = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    var path: [String] = []
    for part in parts {
      let decoded = PercentEncoding.decode(part)
      // A part that another program would read as several parts, or as another folder.
      guard let decoded, decoded != ".", decoded != "..",
        decoded.utf8.allSatisfy({ $0 >= 32 && $0 != 127 && !separators.contains($0) }),
        !decoded.isEmpty || path.count == parts.count - 1
      else {
        throw HTTPFailure(400, "the path has a part that is empty, damaged or not allowed")
      }
      path.append(decoded)
    }
    return path
  }

  private static let separators = Array("/\\".utf8)
}

/// The encoding of queries and forms.
///
/// Source: URL Standard, section 5.1, application/x-www-form-urlencoded, but damaged input is an
/// error.
enum HTTPForm {
  static let type = "application/x-www-form-urlencoded"
  /// The largest number of fields.
  static let maximumCount = 512

  /// - Throws: `HTTPFailure`
  static func decode(_ bytes: ArraySlice<UInt8>) throws(HTTPFailure) -> Parameters {
    var fields = Parameters()
    let pairs = bytes.split(separator: UInt8(ascii: "&"), maxSplits: maximumCount)
    guard pairs.count <= maximumCount else {
      throw HTTPFailure(400, "a form or a query has at most \(maximumCount) fields")
    }
    for pair in pairs {
      let parts = pair.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = text(parts[0]), let value = parts.count > 1 ? text(parts[1]) : "" else {
        throw HTTPFailure(400, "a field of the form or the query is damaged")
      }
      fields.append(value, for: name)
    }
    return fields
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String? {
    let spaced = bytes.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
    guard let text = PercentEncoding.decode(spaced[...]), !text.utf8.contains(0) else { return nil }
    return text
  }
}

/// Source: RFC 3986, section 2.1.
enum PercentEncoding {
  /// Returns nil for a damaged escape, and for bytes that are no UTF-8.
  static func decode(_ bytes: ArraySlice<UInt8>) -> String? {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var rest = bytes
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        decoded.append(byte)
        continue
      }
      guard let high = rest.popFirst()?.hexDigit, let low = rest.popFirst()?.hexDigit else {
        return nil
      }
      decoded.append(high << 4 | low)
    }
    return String(validating: decoded, as: UTF8.self)
  }
}

extension UInt8 {
  fileprivate var hexDigit: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
