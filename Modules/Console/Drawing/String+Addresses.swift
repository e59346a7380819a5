extension String {
  /// The text in which web addresses have no user, password and query, all of which may be secret:
  /// `https://…@example.org/feed.zip?…`. For messages, traces and logs.
  public var withoutAddressSecrets: String {
    guard contains("://") else { return self }
    var result = ""
    var rest = self[...]
    while !rest.isEmpty {
      let word = rest.prefix { !$0.isWhitespace }
      result += word.contains("://") ? Self.withoutSecrets(ofWord: word) : String(word)
      let spaces = rest[word.endIndex...].prefix(while: \.isWhitespace)
      result += spaces
      rest = rest[spaces.endIndex...]
    }
    return result
  }

  /// A text without spaces, which may contain addresses, without their secrets.
  private static func withoutSecrets(ofWord word: Substring) -> String {
    let scheme = /(?:https?|ftps?):\/\//.ignoresCase()
    guard let start = word.firstMatch(of: scheme)?.range.upperBound else { return String(word) }
    // Quotes end an address, but a password may contain them, if somebody forgot to escape it. Looking
    // for its end once in a word, not for each address, takes a time that grows with the length only.
    let end = word[start...].lastIndex(of: "@") ?? start
    let quote = word[end...].firstIndex(where: "'\"<>".contains) ?? word.endIndex
    let address = /(?<scheme>(?:https?|ftps?):\/\/)(?<rest>[^'"<>]*)/.ignoresCase()
    return word[..<start] + withoutSecrets(word[start..<quote])
      + word[quote...].replacing(address) { $0.scheme + withoutSecrets($0.rest) }
  }

  /// An address without its scheme, and without secrets. A password may also contain a slash, a
  /// question mark or a number sign; where it may end in several places, everything is left out.
  private static func withoutSecrets(_ address: Substring) -> String {
    let query = address.firstIndex(where: "?#".contains)
    let place = address[..<(query ?? address.endIndex)]
    let end = query.map { "\(address[$0])…" } ?? ""
    guard let at = address.lastIndex(of: "@") else { return place + end }
    if at < place.endIndex { return "…" + place[at...] + end }
    let isHostWithPath = place.contains("/") && !place.contains(where: ":@'\"<>".contains)
    return isHostWithPath ? place + end : "…"
  }

  /// Whether the text is an address, or has a user and a password as only addresses have, so that it
  /// is certainly not the path of a file.
  public var isAddress: Bool {
    contains("://") || prefixMatch(of: /[^\/\s]*:[^\/\s]*@/) != nil
  }
}
