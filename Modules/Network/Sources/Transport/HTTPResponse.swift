/// The head of the response to one request; its body goes to the request's sink.
struct HTTPResponse: Sendable {
  let status: Int
  /// The address that sent the response, after redirects.
  let address: Address
  private var fields: [String: String] = [:]

  /// Creates a response from its status line, such as `HTTP/1.1 200 OK`; nil if that is not valid.
  init?(statusLine: String, from address: Address) {
    let parts = statusLine.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count > 1, parts[0].hasPrefix("HTTP/"), parts[1].count == 3,
      let status = Int(parts[1]), status >= 100
    else { return nil }
    self.status = status
    self.address = address
  }

  /// Adds a header field. Fields with the same name form a list.
  ///
  /// Source: RFC 9110, section 5.3.
  mutating func addField(_ line: String) {
    guard let colon = line.firstIndex(of: ":") else { return }
    let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
    let name = line[..<colon].lowercased()
    if fields[name] == nil {
      fields[name] = String(value)
    } else {
      fields[name]?.append(contentsOf: ", \(value)")
    }
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
    let values = Set(list.split { ", \t".contains($0) })
    guard let value = values.first, values.count == 1,
      value.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
    else { return nil }
    return Int(value) ?? .max
  }
}
