import NetworkInterface

/// Reads the lines before a body: the heads of interim responses, such as `103 Early Hints`, and
/// that of the final one.
///
/// Source: RFC 9112, sections 2.2, 4 and 5.
struct HeadParser {
  private let address: Address
  private var response: HTTPResponse?

  init(of address: Address) {
    self.address = address
  }

  /// Reads a line with its line break.
  /// - Returns: The head of the final response after its last line; nil before that.
  /// - Throws: `notHTTP`. libcurl accepts some of these lines, depending on its version.
  mutating func read(_ bytes: UnsafeRawBufferPointer) throws(NetworkError) -> HTTPResponse? {
    guard !bytes.contains(0) else { throw .notHTTP(address.shown) }
    let end = bytes.lastIndex { !"\r\n\t ".utf8.contains($0) }
    let line = String(decoding: bytes[..<(end.map { $0 + 1 } ?? 0)], as: UTF8.self)
    guard !line.isEmpty else { return try completeHead() }
    if response == nil {
      response = HTTPResponse(statusLine: line, from: address)
      guard response != nil else { throw .notHTTP(address.shown) }
    } else if response?.addField(line) != true {
      throw .notHTTP(address.shown)
    }
    return nil
  }

  private mutating func completeHead() throws(NetworkError) -> HTTPResponse? {
    guard let head = response, head.status >= 200 else {
      response = nil
      return nil
    }
    // libcurl would use the last of several lengths, or a part of one that is not a number.
    guard head.length != nil || head.header("Content-Length") == nil || head.isChunked else {
      throw .notHTTP(address.shown)
    }
    return head
  }
}
