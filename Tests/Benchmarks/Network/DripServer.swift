import Foundation

/// A server on this machine that sends a body slowly, one byte at a time.
final class DripServer: Sendable {
  /// How long one response takes.
  static let duration = Duration.seconds(4)
  private static let bytes = 40

  let url: String
  private let listener: Int32

  /// - Throws: `POSIXError` when no port is free.
  init() throws {
    let listener = socket(AF_INET, SocketFlags.stream, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, length) == 0 && listen(listener, 16) == 0
          && getsockname(listener, address, &length) == 0
      }
    }
    guard isListening else { throw POSIXError(.EADDRNOTAVAIL) }
    self.listener = listener
    url = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/"
    Thread.detachNewThread {
      while case let connection = accept(listener, nil, nil), connection >= 0 {
        Self.answer(connection)
      }
      _ = Foundation.close(listener)
    }
  }

  /// Ends the thread that accepts connections, which closes the listener.
  func close() { shutdown(listener, Int32(SHUT_RDWR)) }

  private static func answer(_ connection: Int32) {
    defer { _ = Foundation.close(connection) }
    var request = [UInt8](repeating: 0, count: 4096)
    guard read(connection, &request, request.count) > 0 else { return }
    let head = "HTTP/1.1 200 OK\r\nContent-Length: \(bytes)\r\nConnection: close\r\n\r\n"
    for piece in [Array(head.utf8)] + Array(repeating: [120], count: bytes) {
      guard send(connection, piece, piece.count, SocketFlags.noSignal) == piece.count else { break }
      Thread.sleep(forTimeInterval: duration / .seconds(1) / Double(bytes))
    }
  }
}
