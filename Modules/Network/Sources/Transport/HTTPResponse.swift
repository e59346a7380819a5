import Foundation
import Mediator

/// The head of the response to one request; the body of a success goes to the request's sink.
struct HTTPResponse: Sendable {
  let status: Int
  /// The address that sent the response, after redirects.
  let address: Address
  /// The beginning of the body of a response that is no success.
  var rejectedBody = Data()
  private var fields: [String: String] = [:]
  /// The field that a line with leading space continues.
  private var lastField: String?

  private static let versions: Set<Substring> = [
    "HTTP/1.0", "HTTP/1.1", "HTTP/2", "HTTP/2.0", "HTTP/3",
  ]

  /// Creates a response from its status line, such as `HTTP/1.1 200 OK`; nil if that is not valid.
  init?(statusLine: String, from address: Address) {
    let parts = statusLine.split(at: " ", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count > 1, Self.versions.contains(parts[0]), parts[1].utf8.count == 3,
      parts[1].utf8.allSatisfy(isDigit), let status = Int(parts[1]),
      status >= 100
    else { return nil }
    self.status = status
    self.address = address
  }

  /// Adds a header field. Fields with the same name form a list, and a line that begins with space
  /// continues the field before it.
  /// - Returns: Whether the line is a field.
  ///
  /// Source: RFC 9110, section 5.3, and RFC 9112, section 5.2.
  mutating func addField(_ line: String) -> Bool {
    if let first = line.utf8.first, isSpace(first) {
      guard let lastField else { return false }
      fields[lastField]?.append(contentsOf: " \(line.withoutOuterSpace)")
      return true
    }
    guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
    let name = line[..<colon].lowercased()
    let value = String(line[line.utf8.index(after: colon)...]).withoutOuterSpace
    if fields[name] == nil {
      fields[name] = value
    } else {
      fields[name]?.append(contentsOf: ", \(value)")
    }
    lastField = name
    return true
  }

  /// The value of a header field, whose name is matched without regard to case.
  func header(_ name: String) -> String? { fields[name.lowercased()] }

  /// Whether the body has a transfer encoding, which takes precedence over a length.
  var isChunked: Bool { header("Transfer-Encoding") != nil }

  /// Whether the body has another length than its content.
  var isCompressed: Bool { (header("Content-Encoding") ?? "identity").lowercased() != "identity" }

  /// Whether the server sent what was requested.
  var isSuccess: Bool { 200..<300 ~= status }

  /// The announced length of the body in bytes; nil when the server does not say,
  /// or when the field is not valid.
  ///
  /// Source: RFC 9110, section 8.6, and RFC 9112, section 6.3.
  var length: Int? {
    guard !isChunked, let list = header("Content-Length") else { return nil }
    let values = Set(list.split(at: ",").map { String($0).withoutOuterSpace })
    guard let value = values.first, values.count == 1, !value.isEmpty,
      value.utf8.allSatisfy(isDigit)
    else { return nil }
    return Int(value) ?? .max
  }
}

extension String {
  /// The text without spaces and tabs at its ends.
  var withoutOuterSpace: String {
    let bytes = utf8.drop(while: isSpace)
    let end = bytes.lastIndex { !isSpace($0) }.map { bytes.index(after: $0) }
    return String(self[bytes.startIndex..<(end ?? bytes.startIndex)])
  }
}

private func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == 9 }

/// Whether a byte is one of the digits 0 to 9 of ASCII.
func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
