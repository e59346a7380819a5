import Foundation
import Mediator
import Platform

/// A connection to a server, over which a test sends any bytes.
package final class HTTPClient: Sendable {
  package struct Response: Equatable, Sendable {
    package let status: Int
    /// The fields by their names in lower case.
    package let fields: [String: String]
    package let body: String
  }

  /// The server, as the header field `Host` names it.
  package let host: String
  private let socket: Int32
  /// What was received after the last response.
  private let rest = Lock<[UInt8]>([])

  /// - Parameters:
  ///   - name: The IPv4 address of the server.
  ///   - receiveBuffer: How many bytes the system receives before the test reads.
  package init(
    port: UInt16, address name: String = "127.0.0.1", receiveBuffer: Int32? = nil
  ) throws {
    host = "\(name):\(port)"
    #if os(Linux)
      socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      socket = Foundation.socket(AF_INET, SOCK_STREAM, 0)
    #endif
    _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
    if var size = receiveBuffer {
      setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    inet_pton(AF_INET, name, &address.sin_addr)
    address.sin_port = port.bigEndian
    let isConnected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isConnected else { throw POSIXError.last }
  }

  deinit { close(socket) }

  /// Sends a text as it is, but with the server's name in place of `HOST`.
  package func send(_ text: String) { send(Array(text.replacing("HOST", with: host).utf8)) }

  /// Sends bytes, until the server closes the connection.
  package func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      #if os(Linux)
        let flags = Int32(MSG_NOSIGNAL)
      #else
        let flags: Int32 = 0
      #endif
      let count = rest.withUnsafeBytes {
        Foundation.send(socket, $0.baseAddress, $0.count, flags)
      }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Sends a GET request.
  package func get(_ target: String, _ fields: String = "") {
    send("GET \(target) HTTP/1.1\r\nHost: HOST\r\n\(fields)\r\n")
  }

  /// Sends nothing any more.
  package func endOutput() { shutdown(socket, Int32(SHUT_WR)) }

  /// Reads and sends nothing any more.
  package func disconnect() { shutdown(socket, Int32(SHUT_RDWR)) }

  /// Reads one response; nil when the server closes the connection without one.
  /// - Parameter isHeadOnly: Whether it has no body in spite of its length.
  package func receive(isHeadOnly: Bool = false) async -> Response? {
    guard let head = await read(to: "\r\n\r\n") else { return nil }
    let lines = head.split(separator: "\r\n")
    guard let status = lines.first?.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
    else { return nil }
    var fields: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ": ", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { fields[parts[0].lowercased()] = String(parts[1]) }
    }
    let length = fields["content-length"].flatMap { Int($0) } ?? 0
    guard !isHeadOnly, length > 0 else { return Response(status: status, fields: fields, body: "") }
    return Response(status: status, fields: fields, body: await read(length))
  }

  /// Reads one chunk of a body; nil after the last one.
  package func receiveChunk() async -> String? {
    guard let size = await read(to: "\r\n"), let count = Int(size.trimmed, radix: 16) else {
      return nil
    }
    let chunk = await read(count)
    _ = await read(2)
    return count > 0 ? chunk : nil
  }

  /// Reads up to the end of the connection.
  package func receiveRest() async -> String {
    while await receiveMore() {}
    return take(.max)
  }

  private func read(_ count: Int) async -> String {
    while rest.withLock({ $0.count }) < count, await receiveMore() {}
    return take(count)
  }

  private func read(to end: String) async -> String? {
    while true {
      let count = rest.withLock { bytes in
        bytes.indices.first { bytes[$0...].starts(with: end.utf8) }.map { $0 + end.utf8.count }
      }
      if let count { return take(count) }
      guard await receiveMore() else { return nil }
    }
  }

  private func take(_ count: Int) -> String {
    rest.withLock { bytes in
      let taken = bytes.prefix(count)
      bytes.removeFirst(taken.count)
      return String(decoding: taken, as: UTF8.self)
    }
  }

  /// Waits on a thread of its own, because the server works on those of the tasks.
  private func receiveMore() async -> Bool {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { [self] in
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = recv(socket, &bytes, bytes.count, 0)
        if count > 0 { rest.withLock { $0 += bytes.prefix(count) } }
        continuation.resume(returning: count > 0)
      }
    }
  }
}
