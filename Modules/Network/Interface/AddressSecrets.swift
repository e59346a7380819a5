package import Foundation
import Mediator
import Platform

extension URL {
  /// The address without user, password, query and fragment, which may be secret.
  package var withoutSecrets: String {
    var components = URLComponents()
    // "://a" has an empty scheme, which `URLComponents` refuses by ending the process.
    if let scheme, !scheme.isEmpty { components.scheme = scheme }
    components.host = host(percentEncoded: false)
    components.port = port
    components.path = path(percentEncoded: false)
    return components.string ?? host() ?? ""
  }
}

extension String {
  /// The text without what may be secret, if it is meant to be an address but cannot be parsed.
  package var withoutSecrets: String {
    let pattern = /[A-Za-z][A-Za-z0-9+.-]*:\/\//.matchingSemantics(.unicodeScalar)
    let scheme = prefixMatch(of: pattern)?.output ?? ""
    return scheme + Substring(unicodeScalars[scheme.endIndex...]).withoutSecretParts
  }

  /// The address for messages and lists: without user, password, query and fragment.
  package var shownAddress: String {
    guard hasSecrets || utf8.contains(UInt8(ascii: "#")) else { return self }
    let url = URL(string: self).flatMap { $0.host() == nil ? nil : $0 }
    return url?.withoutSecrets ?? withoutSecrets
  }

  /// The address for a file: a digest replaces user, password, query and fragment, or all of a text
  /// that is not an address. Different addresses have different ones; that of an `addressID` is
  /// itself.
  ///
  /// ```swift
  /// "https://example.org/gtfs.zip".addressID  // unchanged
  /// "https://example.org/gtfs.zip?key=1".addressID  // "https://example.org/gtfs.zip#sha256-6e3…"
  /// ```
  package var addressID: String {
    guard hasSecrets else { return self }
    let url = URL(string: self).flatMap { $0.host() == nil ? nil : $0.withoutSecrets }
    return "\(url ?? "")\(digestMark)\(SHA256.name(of: self))"
  }

  /// Whether the address has a user, a password, a query or a fragment, other than the digest of an
  /// `addressID`.
  package var hasSecrets: Bool {
    guard unicodeScalars.contains(where: { $0 == "@" || isQueryMark($0) }) else { return false }
    guard let url = URL(string: self), url.host() != nil else { return !isAddressID }
    let parts = [url.user(), url.password(), url.query(), isAddressID ? nil : url.fragment()]
    return parts.contains { $0 != nil }
  }

  private var isAddressID: Bool {
    let digest = suffix(64)
    return digest.utf8.count == 64 && digest.allSatisfy(\.isHexDigit)
      && dropLast(64).hasSuffix(digestMark)
  }
}

/// Whether a query or a fragment begins with the scalar.
private func isQueryMark(_ scalar: Unicode.Scalar) -> Bool { scalar == "?" || scalar == "#" }

private let digestMark = "#sha256-"
