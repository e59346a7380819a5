/// A scanner that splits comma-separated values into rows, and rows into fields.
struct CSVScanner {
  /// The maximum number of fields in a row; later fields are ignored. Without a limit, a file of
  /// commas would need sixteen times its size in memory.
  private static let maxFields = 1000

  private let bytes: UnsafeBufferPointer<UInt8>
  /// Owns the fields with doubled quotes; all other fields point into `bytes`.
  private let unescaped = UnescapedFields()
  /// The line of the first quote that is never closed.
  private(set) var openQuote: Int?
  /// The line at which the current row begins.
  private(set) var line = 1
  /// The line of the next row.
  private var nextLine = 1
  /// The position at which the next row begins.
  private(set) var position: Int
  /// The fields of the current row.
  private(set) var fields: [CSVField] = []

  init(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int) {
    self.bytes = bytes
    self.position = position
  }

  /// Reads the next row that is not blank; returns false at the end.
  mutating func nextRow() -> Bool {
    while position < bytes.count {
      fields.removeAll(keepingCapacity: true)
      line = nextLine
      repeat {
        let field = nextField()
        if fields.count < Self.maxFields { fields.append(field) }
      } while hasMoreFields()
      if fields.count > 1 || !fields[0].isEmpty { return true }
    }
    return false
  }

  /// Advances past the separator after a field, and returns whether it was a comma.
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

  private mutating func nextField() -> CSVField {
    let start = position
    while position < bytes.count, bytes[position].isBlank { position += 1 }
    if openQuote == nil, position < bytes.count, bytes[position] == .quote {
      if let field = quotedField() { return field }
      // From here on, quotes are ordinary characters.
      openQuote = nextLine
    }
    position = start
    skipToFieldEnd()
    return trimmed(UnsafeBufferPointer(rebasing: bytes[start..<position]))
  }

  /// Reads the field that begins with the quote at `position`; returns nil when no quote closes it.
  private mutating func quotedField() -> CSVField? {
    let start = position + 1
    var end = start
    var hasDoubledQuote = false
    while true {
      while end < bytes.count, bytes[end] != .quote { end += 1 }
      guard end < bytes.count else { return nil }
      guard end + 1 < bytes.count, bytes[end + 1] == .quote else { break }
      hasDoubledQuote = true
      end += 2
    }
    position = end + 1
    skipToFieldEnd()
    let quoted = UnsafeBufferPointer(rebasing: bytes[start..<end])
    nextLine += quoted.lineEnds
    return trimmed(hasDoubledQuote ? unescaped.add(quoted) : quoted)
  }

  private mutating func skipToFieldEnd() {
    guard let start = bytes.baseAddress else { return }
    let (comma, lineFeed, carriageReturn) = (UInt8.comma, UInt8.lineFeed, UInt8.carriageReturn)
    // This loop reads every byte of stop_times.txt, and pointers are faster than subscripts. `byte`
    // is read only while it is below `end`, the end of the memory.
    var byte = start + position
    let end = start + bytes.count
    while byte < end {
      let value = byte.pointee
      if value <= comma, value == comma || value == lineFeed || value == carriageReturn { break }
      byte += 1
    }
    position = byte - start
  }

  private func trimmed(_ field: UnsafeBufferPointer<UInt8>) -> CSVField {
    var (start, end) = (0, field.count)
    while start < end, field[start].isBlank { start += 1 }
    while end > start, field[end - 1].isBlank { end -= 1 }
    return CSVField(UnsafeBufferPointer(rebasing: field[start..<end]))
  }
}

/// Copies of fields in which each pair of quotes is reduced to one quote. All copies are freed
/// together.
private final class UnescapedFields {
  private var copies: [UnsafeMutableBufferPointer<UInt8>] = []

  deinit {
    for copy in copies { copy.deallocate() }
  }

  func add(_ field: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: field.count)
    copies.append(copy)
    var (written, read) = (0, 0)
    while read < field.count {
      copy.initializeElement(at: written, to: field[read])
      written += 1
      read += field[read] == .quote ? 2 : 1
    }
    return UnsafeBufferPointer(rebasing: copy[..<written])
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The number of line ends: LF, CR, or CR LF.
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
