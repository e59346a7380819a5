import Platform

/// The escape sequences in the bytes of a UTF-8 text.
///
/// Source: ECMA-48, 5.3 to 5.6.
extension Span<UInt8> {
  private static let escape: UInt8 = 0x1B

  /// The index after the escape sequence that begins at `start`; nil if it is unfinished.
  func endOfEscapeSequence(at start: Int) -> Int? {
    guard start + 1 < count else { return nil }
    let body = start + 2
    switch self[start + 1] {
    case UInt8(ascii: "["):
      let last = firstIndex(from: body) { !(0x20...0x3F).contains($0) }
      guard let last, (0x40...0x7E).contains(self[last]) else { return nil }
      return last + 1
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"),
      UInt8(ascii: "_"):
      return endOfControlString(from: body)
    case 0x20...0x7E:
      let last = firstIndex(from: start + 1) { !(0x20...0x2F).contains($0) }
      guard let last, (0x30...0x7E).contains(self[last]) else { return nil }
      return last + 1
    default: return nil
    }
  }

  /// A control string ends with BEL, with ST as `ESC \` or U+009C, or before the next sequence.
  private func endOfControlString(from body: Int) -> Int? {
    var index = body
    while index < count {
      switch self[index] {
      case 0x07: return index + 1
      case Self.escape:
        let isTerminator = index + 1 < count && self[index + 1] == UInt8(ascii: "\\")
        return isTerminator ? index + 2 : index
      case 0xC2 where index + 1 < count && self[index + 1] == 0x9C: return index + 2
      default: index += 1
      }
    }
    return nil
  }

  /// The index after the sequence at `start`, if it sets a look that a `GraphicRendition` has:
  /// bold, colours, or none. Looks that hide text are not accepted.
  func endOfRendition(at start: Int) -> Int? {
    guard start + 1 < count, self[start + 1] == UInt8(ascii: "[") else { return nil }
    var index = start + 2
    /// The parameters that a colour such as `38;5;n` or `38;2;r;g;b` still needs.
    var rest = ArraySlice<ClosedRange<Int>>()
    while let (parameter, end) = parameter(at: index), end < count {
      if let range = rest.popFirst() {
        guard range.contains(parameter) else { return nil }
        if range == 2...5 {
          guard [2, 5].contains(parameter) else { return nil }
          rest = Array(repeating: 0...255, count: parameter == 2 ? 3 : 1)[...]
        }
      } else {
        switch parameter {
        case 0, 1, 30...37, 39...47, 49, 90...97, 100...107: break
        case 38, 48: rest = [2...5]
        default: return nil
        }
      }
      index = end + 1
      guard self[end] == UInt8(ascii: ";") else {
        return self[end] == UInt8(ascii: "m") && rest.isEmpty ? index : nil
      }
    }
    return nil
  }

  /// The number of at most three digits at `start`, and the index after it.
  private func parameter(at start: Int) -> (value: Int, end: Int)? {
    var (value, index) = (0, start)
    while index < count, (0x30...0x39).contains(self[index]), index - start < 3 {
      value = value * 10 + Int(self[index] - 0x30)
      index += 1
    }
    return index > start ? (value, index) : nil
  }

  private func firstIndex(from start: Int, where isMatch: (UInt8) -> Bool) -> Int? {
    var index = start
    while index < count {
      if isMatch(self[index]) { return index }
      index += 1
    }
    return nil
  }
}

extension String {
  /// The text without its escape sequences; for an unfinished sequence, only the escape character
  /// is removed.
  var withoutEscapes: String {
    guard utf8.contains(0x1B) else { return self }
    return withUTF8Span { bytes in
      var result: [UInt8] = []
      var index = 0
      while index < bytes.count {
        guard bytes[index] != 0x1B else {
          index = bytes.endOfEscapeSequence(at: index) ?? index + 1
          continue
        }
        result.append(bytes[index])
        index += 1
      }
      return String(decoding: result, as: UTF8.self)
    }
  }
}
