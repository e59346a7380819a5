import Foundation
import Mediator
import NetworkInterface

/// A web address that requests may be sent to.
struct Address: Equatable, Sendable {
  let url: URL
  private let allowsPlainHTTP: Bool

  /// Parses an address.
  /// - Throws: `badURL` when the text is not a web address, `plainHTTP` when it is not encrypted,
  ///   unless that is allowed or the address is on this machine.
  init(_ text: String, allowsPlainHTTP: Bool) throws(NetworkError) {
    guard let url = URL(string: text) else { throw .badURL(text.withoutSecrets) }
    try self.init(url, text: text, allowsPlainHTTP: allowsPlainHTTP)
  }

  private init(_ url: URL, text: String, allowsPlainHTTP: Bool) throws(NetworkError) {
    self.url = url
    self.allowsPlainHTTP = allowsPlainHTTP
    guard ["http", "https"].contains(url.scheme?.lowercased()), !host.isEmpty,
      (1...65535).contains(url.port ?? (url.namesPort ? 0 : 443))
    else { throw .badURL(text.withoutSecrets) }
    guard isEncrypted || allowsPlainHTTP || isLoopback else { throw .plainHTTP(shown) }
  }

  var isEncrypted: Bool { url.scheme?.lowercased() == "https" }

  var host: String { url.host(percentEncoded: false) ?? "" }

  /// The host and the port, such as `example.org:443`.
  var hostAndPort: String { "\(host):\(url.port ?? (isEncrypted ? 443 : 80))" }

  /// The address as messages name it.
  var shown: String { url.withoutSecrets }

  /// The address that this one redirects to.
  /// - Throws: `insecureRedirect` when it is not encrypted but this one is, or when that is not
  ///   allowed; `badRedirect` when it is not a web address.
  func following(location: String) throws(NetworkError) -> Address {
    guard let target = URL(string: location, relativeTo: url)?.absoluteURL else {
      throw .badRedirect(shown, to: location.withoutSecrets)
    }
    if isEncrypted, target.scheme?.lowercased() == "http" {
      throw .insecureRedirect(shown, to: target.withoutSecrets)
    }
    do {
      return try Address(target, text: location, allowsPlainHTTP: allowsPlainHTTP)
    } catch .badURL(let text) {
      throw .badRedirect(shown, to: text)
    } catch .plainHTTP(let text) {
      throw .insecureRedirect(shown, to: text)
    }
  }

  /// Whether the host is this machine: `localhost`, `::1` or `127.…`.
  var isLoopback: Bool {
    let numbers = host.split(at: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    let isIPv4 = numbers.count == 4 && numbers.allSatisfy { $0 != nil }
    return ["localhost", "::1"].contains(host.lowercased()) || isIPv4 && numbers[0] == 127
  }
}

extension URL {
  /// Whether the address has a port, also one that is too large for `port`.
  fileprivate var namesPort: Bool {
    let authority = absoluteString.utf8.drop { $0 != UInt8(ascii: "/") }.dropFirst(2)
      .prefix { !"/?#".utf8.contains($0) }
    guard let colon = authority.lastIndex(of: UInt8(ascii: ":")) else { return false }
    let port = authority[colon...].dropFirst()
    return !port.isEmpty && port.allSatisfy(isDigit)
  }
}
