/// A scanner that splits comma-separated values into rows, and rows into fields.
struct CSVScanner {
  /// The bytes that are scanned: the whole file, or a part that begins with a row.
  private var part: LineReader.Part
  private var bytes: UnsafeBufferPointer<UInt8>
  private let storage = FieldStorage()
  private var fieldCount = 0
  /// The line of the first quote that is never closed.
  private(set) var openQuote: Int?
  /// A field of the current row with text after the quote that seems to close it.
  private(set) var strayQuote: CSVField?
  /// A field of the current row that goes over several lines.
  private(set) var multilineField: CSVField?
  /// The line at which the current row begins.
  private(set) var line = 1
  /// The line of the next row.
  private(set) var nextLine = 1
  /// The position at which the next row begins.
  private(set) var position: Int
  /// Whether the current row has a quoted value that continues in the next part.
  private var isCut = false

  init(_ part: LineReader.Part, at position: Int) {
    self.part = part
    bytes = part.bytes.memory.bindMemory(to: UInt8.self)
    self.position = position
  }

  /// The fields of the current row, valid until the next row is read.
  var fields: UnsafeBufferPointer<CSVField> {
    UnsafeBufferPointer(start: storage.fields, count: fieldCount)
  }

  /// The bytes of the part that are not read yet.
  var rest: Bytes { part.bytes.part(from: position, count: bytes.count - position) ?? part.bytes }

  /// Continues with the bytes that follow the last row; the fields of all rows become invalid.
  mutating func scan(_ part: LineReader.Part) {
    self.part = part
    bytes = part.bytes.memory.bindMemory(to: UInt8.self)
    position = 0
    storage.removeCopies()
  }

  /// Reads the next row that is not blank; returns false when the part contains no other whole row.
  mutating func nextRow() -> Bool {
    while position < bytes.count {
      let start = position
      fieldCount = 0
      line = nextLine
      (strayQuote, multilineField) = (nil, nil)
      repeat { add(nextField()) } while hasMoreFields()
      if isCut {
        (position, nextLine, isCut) = (start, line, false)
        return false
      }
      if fieldCount > 1 || !fields[0].isEmpty { return true }
    }
    return false
  }

  private mutating func add(_ field: CSVField) {
    guard fieldCount < FieldStorage.capacity else { return }
    (storage.fields + fieldCount).initialize(to: field)
    fieldCount += 1
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
    while position < bytes.count, bytes[position].isBlank { position += 1 }
    if openQuote == nil, position < bytes.count, bytes[position] == .quote {
      if let field = quotedField() { return field }
      guard part.isLast else {
        isCut = true
        position = bytes.count
        return .empty
      }
      // From here on, quotes are ordinary characters.
      openQuote = nextLine
    }
    let start = position
    skipToFieldEnd()
    return Self.trimmed(UnsafeBufferPointer(rebasing: bytes[start..<position]))
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
    let isStray = !endsField(at: position)
    if isStray { end = endOfStrayText(after: end) }
    skipToFieldEnd()
    let quoted = UnsafeBufferPointer(rebasing: bytes[start..<end])
    let lineEnds = quoted.lineEnds
    nextLine += lineEnds
    let field = Self.trimmed(hasDoubledQuote ? storage.copy(quoted) : quoted)
    if isStray { strayQuote = field }
    if lineEnds > 0 { multilineField = field }
    return field
  }

  /// Whether only blanks are between a position and the end of the field.
  private func endsField(at position: Int) -> Bool {
    var position = position
    while position < bytes.count, bytes[position].isBlank { position += 1 }
    return position == bytes.count || bytes[position] == .comma || bytes[position].isLineEnd
  }

  /// Returns the end of a field that goes on after the quote at a position: the next quote of the
  /// line before the end of a field, or else the next comma. `position` becomes that end.
  private mutating func endOfStrayText(after quote: Int) -> Int {
    position = quote + 1
    skipToFieldEnd()
    var end = quote + 1
    while end < bytes.count, !bytes[end].isLineEnd {
      if bytes[end] == .quote, endsField(at: end + 1) {
        position = end + 1
        return end
      }
      if bytes[end] == .comma {
        // A quote after a comma and blanks opens the next field.
        var next = end + 1
        while next < bytes.count, bytes[next].isBlank { next += 1 }
        if next < bytes.count, bytes[next] == .quote { break }
      }
      end += 1
    }
    return position
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

  private static func trimmed(_ field: UnsafeBufferPointer<UInt8>) -> CSVField {
    var (start, end) = (0, field.count)
    while start < end, field[start].isBlank { start += 1 }
    while end > start, field[end - 1].isBlank { end -= 1 }
    return CSVField(UnsafeBufferPointer(rebasing: field[start..<end]))
  }
}

/// The fields of one row, and copies of fields in which each pair of quotes is reduced to one.
private final class FieldStorage {
  /// The maximum number of fields in a row; later fields are ignored. Without a limit, a file of
  /// commas would need sixteen times its size in memory.
  static let capacity = 1000

  /// The scanner initializes as many fields as it counts. An array would be retained, and checked
  /// for other owners, in every row.
  let fields = UnsafeMutablePointer<CSVField>.allocate(capacity: capacity)
  private var copies: [UnsafeMutableBufferPointer<UInt8>] = []

  deinit {
    // `CSVField` is trivial and needs no deinitialization.
    fields.deallocate()
    removeCopies()
  }

  func removeCopies() {
    for copy in copies { copy.deallocate() }
    copies.removeAll()
  }

  /// Returns a copy that is valid until `removeCopies`.
  func copy(_ field: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: field.count)
    copies.append(copy)
    var (written, read) = (0, 0)
    while read < field.count {
      copy.initializeElement(at: written, to: field[read])
      written += 1
      let isDoubled = field[read] == .quote && read + 1 < field.count && field[read + 1] == .quote
      read += isDoubled ? 2 : 1
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
  fileprivate var isLineEnd: Bool { self == .lineFeed || self == .carriageReturn }
}
