/// Splits comma-separated values into rows, and rows into fields.
struct CSVScanner {
  /// Fields beyond are read over: a file of commas would need sixteen times its size in memory.
  private static let mostFields = 1000

  private let bytes: UnsafeMutableBufferPointer<UInt8>
  /// Where the first quote is that never closes.
  private(set) var openQuote: Int?
  /// Where the row read last begins.
  private(set) var start = 0
  /// Where the next row begins.
  private(set) var position: Int
  /// The fields of the row read last.
  private(set) var fields: [Field] = []

  init(_ bytes: UnsafeMutableBufferPointer<UInt8>, at position: Int) {
    self.bytes = bytes
    self.position = position
  }

  /// Reads the next row that is not blank; false at the end.
  mutating func nextRow() -> Bool {
    while position < bytes.count {
      fields.removeAll(keepingCapacity: true)
      start = position
      repeat {
        let field = nextField()
        if fields.count < Self.mostFields { fields.append(field) }
      } while hasMoreFields()
      if fields.count > 1 || !fields[0].isEmpty { return true }
    }
    return false
  }

  /// Moves behind what ends a field; whether it was a comma.
  private mutating func hasMoreFields() -> Bool {
    guard position < bytes.count else { return false }
    let end = bytes[position]
    position += 1
    if end == .carriageReturn, position < bytes.count, bytes[position] == .lineFeed {
      position += 1
    }
    return end == .comma
  }

  private mutating func nextField() -> Field {
    let start = position
    while position < bytes.count, bytes[position].isBlank { position += 1 }
    if openQuote == nil, position < bytes.count, bytes[position] == .quote {
      if let field = quotedField() { return field }
      // From here on, quotes are letters.
      openQuote = position
    }
    position = start
    skipToEnd()
    return trimmed(start, position)
  }

  /// The field that begins with the quote at `position`; nil when no quote closes it.
  private mutating func quotedField() -> Field? {
    let start = position + 1
    var end = start
    var hasDoubled = false
    while true {
      while end < bytes.count, bytes[end] != .quote { end += 1 }
      guard end < bytes.count else { return nil }
      guard end + 1 < bytes.count, bytes[end + 1] == .quote else { break }
      hasDoubled = true
      end += 2
    }
    position = end + 1
    skipToEnd()
    return trimmed(start, hasDoubled ? undoubled(start, end) : end)
  }

  /// Makes doubled quotes single; returns the new end.
  private func undoubled(_ start: Int, _ end: Int) -> Int {
    var written = start
    var read = start
    while read < end {
      bytes[written] = bytes[read]
      written += 1
      read += bytes[read] == .quote ? 2 : 1
    }
    // What is left over must not be taken for the end of a line when lines are counted.
    bytes[written..<end].update(repeating: .quote)
    return written
  }

  private mutating func skipToEnd() {
    guard let start = bytes.baseAddress else { return }
    let (comma, lineFeed, carriageReturn) = (UInt8.comma, UInt8.lineFeed, UInt8.carriageReturn)
    var byte = start + position
    let end = start + bytes.count
    while byte < end {
      let value = byte.pointee
      if value <= comma, value == comma || value == lineFeed || value == carriageReturn { break }
      byte += 1
    }
    position = byte - start
  }

  private func trimmed(_ start: Int, _ end: Int) -> Field {
    var (start, end) = (start, end)
    while start < end, bytes[start].isBlank { start += 1 }
    while end > start, bytes[end - 1].isBlank { end -= 1 }
    return Field(UnsafeBufferPointer(rebasing: bytes[start..<end]))
  }
}

extension UInt8 {
  fileprivate static let comma = UInt8(ascii: ",")
  fileprivate static let quote = UInt8(ascii: "\"")
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")

  fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 }
}
