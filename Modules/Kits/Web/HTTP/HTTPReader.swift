import Foundation

/// Splits the bytes of one connection into requests.
struct HTTPReader {
  enum Stage: Equatable {
    /// Nothing of the next request has been received.
    case idle
    case head, body
  }

  private let limits: HTTPLimits
  /// The names of this server in the field `Host`, in lower case.
  private let hosts: [String]
  /// What has been received since the end of the last request.
  private var buffer: [UInt8] = []
  /// How many bytes of the buffer have been checked.
  private var checkedCount = 0
  /// The request whose body is being received.
  private var pending: HTTPRequest?

  init(hosts: [String], limits: HTTPLimits) {
    self.hosts = hosts
    self.limits = limits
  }

  var stage: Stage { pending != nil ? .body : buffer.isEmpty ? .idle : .head }

  /// Whether as much has been received as one head may have.
  var isFull: Bool { buffer.count >= limits.head }

  /// The target of the request that is being received, as far as that can be seen.
  var target: String? {
    if let pending { return pending.target }
    let words = buffer.prefix { $0 != 13 && $0 != 10 }.split(separator: UInt8(ascii: " "))
    return words.count > 1 ? String(validating: words[1], as: UTF8.self) : nil
  }

  mutating func append(_ bytes: UnsafeRawBufferPointer) { buffer += bytes }

  /// Returns the next request, or nil when more bytes are needed for it.
  /// - Throws: `HTTPFailure` for a request that is refused. Later bytes have no meaning then.
  mutating func next() throws(HTTPFailure) -> HTTPRequest? {
    if pending == nil {
      guard let length = try findHead() else { return nil }
      let request = try HTTPRequest(head: buffer[..<length], limits)
      try check(request)
      pending = request
      removeFirst(length + 4)
    }
    guard var request = pending, buffer.count >= request.framing.bodyLength else { return nil }
    request.body = Data(buffer.prefix(request.framing.bodyLength))
    removeFirst(request.framing.bodyLength)
    pending = nil
    return request
  }

  /// Returns whether the client waits for permission to send a body, once for each request.
  ///
  /// Source: RFC 9110, section 10.1.1.
  mutating func takeExpectation() -> Bool {
    guard var request = pending, request.framing.expectsContinue, buffer.isEmpty else {
      return false
    }
    request.framing.expectsContinue = false
    pending = request
    return true
  }

  /// Returns the length of the head without the empty line at its end; nil if that has not been
  /// received. Other line ends than CR LF, and control characters, are refused as soon as they come.
  ///
  /// Source: RFC 9112, section 2.2.
  private mutating func findHead() throws(HTTPFailure) -> Int? {
    let (start, limit) = (checkedCount, limits.head)
    let result: (count: Int, length: Int?, failure: HTTPFailure?) = buffer.withUnsafeBufferPointer {
      for index in start..<$0.count {
        let (byte, isAfterCR) = ($0[index], index > 0 && $0[index - 1] == 13)
        guard index < limit else {
          return (index, nil, HTTPFailure(431, "the head is longer than \(limit >> 10) KiB"))
        }
        guard isAfterCR == (byte == 10), byte >= 32 && byte != 127 || 9...10 ~= byte || byte == 13
        else { return (index, nil, Self.damagedHead) }
        if byte == 10, index >= 3, $0[index - 2] == 10 { return (index + 1, index - 3, nil) }
      }
      return ($0.count, nil, nil)
    }
    if let failure = result.failure { throw failure }
    checkedCount = result.count
    return result.length
  }

  private static let damagedHead = HTTPFailure(
    400, "the head has a control character, or a line that does not end with CR LF")

  /// A page of the web can send requests to this machine: to a name of its own whose address has
  /// become that of this machine (DNS rebinding).
  ///
  /// Source: RFC 9110, sections 7.2 and 15.5.20.
  private func check(_ request: HTTPRequest) throws(HTTPFailure) {
    guard let host = request.fields["host"] else {
      throw HTTPFailure(400, "the header field 'Host' is missing; expected '\(hosts.first ?? "")'")
    }
    guard hosts.contains(host.lowercased()) else {
      throw HTTPFailure(
        421, "'\(host.prefix(40))' is not this server; expected '\(hosts.first ?? "")'")
    }
  }

  private mutating func removeFirst(_ count: Int) {
    // An idle connection keeps no memory.
    if count == buffer.count { buffer = [] } else { buffer.removeFirst(count) }
    checkedCount = 0
  }
}
