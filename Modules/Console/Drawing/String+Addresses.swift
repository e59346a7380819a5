extension String {
  /// The text in which web addresses have no user, password and query, all of which may be secret:
  /// `https://…@example.org/feed.zip?…`. For messages, traces and logs.
  public var withoutAddressSecrets: String {
    guard utf8.contains("://".utf8) else { return self }
    // Quotes end an address, but a password may contain them, if somebody forgot to escape it.
    let address = /(?<scheme>(?:https?|ftps?):\/\/)(?<rest>(?:\S*@)?[^\s'"<>]*)/
      .ignoresCase().matchingSemantics(.unicodeScalar)
    return replacing(address) { $0.scheme + Self.withoutSecrets($0.rest) }
  }

  /// An address without its scheme, and without secrets. A password may also contain a slash, a
  /// question mark or a number sign; where it may end in several places, everything is left out.
  private static func withoutSecrets(_ address: Substring) -> String {
    let query = address.unicodeScalars.firstIndex { $0 == "?" || $0 == "#" }
    let place = address[..<(query ?? address.endIndex)]
    let end = query.map { "\(address.unicodeScalars[$0])…" } ?? ""
    guard let at = address.unicodeScalars.lastIndex(of: "@") else { return place + end }
    if at < place.endIndex { return "…" + place[at...] + end }
    let marks = ":@'\"<>".unicodeScalars
    let isHostWithPath =
      place.unicodeScalars.contains("/") && !place.unicodeScalars.contains(where: marks.contains)
    return isHostWithPath ? place + end : "…"
  }

  /// Whether the text is an address, or has a user and a password as only addresses have, so that it
  /// is certainly not the path of a file.
  public var isAddress: Bool {
    utf8.contains("://".utf8)
      || prefixMatch(of: /[^\/\s]*:[^\/\s]*@/.matchingSemantics(.unicodeScalar)) != nil
  }
}
