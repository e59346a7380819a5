import Foundation
import NetworkInterface

/// A web address that may be asked.
struct Address: Equatable, Sendable {
  let url: URL
  private let allowsPlainHTTP: Bool

  /// Checks a text.
  /// - Throws: `badURL` when it is not an address of the web, `plainHTTP` when it is not encrypted
  ///   and neither allowed to be nor on this machine.
  init(_ text: String, allowsPlainHTTP: Bool) throws(NetworkError) {
    guard let url = URL(string: text) else { throw .badURL(text) }
    try self.init(url, text: text, allowsPlainHTTP: allowsPlainHTTP)
  }

  private init(_ url: URL, text: String, allowsPlainHTTP: Bool) throws(NetworkError) {
    self.url = url
    self.allowsPlainHTTP = allowsPlainHTTP
    guard ["http", "https"].contains(url.scheme?.lowercased()), !host.isEmpty,
      (1...65535).contains(url.port ?? 443)
    else { throw .badURL(text) }
    guard isEncrypted || allowsPlainHTTP || isLoopback else { throw .plainHTTP(shown) }
  }

  var isEncrypted: Bool { url.scheme?.lowercased() == "https" }

  var host: String { url.host(percentEncoded: false) ?? "" }

  /// How messages name it.
  var shown: String { url.withoutSecrets }

  /// The address that this one sends on to.
  /// - Throws: `insecureRedirect` when encryption would end; otherwise what a first address throws.
  func following(location: String) throws(NetworkError) -> Address {
    guard let target = URL(string: location, relativeTo: url)?.absoluteURL else {
      throw .badURL(location)
    }
    if isEncrypted, target.scheme?.lowercased() == "http" {
      throw .insecureRedirect(shown, to: target.withoutSecrets)
    }
    return try Address(target, text: location, allowsPlainHTTP: allowsPlainHTTP)
  }

  /// Whether the host is this machine: `localhost`, `::1` or `127.…`.
  var isLoopback: Bool {
    let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    let isIPv4 = numbers.count == 4 && numbers.allSatisfy { $0 != nil }
    return ["localhost", "::1"].contains(host.lowercased()) || isIPv4 && numbers[0] == 127
  }
}
