extension String {
  /// The text in one line and safe to write to a terminal: without escape sequences, control
  /// characters and overrides of the writing direction, and with spaces for line breaks and tabs.
  ///
  /// Use it for every text from a feed, a file or the network before it is shown.
  public var printable: String {
    guard unicodeScalars.contains(where: { $0.role != .text }) else { return self }
    var result = String.UnicodeScalarView()
    for scalar in withoutEscapes.unicodeScalars {
      switch scalar.role {
      case .text: result.append(scalar)
      case .space: result.append(" ")
      case .control: continue
      }
    }
    return String(result)
  }

  /// The text without its escape sequences; for an unfinished sequence, only the escape character
  /// is removed.
  ///
  /// Source: ECMA-48, 5.3 to 5.6.
  var withoutEscapes: String {
    guard utf8.contains(0x1B) else { return self }
    var rest = Substring(self).unicodeScalars
    var result = String.UnicodeScalarView()
    while let escape = rest.firstIndex(of: "\u{1B}") {
      result.append(contentsOf: rest[..<escape])
      rest = rest[rest.index(after: escape)...]
      rest = rest[(endOfSequence(in: rest) ?? rest.startIndex)...]
    }
    result.append(contentsOf: rest)
    return String(result)
  }
}

/// The end of the sequence whose escape character is right before `rest`; nil if it is unfinished.
private func endOfSequence(in rest: Substring.UnicodeScalarView) -> String.Index? {
  guard let kind = rest.first else { return nil }
  let body = rest.dropFirst()
  switch kind {
  case "[":
    guard let last = body.firstIndex(where: { !(0x20...0x3F).contains($0.value) }),
      (0x40...0x7E).contains(body[last].value)
    else { return nil }
    return body.index(after: last)
  case "]", "P", "X", "^", "_":
    guard let last = body.firstIndex(where: { ["\u{07}", "\u{1B}", "\u{9C}"].contains($0) }) else {
      return nil
    }
    let next = body.index(after: last)
    guard body[last] == "\u{1B}" else { return next }
    return body[next...].first == "\\" ? body.index(after: next) : last
  case " "..."~":
    guard let last = rest.firstIndex(where: { !(0x20...0x2F).contains($0.value) }),
      (0x30...0x7E).contains(rest[last].value)
    else { return nil }
    return rest.index(after: last)
  default: return nil
  }
}

extension Unicode.Scalar {
  fileprivate enum Role {
    case text, space, control
  }

  fileprivate var role: Role {
    switch value {
    case 0x09...0x0D, 0x85, 0x2028, 0x2029: .space
    case 0x00...0x1F, 0x7F...0x9F: .control
    case 0x202A...0x202E, 0x2066...0x2069: .control
    default: .text
    }
  }
}
