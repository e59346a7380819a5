import Foundation

/// A connection to a web server on this machine, which stays open for many requests.
final class WebConnection {
  private let socket: Int32
  private let fields: String
  /// What was received after the last response.
  private var rest = Data()

  /// - Parameter cookie: What each request has in its field `Cookie`; empty for none.
  /// - Throws: `POSIXError` when nobody listens at the port.
  init(port: UInt16, cookie: String = "") throws {
    let socket = Foundation.socket(AF_INET, SocketFlags.stream, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    address.sin_port = port.bigEndian
    let isConnected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    self.socket = socket
    fields = "Host: 127.0.0.1:\(port)\r\n" + (cookie.isEmpty ? "" : "Cookie: \(cookie)\r\n")
    guard isConnected else { throw POSIXError(.ECONNREFUSED) }
  }

  deinit { close(socket) }

  /// Returns the body of the page at a path, and the head before it.
  func get(_ path: String) throws -> (head: String, body: Data) {
    try send("GET \(path) HTTP/1.1\r\n\(fields)\r\n")
    return try receive()
  }

  /// Sends a form, and returns when its answer begins, which may be a stream.
  func post(_ form: String, to path: String) throws {
    try send(
      "POST \(path) HTTP/1.1\r\n\(fields)Accept: text/event-stream\r\n"
        + "Content-Type: application/x-www-form-urlencoded\r\n"
        + "Content-Length: \(form.utf8.count)\r\n\r\n\(form)")
    guard try receiveHead().hasPrefix("HTTP/1.1 20") else { throw POSIXError(.EBADMSG) }
  }

  /// Reads a stream of events until none arrives for some time.
  /// - Returns: When the last of them arrived; nil for none.
  func receiveEvents() throws -> ContinuousClock.Instant? {
    var last: ContinuousClock.Instant?
    while try receiveMore(within: 100) { last = .now }
    rest = Data()
    return last
  }

  private func receive() throws -> (head: String, body: Data) {
    let head = try receiveHead()
    let fields = head.lowercased().split(separator: "\r\n")
    // A server that closes the connection would read the next request and not answer it.
    guard !fields.contains("connection: close") else { throw POSIXError(.ECONNRESET) }
    let field = fields.first { $0.hasPrefix("content-length:") }
    guard let length = field?.split(separator: " ").last.flatMap({ Int($0) }) else {
      throw POSIXError(.EBADMSG)
    }
    while rest.count < length { try receiveMore() }
    let body = Data(rest.prefix(length))
    rest = Data(rest.dropFirst(length))
    return (head, body)
  }

  private func receiveHead() throws -> String {
    String(decoding: try receive(to: "\r\n\r\n"), as: UTF8.self)
  }

  private func receive(to end: String) throws -> Data {
    var range = rest.range(of: Data(end.utf8))
    while range == nil {
      try receiveMore()
      range = rest.range(of: Data(end.utf8))
    }
    let count = range?.upperBound ?? 0
    defer { rest = Data(rest.dropFirst(count)) }
    return Data(rest.prefix(count))
  }

  private func receiveMore() throws {
    guard try receiveMore(within: 10_000) else { throw POSIXError(.ETIMEDOUT) }
  }

  /// Returns false when nothing arrives in time.
  private func receiveMore(within milliseconds: Int32) throws -> Bool {
    var end = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    guard poll(&end, 1, milliseconds) == 1 else { return false }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(socket, &bytes, bytes.count, 0)
    guard count > 0 else { throw POSIXError(.ECONNRESET) }
    rest.append(contentsOf: bytes.prefix(count))
    return true
  }

  private func send(_ text: String) throws {
    let bytes = Array(text.utf8)
    guard Foundation.send(socket, bytes, bytes.count, SocketFlags.noSignal) == bytes.count else {
      throw POSIXError(.ECONNRESET)
    }
  }
}
