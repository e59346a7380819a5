/// The words of a Swift source in order, comments and texts left out.
struct Words: IteratorProtocol {
  private let bytes: [UInt8]
  private var index = 0
  private var line = 1
  /// Whether nothing but space and comments came since the line or the last semicolon.
  private var isAtStart = true

  init(of source: String) {
    bytes = Array(source.utf8)
  }

  mutating func next() -> (text: String, line: Int, beginsStatement: Bool)? {
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: " ") {
        index += 1
      } else if starts("//") {
        skip { $0.starts("\n") }
      } else if starts("/*") {
        skipComment()
      } else if starts("\"") || starts("#\"") || starts("##\"") {
        skipText()
        isAtStart = false
      } else if isPartOfWord(bytes[index]) {
        defer { isAtStart = false }
        return (word(), line, isAtStart)
      } else {
        if !starts("\n") { isAtStart = starts(";") }
        advance()
      }
    }
    return nil
  }

  /// A name in backticks may hold anything, spaces included.
  private mutating func word() -> String {
    let start = index
    var isQuoted = false
    while index < bytes.count, isPartOfWord(bytes[index]) || (isQuoted && !starts("\n")) {
      if starts("`") { isQuoted.toggle() }
      index += 1
    }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private func isPartOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...0xFF, UInt8(ascii: "_"), UInt8(ascii: "@"),
      UInt8(ascii: "."), UInt8(ascii: "`"):
      true
    default: false
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
        isAtStart = true
      }
      index += 1
    }
  }

  private mutating func skip(until isOver: (Self) -> Bool) {
    while index < bytes.count, !isOver(self) { advance() }
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

  /// A text ends at as many quotes and number signs as it began with, one in a single line at the
  /// end of its line at the latest. Code within a text (`\(…)`) counts as text.
  private mutating func skipText() {
    var signs = 0
    while starts("#") {
      signs += 1
      advance()
    }
    let isLong = starts("\"\"\"")
    let quotes = isLong ? 3 : 1
    advance(quotes)
    let end =
      Array(repeating: UInt8(ascii: "\""), count: quotes)
      + Array(repeating: UInt8(ascii: "#"), count: signs)
    while index < bytes.count, isLong || !starts("\n") {
      if bytes[index...].starts(with: end) { return advance(end.count) }
      advance(signs == 0 && starts("\\") ? 2 : 1)
    }
  }
}
