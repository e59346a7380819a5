/// Splits a Swift source into words, without comments. A word is an identifier or keyword with what
/// is joined to it by dots and `@`, such as `invocation.mediator`.
package struct SwiftTokenizer: IteratorProtocol {
  /// What a token is.
  package enum Kind {
    case word
    /// The text of a string literal, without its quotes.
    case string
    /// One byte that belongs to no word and no string.
    case punctuation
  }

  /// A part of a source.
  package struct Word {
    package let text: String
    package let line: Int
    /// Whether only spaces and comments precede it in its line or after a semicolon.
    package let beginsStatement: Bool
    /// Whether an opening parenthesis follows it.
    package let isCalled: Bool
    /// Whether a colon follows it.
    package let isLabel: Bool
    /// The number of open parentheses before it.
    package let depth: Int
    package let kind: Kind
  }

  private let bytes: [UInt8]
  private let kinds: Set<Kind>
  private var index = 0
  private var line = 1
  private var depth = 0
  private var isAtStatementStart = true
  /// The tokens of interpolated code, which follow those before its string.
  private var interpolated: [Word] = []
  /// How many pieces of interpolated code are around the position. Deeper ones are texts.
  private var interpolations = 0
  private static let maximumInterpolations = 100

  /// A byte order mark at the beginning is no part of the first word.
  /// - Parameter kinds: The tokens to return.
  package init(_ source: String, kinds: Set<Kind> = [.word]) {
    bytes = Array(source.utf8)
    self.kinds = kinds
    if starts("\u{FEFF}") { index = 3 }
  }

  /// Returns the next token; nil at the end.
  package mutating func next() -> Word? {
    if interpolated.isEmpty, let word = scan() {
      guard !interpolated.isEmpty else { return word }
      interpolated.append(word)
    }
    return interpolated.isEmpty ? nil : interpolated.removeFirst()
  }

  /// Returns the next token; nil at the end, and after a parenthesis that closes all but `limit`.
  private mutating func scan(until limit: Int? = nil) -> Word? {
    while index < bytes.count {
      let byte = bytes[index]
      let (start, startLine, startDepth) = (index, line, depth)
      let isFirst = isAtStatementStart
      if byte.isSpace {
        index += 1
        continue
      }
      let kind: Kind
      var content = 0..<0
      if byte.isPartOfWord {
        kind = .word
        skipWord()
        isAtStatementStart = false
        content = start..<index
      } else if starts("//") {
        while index < bytes.count, !bytes[index].isEndOfLine { index += 1 }
        continue
      } else if starts("/*") {
        skipComment()
        continue
      } else if starts("\"") || starts("#\"") || starts("##\"") {
        kind = .string
        content = skipString()
        isAtStatementStart = false
      } else {
        kind = .punctuation
        if starts("(") { depth += 1 }
        if starts(")") { depth -= 1 }
        if !starts("\n") { isAtStatementStart = starts(";") || starts("\r") }
        advance()
        guard byte != UInt8(ascii: ")") || depth != limit else { return nil }
        guard byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r") else { continue }
        content = start..<index
      }
      guard kinds.contains(kind) else { continue }
      return Word(
        text: String(decoding: bytes[content], as: UTF8.self), line: startLine,
        beginsStatement: isFirst, isCalled: starts("("), isLabel: starts(":"), depth: startDepth,
        kind: kind)
    }
    return nil
  }

  /// A name in backticks may contain spaces.
  private mutating func skipWord() {
    var isQuoted = false
    while index < bytes.count, bytes[index].isPartOfWord || (isQuoted && !starts("\n")) {
      if starts("`") { isQuoted.toggle() }
      index += 1
    }
  }

  private func starts(_ text: StaticString) -> Bool {
    guard index + text.utf8CodeUnitCount <= bytes.count, text.utf8Start.pointee == bytes[index]
    else { return false }
    return text.withUTF8Buffer { bytes[index..<(index + $0.count)].elementsEqual($0) }
  }

  private mutating func advance(_ count: Int = 1) {
    for _ in 0..<count where index < bytes.count {
      if bytes[index] == UInt8(ascii: "\n") {
        line += 1
        isAtStatementStart = true
      }
      index += 1
    }
  }

  /// Comments nest.
  private mutating func skipComment() {
    var depth = 0
    repeat {
      if starts("/*") {
        depth += 1
        advance(2)
      } else if starts("*/") {
        depth -= 1
        advance(2)
      } else {
        advance()
      }
    } while depth > 0 && index < bytes.count
  }

  /// A string literal ends with as many quotes and number signs as it begins with; a single-line
  /// one also ends with its line. The tokens of interpolated code (`\(…)`) are collected, unless the
  /// caller reads strings, which have that code in their texts.
  /// - Returns: Where its text is.
  private mutating func skipString() -> Range<Int> {
    var signs = 0
    while starts("#") {
      signs += 1
      advance()
    }
    let isMultiline = starts("\"\"\"")
    let quotes = isMultiline ? 3 : 1
    advance(quotes)
    let start = index
    let end =
      Array(repeating: UInt8(ascii: "\""), count: quotes)
      + Array(repeating: UInt8(ascii: "#"), count: signs)
    let escape =
      [UInt8(ascii: "\\")] + Array(repeating: UInt8(ascii: "#"), count: signs)
    while index < bytes.count, isMultiline || !starts("\n") {
      if bytes[index] == end[0], bytes[index...].starts(with: end) {
        defer { advance(end.count) }
        return start..<index
      }
      guard bytes[index] == escape[0], bytes[index...].starts(with: escape) else {
        advance()
        continue
      }
      advance(escape.count)
      if starts("("), interpolations < Self.maximumInterpolations {
        skipInterpolation()
      } else {
        advance()
      }
    }
    return start..<index
  }

  private mutating func skipInterpolation() {
    let outside = depth
    interpolations += 1
    defer { interpolations -= 1 }
    advance()
    depth += 1
    while let word = scan(until: outside) {
      if !kinds.contains(.string) { interpolated.append(word) }
    }
    depth = outside
  }
}

extension UInt8 {
  /// A space or tab, also a vertical tab or form feed.
  fileprivate var isSpace: Bool {
    self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") || self == 0xB || self == 0xC
  }

  fileprivate var isEndOfLine: Bool { self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }

  fileprivate var isPartOfWord: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...0xFF, UInt8(ascii: "_"), UInt8(ascii: "@"),
      UInt8(ascii: "."), UInt8(ascii: "`"):
      true
    default: false
    }
  }
}
