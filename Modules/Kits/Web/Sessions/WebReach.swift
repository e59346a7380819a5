import Foundation
import Platform

/// From where the pages of an app are reached.
package enum WebReach: Sendable, Hashable {
  /// From this machine.
  case thisMachine
  /// Also from the local networks, at the addresses of this machine in them; never empty.
  case localNetworks([String])
  /// Through a proxy with TLS on this machine, by its name, such as `example.org`.
  case proxy(String)

  /// Reads the address of a proxy, such as `https://example.org`; nil for another text.
  package init?(proxy text: String) {
    guard let parts = URLComponents(string: text), parts.scheme?.lowercased() == "https",
      let host = parts.host, !host.isEmpty, ["", "/"].contains(parts.path),
      parts.user == nil, parts.query == nil, parts.fragment == nil,
      host.utf8.allSatisfy({ $0.isLetter || $0.isDigit || [45, 46].contains($0) })
    else { return nil }
    // Browsers leave the usual port out.
    let port = parts.port.map { $0 == 443 ? "" : ":\($0)" } ?? ""
    self = .proxy(host.lowercased() + port)
  }

  /// The local networks of this machine.
  /// - Throws: `WebReachError` if there are none.
  package static func localNetworks() throws(WebReachError) -> WebReach {
    let addresses = LocalNetworks.addresses
    guard !addresses.isEmpty else { throw .noLocalNetwork }
    return .localNetworks(addresses)
  }

  /// The addresses at which the server listens in addition to those of this machine only.
  var addresses: [String] { if case .localNetworks(let all) = self { all } else { [] } }

  /// The names of the server, as browsers write them.
  func hosts(port: UInt16) -> [String] {
    switch self {
    case .thisMachine: HTTPServer.localHosts(port: port)
    case .localNetworks(let addresses):
      HTTPServer.localHosts(port: port)
        + addresses.flatMap { port == 80 ? [$0, "\($0):80"] : ["\($0):\(port)"] }
    case .proxy(let name): [name]
    }
  }

  /// The beginning of the addresses of all pages that are served for a name.
  func origin(host: String) -> String {
    if case .proxy = self { "https://\(host)" } else { "http://\(host)" }
  }

  /// The origin that a person is told.
  func origin(port: UInt16) -> String {
    switch self {
    case .thisMachine: origin(host: "localhost:\(port)")
    case .localNetworks(let addresses): origin(host: "\(addresses[0]):\(port)")
    case .proxy(let name): origin(host: name)
    }
  }

  /// Whether browsers send cookies through TLS only.
  var isEncrypted: Bool { if case .proxy = self { true } else { false } }
}

/// Why pages cannot be reached from elsewhere.
package enum WebReachError: Error, Hashable, CustomStringConvertible {
  case noLocalNetwork

  package var description: String {
    "this machine has no address in a local network; connect it to one, such as a Wi-Fi"
  }
}
