import Foundation

/// The networks of this machine that the internet does not reach.
enum LocalNetworks {
  /// The addresses of this machine in them, such as `192.168.1.5`, in the order of the system.
  static var addresses: [String] {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&first) == 0 else { return [] }
    defer { freeifaddrs(first) }
    return sequence(first: first) { $0?.pointee.ifa_next }.compactMap { interface in
      guard let interface = interface?.pointee, let address = interface.ifa_addr,
        address.pointee.sa_family == sa_family_t(AF_INET),
        interface.ifa_flags & UInt32(IFF_UP) != 0
      else { return nil }
      let number = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        UInt32(bigEndian: $0.pointee.sin_addr.s_addr)
      }
      return isPrivate(number) ? text(of: number) : nil
    }
  }

  /// Whether an address belongs to a private or a link-local network.
  ///
  /// Source: RFC 1918, section 3, and RFC 3927, section 2.1.
  static func isPrivate(_ address: UInt32) -> Bool {
    let networks: [(UInt32, bits: UInt32)] = [
      (0x0a00_0000, 8), (0xac10_0000, 12), (0xc0a8_0000, 16), (0xa9fe_0000, 16),
    ]
    return networks.contains { network, bits in (address ^ network) >> (32 - bits) == 0 }
  }

  private static func text(of address: UInt32) -> String {
    [24, 16, 8, 0].map { "\(address >> UInt32($0) & 255)" }.joined(separator: ".")
  }
}
