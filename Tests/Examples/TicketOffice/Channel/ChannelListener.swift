import Foundation
import Platform
import Web

/// Accepts connections to a port of this machine.
final class ChannelListener: Sendable {
  let port: UInt16
  /// Nil when it is closed: then its number may belong to another connection.
  private let descriptor: Lock<Int32?>

  /// - Parameters:
  ///   - port: The port; 0 for one that is free.
  ///   - onConnection: Called on the listener's thread with each connection, which it must close,
  ///     and the port.
  init(
    port: UInt16, onConnection: @escaping @Sendable (_ client: Int32, _ port: UInt16) -> Void
  ) throws {
    let (listening, boundPort) = try Self.bind(port)
    self.port = boundPort
    descriptor = Lock(listening)
    Thread.detachNewThread { [descriptor] in
      while let client = Self.accept(listening) { onConnection(client, boundPort) }
      descriptor.withLock { descriptor in
        Foundation.close(listening)
        descriptor = nil
      }
    }
  }

  /// Ends the listener's thread. Open connections stay.
  func close() {
    descriptor.withLock { descriptor in
      if let descriptor { shutdown(descriptor, Int32(SHUT_RDWR)) }
    }
  }

  /// Waits for a connection; nil after the listener is closed.
  private static func accept(_ descriptor: Int32) -> Int32? {
    while true {
      let client = Foundation.accept(descriptor, nil, nil)
      if client >= 0 {
        _ = fcntl(client, F_SETFD, FD_CLOEXEC)
        // A short answer must not wait for the acknowledgement of the previous one.
        var isOn: Int32 = 1
        setsockopt(
          client, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
        return client
      }
      switch errno {
      case EINTR, ECONNABORTED: continue
      // Others must close a descriptor first.
      case EMFILE, ENFILE, ENOBUFS, ENOMEM: usleep(10_000)
      default: return nil
      }
    }
  }

  private static func bind(_ port: UInt16) throws -> (descriptor: Int32, port: UInt16) {
    #if os(Linux)
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    guard descriptor >= 0 else { throw POSIXError.last }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    // A server that was killed can be started again at once.
    var isOn: Int32 = 1
    setsockopt(
      descriptor, SOL_SOCKET, SO_REUSEADDR, &isOn, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    address.sin_port = port.bigEndian
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        return Foundation.bind(descriptor, $0, length) == 0 && listen(descriptor, SOMAXCONN) == 0
          && getsockname(descriptor, $0, &length) == 0
      }
    }
    guard isListening else {
      let error = PortError(port: port, code: errno)
      Foundation.close(descriptor)
      throw error
    }
    return (descriptor, UInt16(bigEndian: address.sin_port))
  }
}
