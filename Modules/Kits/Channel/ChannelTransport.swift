import Foundation
import Platform

/// The two file descriptors of a connection: pipes, or a socket for both directions. A channel
/// closes them when it is closed.
public struct ChannelTransport: Sendable {
  package let input: Int32
  let output: Int32

  /// Uses descriptors that are open. From now on, the channel owns them.
  /// - Parameters:
  ///   - input: The descriptor to read from.
  ///   - output: The descriptor to write to; it may be equal to `input`.
  public init(reading input: Int32, writing output: Int32) {
    self.input = input
    self.output = output
    for descriptor in [input, output] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
  }

  /// Closes the descriptors of a transport that no channel has taken over.
  package func closeDescriptors() {
    _ = Foundation.close(input)
    if output != input { _ = Foundation.close(output) }
  }

  /// Connects to a server on this machine, without encryption.
  /// - Throws: `ChannelError.unreachable` when no process listens at the port.
  public static func loopback(port: UInt16) throws(ChannelError) -> ChannelTransport {
    #if os(Linux)
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    guard descriptor >= 0 else { throw .unreachable(reason: POSIXError.last.systemReason) }
    let transport = ChannelTransport(reading: descriptor, writing: descriptor)
    // It also limits the time of `connect`.
    var limit = timeval(tv_sec: 5, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    guard connect(descriptor, port: port) == 0 else {
      let reason = POSIXError.last.systemReason
      transport.closeDescriptors()
      throw .unreachable(reason: "127.0.0.1:\(port): \(reason)")
    }
    // A short line must not wait for the acknowledgement of the previous one.
    var isOn: Int32 = 1
    setsockopt(
      descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
    return transport
  }

  private static func connect(_ descriptor: Int32, port: UInt16) -> Int32 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    address.sin_port = port.bigEndian
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Foundation.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }
}
