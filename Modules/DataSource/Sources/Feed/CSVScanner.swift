/// Splits comma-separated values into rows, and rows into fields.
struct CSVScanner {
  /// Fields beyond are read over: a file of commas would need sixteen times its size in memory.
  private static let mostFields = 1000

  private let bytes: UnsafeBufferPointer<UInt8>
  /// Keeps the fields that the bytes do not have as they are; all others lie in the bytes.
  private let rewritten = RewrittenFields()
  /// The line of the first quote that never closes.
  private(set) var openQuote: Int?
  /// The line in which the row read last begins.
  private(set) var line = 1
  /// The line of the next row.
  private var nextLine = 1
  /// Where the next row begins.
  private(set) var position: Int
  /// The fields of the row read last.
  private(set) var fields: [Field] = []

  init(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int) {
    self.bytes = bytes
    self.position = position
  }

  /// Reads the next row that is not blank; false at the end.
  mutating func nextRow() -> Bool {
    while position < bytes.count {
      fields.removeAll(keepingCapacity: true)
      line = nextLine
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
    guard end != .comma else { return true }
    if end == .carriageReturn, position < bytes.count, bytes[position] == .lineFeed {
      position += 1
    }
    nextLine += 1
    return false
  }

  private mutating func nextField() -> Field {
    let start = position
    while position < bytes.count, bytes[position].isBlank { position += 1 }
    if openQuote == nil, position < bytes.count, bytes[position] == .quote {
      if let field = quotedField() { return field }
      // From here on, quotes are letters.
      openQuote = nextLine
    }
    position = start
    skipToEnd()
    return trimmed(UnsafeBufferPointer(rebasing: bytes[start..<position]))
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
    let quoted = UnsafeBufferPointer(rebasing: bytes[start..<end])
    nextLine += quoted.lineEnds
    return trimmed(hasDoubled ? rewritten.undoubled(quoted) : quoted)
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

  private func trimmed(_ field: UnsafeBufferPointer<UInt8>) -> Field {
    var (start, end) = (0, field.count)
    while start < end, field[start].isBlank { start += 1 }
    while end > start, field[end - 1].isBlank { end -= 1 }
    return Field(UnsafeBufferPointer(rebasing: field[start..<end]))
  }
}

/// The fields whose doubled quotes were made single, freed together.
private final class RewrittenFields {
  private var pieces: [UnsafeMutableBufferPointer<UInt8>] = []

  deinit {
    for piece in pieces { piece.deallocate() }
  }

  func undoubled(_ field: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    let piece = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: field.count)
    pieces.append(piece)
    var (written, read) = (0, 0)
    while read < field.count {
      piece.initializeElement(at: written, to: field[read])
      written += 1
      read += field[read] == .quote ? 2 : 1
    }
    return UnsafeBufferPointer(rebasing: piece[..<written])
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// How many lines end in it, whatever ends them.
  var lineEnds: Int {
    var count = 0
    for (position, byte) in enumerated() where byte == .lineFeed || byte == .carriageReturn {
      let isPair = byte == .lineFeed && position > 0 && self[position - 1] == .carriageReturn
      if !isPair { count += 1 }
    }
    return count
  }
}

extension UInt8 {
  fileprivate static let comma = UInt8(ascii: ",")
  fileprivate static let quote = UInt8(ascii: "\"")
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")

  fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 }
}
