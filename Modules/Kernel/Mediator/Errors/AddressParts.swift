extension Substring {
  /// A web address that begins after its scheme, without what may be secret: user and password
  /// before an `@`, query and fragment. A password may also contain a slash, a question mark or a
  /// number sign; where it may end in several places, everything is left out.
  package var withoutSecretParts: String {
    let query = unicodeScalars.firstIndex { $0 == "?" || $0 == "#" }
    let place = self[..<(query ?? endIndex)]
    let end = query.map { "\(unicodeScalars[$0])…" } ?? ""
    guard let at = unicodeScalars.lastIndex(of: "@") else { return place + end }
    if at < place.endIndex { return "…" + place[at...] + end }
    let marks = ":@'\"<>".unicodeScalars
    let scalars = place.unicodeScalars
    let isHostWithPath = scalars.contains("/") && !scalars.contains(where: marks.contains)
    return isHostWithPath ? place + end : "…"
  }
}

extension String {
  /// Whether the text is an address, or has a user and a password as only addresses have, so that
  /// it is certainly not the path of a file.
  package var isAddress: Bool { utf8.contains("://".utf8) || beginsWithUserAndPassword }

  /// Whether the text begins as `user:password@`. A regular expression would take 4 % of the
  /// instructions of a command, of which each asks this.
  private var beginsWithUserAndPassword: Bool {
    let start = unicodeScalars.prefix { $0 != "/" && !$0.properties.isWhitespace }
    return start.drop { $0 != ":" }.contains { $0 == "@" }
  }
}
