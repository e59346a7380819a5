import Foundation
import Mediator
import Platform

/// An HTTP server on this machine that follows a script of the test. It serves one request per
/// connection, unless the script contains `keepAlive`.
package final class HTTPServer: Sendable {
  package enum Step: Sendable {
    case bytes([UInt8])
    /// Sends the text again and again until the client disconnects, but at most 1 GB.
    case sendForever(String)
    /// Sends the text again and again at this speed, byte by byte, until the client disconnects.
    case drip(String, bytesPerSecond: Int)
    /// Responds with 401 and ends the script if the request's head contains this text.
    case reject(String)
    case waitForDisconnect
    /// Reads the body of the request, of the length that its head announces, for `bodies`.
    case readBody
    /// Waits until the test calls `resume()`.
    case waitForResume
    /// Closes the connection with a TCP reset.
    case reset
    /// Serves another request on the same connection.
    case keepAlive
  }

  /// The steps of the first request of a path, of the second one and so on; the last list repeats.
  package typealias Script = [[Step]]

  package enum Event: Sendable, Equatable {
    /// A request for this path has arrived.
    case requested(String)
    /// The client of this path has closed its connection.
    case disconnected(String)
  }

  package struct Failure: Error {
    let call: String
    let code = errno
  }

  package let port: UInt16
  private let requests = Lock<[(path: String, head: String)]>([])
  private let received = Lock<[[UInt8]]>([])
  package let events: AsyncStream<Event>
  private let listener: Int32
  private let scripts: [String: Script]
  private let greeting: [UInt8]
  private let visits = Lock<[String: Int]>([:])
  private let resumed = DispatchSemaphore(value: 0)
  private let continuation: AsyncStream<Event>.Continuation

  /// Serves the same steps for each request of a path, on a free port.
  package convenience init(_ steps: [String: [Step]] = [:]) throws {
    try self.init(scripts: steps.mapValues { [$0] })
  }

  /// - Parameter greeting: What each client receives before it has sent a request.
  package init(scripts: [String: Script] = [:], greeting: [UInt8] = []) throws {
    (listener, port) = try listen()
    (events, continuation) = AsyncStream.makeStream()
    self.scripts = scripts
    self.greeting = greeting
    let listener = listener
    Thread.detachNewThread { [weak self] in
      while let client = nextClient(of: listener) {
        guard let self else { break }
        // A child process that inherits it would hold the connection open.
        _ = fcntl(client, F_SETFD, FD_CLOEXEC)
        Thread.detachNewThread {
          self.serve(client)
          close(client)
        }
      }
      close(listener)
    }
  }

  deinit { shutdown(listener, Int32(SHUT_RDWR)) }

  /// The paths of the requests, in order.
  package var paths: [String] { requests.withLock { $0.map(\.path) } }

  /// The heads of the requests, in order.
  package var heads: [String] { requests.withLock { $0.map(\.head) } }

  /// The bodies that `readBody` has read, in order. One of a client that disconnects is shorter than
  /// its head announces.
  package var bodies: [[UInt8]] { received.withLock { $0 } }

  /// The URL of a path.
  package func url(_ path: String, scheme: String = "http", host: String = "127.0.0.1") -> String {
    "\(scheme)://\(host):\(port)\(path)"
  }

  /// A port of this machine on which no process listens. It stays bound, so that no server of
  /// another test gets it.
  package static func unusedPort() throws -> UInt16 { try bindPort().port }

  /// Resumes one connection that waits in `waitForResume`.
  package func resume() { resumed.signal() }

  /// The bytes that `fill` sends.
  package static func bytes(_ count: Int, from first: Int = 0) -> [UInt8] {
    (first..<first + count).map { UInt8(ascii: "0") + UInt8($0 % 10) }
  }

  private func serve(_ client: Int32) {
    send(greeting, to: client)
    while serveRequest(client) {}
  }

  /// Returns whether the client may send another request.
  private func serveRequest(_ client: Int32) -> Bool {
    let head = readHead(client)
    let words = head.split(separator: " ")
    guard words.count > 1 else { return false }
    let path = String(words[1])
    requests.withLock { $0.append((path, head)) }
    let visit = visits.withLock { visits in
      visits[path, default: 0] += 1
      return visits[path, default: 1]
    }
    continuation.yield(.requested(path))
    let script = scripts[path] ?? [[.respond(404)]]
    for step in script[min(visit, script.count) - 1] {
      switch step {
      case .bytes(let bytes): send(bytes, to: client)
      case .sendForever(let text):
        let bytes = Array(String(repeating: text, count: 1 + 4096 / text.utf8.count).utf8)
        // A client that reads everything must not receive for ever.
        var rest = 1 << 30
        while rest > 0, send(bytes, to: client) { rest -= bytes.count }
        guard rest > 0 else { return false }
        continuation.yield(.disconnected(path))
      case .drip(let text, let speed):
        let bytes = Array(text.utf8)
        var offset = 0
        while !isDisconnected(client, within: Int32(1000 / speed)) {
          send([bytes[offset % bytes.count]], to: client)
          offset += 1
        }
        continuation.yield(.disconnected(path))
      case .reject(let text):
        guard head.contains(text) else { continue }
        send(Array(Step.response(401).utf8), to: client)
        return false
      case .waitForResume: resumed.wait()
      case .reset:
        var off = linger(l_onoff: 1, l_linger: 0)
        setsockopt(client, SOL_SOCKET, SO_LINGER, &off, socklen_t(MemoryLayout<linger>.size))
      case .waitForDisconnect:
        var byte: UInt8 = 0
        while recv(client, &byte, 1, 0) > 0 {}
        continuation.yield(.disconnected(path))
      case .readBody:
        let body = readBody(client, head)
        received.withLock { $0.append(body) }
      case .keepAlive: return true
      }
    }
    return false
  }

  private func isDisconnected(_ client: Int32, within milliseconds: Int32) -> Bool {
    var event = pollfd(fd: client, events: Int16(POLLIN), revents: 0)
    var byte: UInt8 = 0
    return poll(&event, 1, milliseconds) > 0 && recv(client, &byte, 1, 0) <= 0
  }

  /// Reads the head of a request; stops after the first byte if it is not HTTP.
  private func readHead(_ client: Int32) -> String {
    var head: [UInt8] = []
    var byte: UInt8 = 0
    while recv(client, &byte, 1, 0) == 1 {
      head.append(byte)
      if head.count == 1, !"GHPD".utf8.contains(byte) { break }
      if byte == 10, head.suffix(4) == [13, 10, 13, 10] { break }
    }
    return String(decoding: head, as: UTF8.self)
  }

  private func readBody(_ client: Int32, _ head: String) -> [UInt8] {
    let length = head.lowercased().firstMatch(of: /content-length: ([0-9]+)/).flatMap { Int($0.1) }
    var body: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while body.count < length ?? 0 {
      let count = recv(client, &piece, min(piece.count, (length ?? 0) - body.count), 0)
      guard count > 0 else { break }
      body += piece.prefix(count)
    }
    return body
  }

  /// Returns whether the client received the bytes.
  @discardableResult private func send(_ bytes: [UInt8], to client: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { sendWithoutSignal(client, $0) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}

extension HTTPServer.Step {
  package static func send(_ text: String) -> Self { .bytes(Array(text.utf8)) }

  /// Sends a number of bytes; each is the last digit of its offset, which starts at `from`.
  package static func fill(_ count: Int, from first: Int) -> Self {
    .bytes(HTTPServer.bytes(count, from: first))
  }

  /// Sends a complete response.
  package static func respond(_ status: Int, _ body: String = "", header: String = "") -> Self {
    .send(response(status, body, header: header))
  }

  fileprivate static func response(
    _ status: Int, _ body: String = "", header: String = ""
  ) -> String {
    let end = "Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
    return "HTTP/1.1 \(status) Test\r\n" + (header.isEmpty ? "" : header + "\r\n") + end
  }

  package static func redirect(_ status: Int, to location: String) -> Self {
    .respond(status, "see there", header: "Location: \(location)")
  }
}

/// A port of this machine on which a process listens that neither reads nor writes.
package final class SilentPort: Sendable {
  package let number: UInt16
  private let listener: Int32
  private let client: Int32

  /// - Parameter connections: The number of connections that the system queues beside one.
  package init(connections: Int32) throws {
    (listener, number) = try listen(backlog: connections)
    client = socket(AF_INET, streamSocket, 0)
  }

  deinit {
    close(client)
    close(listener)
  }

  /// Fills the queue of a port for no connections, so that it does not answer any more.
  package func fill() {
    withAddress(port: number) { _ = connect(client, $0, $1) }
  }
}

#if os(Linux)
  private let streamSocket = Int32(SOCK_STREAM.rawValue)
#else
  private let streamSocket = SOCK_STREAM
#endif

private func listen(backlog: Int32 = 64) throws -> (descriptor: Int32, port: UInt16) {
  let (descriptor, port) = try bindPort()
  guard listen(descriptor, backlog) == 0 else { throw HTTPServer.Failure(call: "listen") }
  return (descriptor, port)
}

/// Waits for a client; nil after the listener is shut down. What a client does, and a lack of
/// descriptors in other tests, must not end the server.
private func nextClient(of listener: Int32) -> Int32? {
  while true {
    let client = accept(listener, nil, nil)
    if client >= 0 { return client }
    guard [EINTR, ECONNABORTED, EAGAIN, EMFILE, ENFILE].contains(errno) else { return nil }
  }
}

private func bindPort() throws -> (descriptor: Int32, port: UInt16) {
  let descriptor = socket(AF_INET, streamSocket, 0)
  guard descriptor >= 0 else { throw HTTPServer.Failure(call: "socket") }
  _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  var port: UInt16?
  withAddress(port: 0) { address, length in
    var length = length
    guard bind(descriptor, address, length) == 0, getsockname(descriptor, address, &length) == 0
    else { return }
    port = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
      UInt16(bigEndian: $0.pointee.sin_port)
    }
  }
  guard let port else { throw HTTPServer.Failure(call: "bind") }
  return (descriptor, port)
}

/// Passes the address of a port on this machine.
private func withAddress(
  port: UInt16, _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Void
) {
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
  address.sin_port = port.bigEndian
  withUnsafeMutablePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
    }
  }
}

/// Sends without the signal that a closed connection would cause.
private func sendWithoutSignal(_ client: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  #if os(Linux)
    return send(client, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
  #else
    var isQuiet: Int32 = 1
    setsockopt(client, SOL_SOCKET, SO_NOSIGPIPE, &isQuiet, socklen_t(MemoryLayout<Int32>.size))
    return send(client, bytes.baseAddress, bytes.count, 0)
  #endif
}
