extension String {
  /// The text in which web addresses have no user, password and query, all of which may be secret:
  /// `https://…@example.org/feed.zip?…`. For messages, traces and logs.
  public var withoutAddressSecrets: String {
    guard contains("://") else { return self }
    let address = /(?<scheme>(?:https?|ftps?):\/\/)(?<rest>[^\s'"<>]+)/.ignoresCase()
    return replacing(address) { match in
      let query = match.rest.firstIndex(where: "?#".contains)
      var place = match.rest[..<(query ?? match.rest.endIndex)]
      // A password may contain a slash, if somebody forgot to escape it.
      if let at = place.lastIndex(of: "@") { place = "…" + place[at...] }
      return match.scheme + place + (query.map { "\(match.rest[$0])…" } ?? "")
    }
  }

  /// Whether the text is an address, or has a user and a password as only addresses have, so that it
  /// is certainly not the path of a file.
  public var isAddress: Bool {
    contains("://") || prefixMatch(of: /[^\/\s]*:[^\/\s]*@/) != nil
  }
}
