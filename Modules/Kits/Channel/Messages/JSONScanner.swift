/// Finds the values of a JSON text without decoding them, and checks that the text is valid JSON.
///
/// It allocates no memory, and needs no more stack for deeper values. Source: RFC 8259.
struct JSONScanner {
  /// The text is not JSON, or has too many levels.
  struct Failure: Error {
    var isTooDeep = false
  }

  /// The levels of lists and objects that are accepted. It is twice as many as those of a
  /// `JSONValue`, because messages contain such values.
  static let maximumDepth = 128

  private let bytes: UnsafeRawBufferPointer
  private(set) var position = 0

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  /// Skips white space, and returns the byte after it; nil at the end.
  mutating func skipSpace() -> UInt8? {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      default: return bytes[position]
      }
    }
    return nil
  }

  /// Reads a character if it is the next one.
  mutating func read(_ character: Unicode.Scalar) -> Bool {
    guard skipSpace() == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  /// Reads a text; the range includes its quotes.
  mutating func readText() throws(Failure) -> Range<Int> {
    guard skipSpace() == UInt8(ascii: "\"") else { throw Failure() }
    let start = position
    position += 1
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return start..<position
      case UInt8(ascii: "\\"): try readEscape()
      case 0..<0x20: throw Failure()
      case _: break
      }
    }
    throw Failure()
  }

  private mutating func readEscape() throws(Failure) {
    guard position < bytes.count else { throw Failure() }
    let byte = bytes[position]
    position += 1
    guard byte == UInt8(ascii: "u") else {
      guard #""\/bfnrt"#.utf8.contains(byte) else { throw Failure() }
      return
    }
    guard position + 4 <= bytes.count, bytes[position..<position + 4].allSatisfy(isHexDigit) else {
      throw Failure()
    }
    position += 4
  }

  /// Why the text cannot be read further.
  var failureReason: String {
    "expected valid JSON of at most \(Self.maximumDepth) levels; the error is at byte \(position)"
  }

  /// The bytes of a range, as they are.
  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// Reads a value of any kind.
  mutating func readValue() throws(Failure) -> Range<Int> {
    guard skipSpace() != nil else { throw Failure() }
    let start = position
    // One bit for each level: 1 for an object, 0 for a list.
    var levels: UInt128 = 0
    var depth = 0
    while true {
      let isContainer = try readValueOrOpening(&levels, &depth)
      if isContainer { continue }
      // After a value, as many containers end as their brackets say.
      while depth > 0 {
        let isObject = levels & 1 == 1
        if read(",") {
          if isObject { try readName() }
          break
        }
        guard read(isObject ? "}" : "]") else { throw Failure() }
        levels >>= 1
        depth -= 1
      }
      if depth == 0 { return start..<position }
    }
  }

  /// Reads a scalar, an empty container, or the opening of a container up to its first value;
  /// returns true for the last of these.
  private mutating func readValueOrOpening(
    _ levels: inout UInt128, _ depth: inout Int
  ) throws(Failure) -> Bool {
    switch skipSpace() {
    case UInt8(ascii: "{"):
      position += 1
      if read("}") { return false }
      try readName()
      levels = levels << 1 | 1
    case UInt8(ascii: "["):
      position += 1
      if read("]") { return false }
      levels <<= 1
    case UInt8(ascii: "\""):
      _ = try readText()
      return false
    case UInt8(ascii: "t"):
      try readWord("true")
      return false
    case UInt8(ascii: "f"):
      try readWord("false")
      return false
    case UInt8(ascii: "n"):
      try readWord("null")
      return false
    case _:
      try readNumber()
      return false
    }
    depth += 1
    guard depth <= Self.maximumDepth else { throw Failure(isTooDeep: true) }
    return true
  }

  /// Reads the rest of a value for which `readValue` has failed because of its levels. It checks
  /// only the texts and the number of brackets, which needs no memory.
  mutating func skipDeepValue() throws(Failure) {
    var depth = Self.maximumDepth + 1
    while depth > 0 {
      switch skipSpace() {
      case nil: throw Failure()
      case UInt8(ascii: "\""):
        _ = try readText()
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case _: break
      }
      position += 1
    }
  }

  private mutating func readName() throws(Failure) {
    _ = try readText()
    guard read(":") else { throw Failure() }
  }

  private mutating func readWord(_ word: StaticString) throws(Failure) {
    for index in 0..<word.utf8CodeUnitCount {
      guard position < bytes.count, bytes[position] == word.utf8Start[index] else {
        throw Failure()
      }
      position += 1
    }
  }

  private mutating func readNumber() throws(Failure) {
    if current == UInt8(ascii: "-") { position += 1 }
    if current == UInt8(ascii: "0") { position += 1 } else { try readDigits() }
    if current == UInt8(ascii: ".") {
      position += 1
      try readDigits()
    }
    if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
      position += 1
      if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { position += 1 }
      try readDigits()
    }
  }

  private mutating func readDigits() throws(Failure) {
    let start = position
    while let digit = current, UInt8(ascii: "0")...UInt8(ascii: "9") ~= digit { position += 1 }
    guard position > start else { throw Failure() }
  }

  private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  private func isHexDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    case _: false
    }
  }
}
