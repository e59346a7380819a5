import Foundation
import Platform

/// The sockets on which a server waits for clients.
final class HTTPListeners: Sendable {
  let port: UInt16
  /// Empty when they are closed: then their numbers may belong to other files.
  private let sockets: Lock<[Int32]>

  /// Listens at a port of this machine with IPv4, and with IPv6 where that exists: on one of them
  /// alone, another person of this machine could answer in place of this server.
  /// - Parameters:
  ///   - addresses: Addresses of this machine at which it listens, too.
  ///   - port: The port; 0 for one that is free.
  /// - Throws: `PortError`
  init(also addresses: [String], port: UInt16) throws(PortError) {
    var attempts = 0
    while true {
      attempts += 1
      var opened = [try Self.listen("127.0.0.1", port)]
      let bound = Self.port(of: opened[0])
      do throws(PortError) {
        for address in ["::1"] + addresses {
          do throws(PortError) {
            opened.append(try Self.listen(address, bound))
          } catch {
            guard address == "::1", error.isMissingProtocol else { throw error }
          }
        }
        self.port = bound
        sockets = Lock(opened)
        return
      } catch {
        for socket in opened { Foundation.close(socket) }
        // The free port is free for one of the addresses only.
        guard port == 0, error.isInUse, attempts < 32 else { throw error }
      }
    }
  }

  deinit { close() }

  /// The sockets to poll.
  var all: [Int32] { sockets.withLock { $0 } }

  /// Accepts no connections any more. The port can be used again at once.
  func close() {
    sockets.withLock { sockets in
      for socket in sockets {
        // `poll` may still use the socket.
        shutdown(socket, Int32(SHUT_RDWR))
        Foundation.close(socket)
      }
      sockets = []
    }
  }

  enum Acceptance { case connection(Int32), none, lacksDescriptors }

  /// Accepts one connection if there is one.
  func accept() -> Acceptance {
    sockets.withLock { sockets in
      for socket in sockets {
        while true {
          let client = Foundation.accept(socket, nil, nil)
          if client >= 0 {
            Self.prepare(client)
            return .connection(client)
          }
          if [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) { return .lacksDescriptors }
          guard [EINTR, ECONNABORTED].contains(errno) else { break }
        }
      }
      return .none
    }
  }

  private static func prepare(_ client: Int32) {
    client.setNonBlocking()
    // A short answer must not wait for the acknowledgement of the previous one.
    client.set(Int32(IPPROTO_TCP), TCP_NODELAY)
    // A client whose network has gone is found after a few minutes, without any traffic of ours.
    client.set(SOL_SOCKET, SO_KEEPALIVE)
    #if os(Linux)
      client.set(Int32(IPPROTO_TCP), TCP_KEEPIDLE, 60)
      client.set(Int32(IPPROTO_TCP), TCP_KEEPINTVL, 20)
    #else
      client.set(SOL_SOCKET, SO_NOSIGPIPE)
    #endif
  }

  private static func listen(_ address: String, _ port: UInt16) throws(PortError) -> Int32 {
    let isIPv6 = address.utf8.contains(UInt8(ascii: ":"))
    let domain = isIPv6 ? AF_INET6 : AF_INET
    #if os(Linux)
      let listener = socket(domain, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let listener = socket(domain, SOCK_STREAM, 0)
    #endif
    guard listener >= 0 else { throw PortError(port: port, code: errno) }
    listener.setNonBlocking()
    // A server that was killed can be started again at once.
    listener.set(SOL_SOCKET, SO_REUSEADDR)
    let isBound =
      isIPv6
      ? listener.set(Int32(IPPROTO_IPV6), IPV6_V6ONLY) && bind(listener, ipv6(address, port))
      : bind(listener, ipv4(address, port))
    guard isBound, Foundation.listen(listener, SOMAXCONN) == 0 else {
      let error = PortError(port: port, code: errno)
      Foundation.close(listener)
      throw error
    }
    return listener
  }

  private static func ipv4(_ address: String, _ port: UInt16) -> sockaddr_in {
    var result = sockaddr_in()
    result.sin_family = sa_family_t(AF_INET)
    result.sin_port = port.bigEndian
    inet_pton(AF_INET, address, &result.sin_addr)
    return result
  }

  private static func ipv6(_ address: String, _ port: UInt16) -> sockaddr_in6 {
    var result = sockaddr_in6()
    result.sin6_family = sa_family_t(AF_INET6)
    result.sin6_port = port.bigEndian
    inet_pton(AF_INET6, address, &result.sin6_addr)
    return result
  }

  private static func bind<Address>(_ listener: Int32, _ address: Address) -> Bool {
    withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Foundation.bind(listener, $0, socklen_t(MemoryLayout<Address>.size)) == 0
      }
    }
  }

  private static func port(of listener: Int32) -> UInt16 {
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    _ = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(listener, $0, &length)
      }
    }
    return UInt16(bigEndian: address.sin_port)
  }
}

/// A port at which the server cannot listen.
package struct PortError: Error, Hashable, CustomStringConvertible {
  package let port: UInt16
  private let code: Int32

  /// - Parameter code: The value of `errno`.
  package init(port: UInt16, code: Int32) {
    self.port = port
    self.code = code
  }

  package var description: String {
    let reason = isInUse ? "another program uses it" : String(cString: strerror(code)).lowercased()
    return
      "cannot listen at port '\(port)': \(reason); choose another port, or 0 for one that is free"
  }

  fileprivate var isInUse: Bool { code == EADDRINUSE }

  /// Whether the machine has no IPv6.
  fileprivate var isMissingProtocol: Bool {
    [EAFNOSUPPORT, EADDRNOTAVAIL, EPROTONOSUPPORT].contains(code)
  }
}

extension Int32 {
  fileprivate func setNonBlocking() {
    _ = fcntl(self, F_SETFL, fcntl(self, F_GETFL) | O_NONBLOCK)
    _ = fcntl(self, F_SETFD, FD_CLOEXEC)
  }

  /// Sets an option of a socket.
  @discardableResult
  fileprivate func set(_ level: Int32, _ option: Int32, _ value: Int32 = 1) -> Bool {
    var value = value
    return setsockopt(self, level, option, &value, socklen_t(MemoryLayout<Int32>.size)) == 0
  }
}
