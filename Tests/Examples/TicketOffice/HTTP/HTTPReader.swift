import Foundation

/// Reads the requests of one connection.
struct HTTPReader {
  private let client: Int32
  private let origin: LocalOrigin
  private let limits: ServerLimits
  /// What was received after the last request.
  private var buffer: [UInt8] = []
  private var isFirst = true
  /// When the client must have sent the request that is being read.
  private var deadline = ContinuousClock.now

  /// - Parameter origin: The server, which the requests must name.
  init(_ client: Int32, at origin: LocalOrigin, limits: ServerLimits = ServerLimits()) {
    (self.client, self.origin, self.limits) = (client, origin, limits)
  }

  /// Waits for the next request; nil when the client sends none any more.
  mutating func next() throws(HTTPFailure) -> HTTPRequest? {
    let end: [UInt8] = [13, 10, 13, 10]
    var searched = 0
    var isIdle = !isFirst && buffer.isEmpty
    deadline = .now + (isIdle ? limits.idle : limits.request)
    isFirst = false
    while true {
      if let start = buffer[searched...].firstIndex(of: end) {
        guard start <= HTTPHead.maximumLength else { throw Self.longHead }
        let head = try HTTPHead(buffer[..<start])
        try origin.check(head)
        buffer.removeFirst(start + end.count)
        return try readBody(of: head)
      }
      guard buffer.count <= HTTPHead.maximumLength else { throw Self.longHead }
      searched = max(0, buffer.count - end.count + 1)
      guard try receive() else {
        guard buffer.isEmpty else { throw HTTPFailure(400, "the request ends in its head") }
        return nil
      }
      if isIdle { deadline = .now + limits.request }
      isIdle = false
    }
  }

  private static let longHead = HTTPFailure(
    431, "the head is longer than \(HTTPHead.maximumLength >> 10) KiB")

  private mutating func readBody(of head: HTTPHead) throws(HTTPFailure) -> HTTPRequest {
    if head.fields["expect"]?.lowercased() == "100-continue", buffer.isEmpty {
      Self.send(Data("HTTP/1.1 100 Continue\r\n\r\n".utf8), to: client)
    }
    while buffer.count < head.bodyLength {
      guard try receive() else {
        throw HTTPFailure(400, "the body has \(buffer.count) of \(head.bodyLength) bytes")
      }
    }
    let body = Data(buffer.prefix(head.bodyLength))
    buffer.removeFirst(head.bodyLength)
    return HTTPRequest(head: head, body: body)
  }

  /// Reads what the client still sends after a refused request, but at most 4 MiB: closing a
  /// connection with unread input would reset it before the client has read the answer.
  func discardInput() {
    shutdown(client, Int32(SHUT_WR))
    var bytes = [UInt8](repeating: 0, count: 65536)
    for _ in 0..<64 {
      guard recv(client, &bytes, bytes.count, 0) > 0 else { return }
    }
  }

  /// Returns false when the client sends nothing any more, or has sent nothing of a request in
  /// time.
  private mutating func receive() throws(HTTPFailure) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 16384)
    while true {
      let rest = max(.zero, deadline - .now) / .milliseconds(1)
      var event = pollfd(fd: client, events: Int16(POLLIN), revents: 0)
      guard poll(&event, 1, Int32(rest.rounded(.up))) != 0 else {
        guard !buffer.isEmpty else { return false }
        throw HTTPFailure(408, "the request was not complete within \(limits.request)")
      }
      let count = recv(client, &bytes, bytes.count, 0)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      buffer += bytes.prefix(count)
      return true
    }
  }

  /// Returns whether the system took all bytes over.
  @discardableResult static func send(_ data: Data, to client: Int32) -> Bool {
    var rest = data[...]
    while !rest.isEmpty {
      #if os(Linux)
        let flags = Int32(MSG_NOSIGNAL)
      #else
        var isQuiet: Int32 = 1
        setsockopt(client, SOL_SOCKET, SO_NOSIGPIPE, &isQuiet, socklen_t(MemoryLayout<Int32>.size))
        let flags: Int32 = 0
      #endif
      let count = rest.withUnsafeBytes {
        Foundation.send(client, $0.baseAddress, $0.count, flags)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}

extension ArraySlice where Element: Equatable {
  /// Returns where a sequence of elements starts; nil if it does not occur.
  fileprivate func firstIndex(of elements: [Element]) -> Int? {
    guard count >= elements.count else { return nil }
    return (startIndex...endIndex - elements.count).first {
      self[$0..<$0 + elements.count].elementsEqual(elements)
    }
  }
}
