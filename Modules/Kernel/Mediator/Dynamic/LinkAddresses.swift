/// The beginnings of links that reach a mediator, besides those with its own scheme.
///
/// ```swift
/// let mediator = Mediator(
///   scheme: "shop", links: LinkAddresses(schemes: ["store"], hosts: ["shop.example"]))
/// ```
///
/// `shop://products/count`, `store://products/count` and `https://shop.example/products/count` are
/// then the same link. Case is ignored in schemes and hosts.
public struct LinkAddresses: Sendable, Hashable {
  /// Further schemes, such as `store`.
  public let schemes: [String]
  /// The servers whose `https` links reach the mediator, such as `shop.example`; with a port, if the
  /// links have one.
  public let hosts: [String]

  /// Creates the addresses of links.
  public init(schemes: [String] = [], hosts: [String] = []) {
    self.schemes = schemes
    self.hosts = hosts
  }

  var isEmpty: Bool { schemes.isEmpty && hosts.isEmpty }

  /// The beginnings of links, the one with the mediator's own scheme first.
  func prefixes(scheme: String) -> [String] {
    ([scheme] + schemes).map { "\($0)://" } + hosts.map { "https://\($0)/" }
  }

  /// A link with the mediator's own scheme; nil if it begins otherwise than all links.
  func canonical(_ link: String, scheme: String) -> String? {
    prefixes(scheme: scheme).first { link.utf8.starts(with: $0.utf8, by: Self.isSame) }
      .map { "\(scheme)://" + String(decoding: link.utf8.dropFirst($0.utf8.count), as: UTF8.self) }
  }

  private static func isSame(_ one: UInt8, _ other: UInt8) -> Bool {
    one == other || one | 0x20 == other | 0x20 && (0x61...0x7A).contains(one | 0x20)
  }
}

extension Mediator {
  /// The beginnings of links that reach the mediator.
  package var linkPrefixes: [String] { links.prefixes(scheme: scheme) }

  /// The link with the scheme of the mediator, for `Action.input(from:scheme:)`; unchanged if it
  /// does not reach the mediator.
  package func canonicalLink(_ link: String) -> String {
    links.isEmpty ? link : links.canonical(link, scheme: scheme) ?? link
  }
}
