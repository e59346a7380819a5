import CCurl  // It declares `sockaddr`, too.
import Foundation

/// The network interfaces of this machine.
enum Interfaces {
  /// Whether an interface other than the loopback is up.
  static var isOnline: Bool {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&first) == 0 else { return true }
    defer { freeifaddrs(first) }
    return sequence(first: first) { $0?.pointee.ifa_next }.prefix { $0 != nil }.contains {
      guard let interface = $0?.pointee, let address = interface.ifa_addr else { return false }
      let flags = Int(interface.ifa_flags)
      return flags & Int(IFF_UP) != 0 && flags & Int(IFF_LOOPBACK) == 0
        && [sa_family_t(AF_INET), sa_family_t(AF_INET6)].contains(address.pointee.sa_family)
    }
  }
}
