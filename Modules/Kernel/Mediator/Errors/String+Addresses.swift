extension String {
  /// The text in which web addresses have no user, password and query, all of which may be secret:
  /// `https://…@example.org/feed.zip?…`. For messages, traces and logs.
  package var withoutAddressSecrets: String {
    guard utf8.contains("://".utf8) else { return self }
    var result = ""
    var rest = unicodeScalars[...]
    while !rest.isEmpty {
      let word = Substring(rest.prefix { !$0.properties.isWhitespace })
      result += word.utf8.contains("://".utf8) ? Self.withoutSecrets(ofWord: word) : String(word)
      let spaces = rest[word.endIndex...].prefix { $0.properties.isWhitespace }
      result.unicodeScalars += spaces
      rest = rest[spaces.endIndex...]
    }
    return result
  }

  /// A text without spaces, which may contain addresses, without their secrets.
  private static func withoutSecrets(ofWord word: Substring) -> String {
    let scheme = /(?:https?|ftps?):\/\//.ignoresCase().matchingSemantics(.unicodeScalar)
    guard let start = word.firstMatch(of: scheme)?.range.upperBound else { return String(word) }
    // Quotes end an address, but a password may contain them, if somebody forgot to escape it.
    // Looking for its end once in a word, not for each address, takes a time that grows with the
    // length only.
    let scalars = word.unicodeScalars
    let end = scalars[start...].lastIndex(of: "@") ?? start
    let quote = scalars[end...].firstIndex { "'\"<>".unicodeScalars.contains($0) } ?? word.endIndex
    let address = /(?<scheme>(?:https?|ftps?):\/\/)(?<rest>[^'"<>]*)/
      .ignoresCase().matchingSemantics(.unicodeScalar)
    return word[..<start] + word[start..<quote].withoutSecretParts
      + word[quote...].replacing(address) { $0.scheme + $0.rest.withoutSecretParts }
  }
}
