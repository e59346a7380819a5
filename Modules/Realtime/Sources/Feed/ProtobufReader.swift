/// Reads messages in the wire format of protocol buffers, and refuses bytes that break its rules.
///
/// All messages of a file share one reader: a message inside another one moves the end of what may be
/// read, and copies nothing. Groups, which the format of the file does not have, are skipped.
///
/// Source: https://protobuf.dev/programming-guides/encoding/
struct ProtobufReader {
  private let bytes: [UInt8]
  private var position = 0
  /// The end of the current message.
  private var end: Int
  /// Where the current field begins, with its number and type.
  private var fieldStart = 0
  private var wireType = WireType.varint
  private var number = 0
  /// The number of messages around the current one.
  private var depth = 0
  private var elements = 0
  private let maximumElements: Int

  /// The types of fields, by the lowest 3 bits of what is before each of them.
  private enum WireType: Int {
    case varint, fixed64, bytes, startOfGroup, endOfGroup, fixed32
  }

  private static let maximumGroupDepth = 100
  private static let fieldNumbers = 1..<1 << 29

  /// Creates a reader of the message that consists of all `bytes`.
  /// - Parameter maximumElements: The largest number of elements that all lists together may have. An
  ///   element of 2 bytes can need a hundred times as much memory.
  init(_ bytes: [UInt8], maximumElements: Int) {
    self.bytes = bytes
    self.maximumElements = maximumElements
    end = bytes.count
  }

  /// Begins the next field of the current message, and returns its number; nil at the end of the
  /// message. The caller must then read the field, or skip it.
  mutating func nextField() throws(RealtimeFeedError) -> Int? {
    guard position < end else { return nil }
    try readTag()
    guard wireType != .endOfGroup else { throw .malformed(.group, offset: fieldStart) }
    return number
  }

  private mutating func readTag() throws(RealtimeFeedError) {
    fieldStart = position
    let tag = try readVarint()
    guard let number = Int(exactly: tag >> 3), Self.fieldNumbers.contains(number) else {
      throw .malformed(.fieldNumber, offset: fieldStart)
    }
    guard let wireType = WireType(rawValue: Int(tag & 7)) else {
      throw .malformed(.wireType, offset: fieldStart)
    }
    self.number = number
    self.wireType = wireType
  }

  private mutating func readVarint() throws(RealtimeFeedError) -> UInt64 {
    if position < end, bytes[position] < 0x80 {  // most numbers have one byte
      defer { position += 1 }
      return UInt64(bytes[position])
    }
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while position < end {
      let byte = bytes[position]
      position += 1
      // Of the tenth byte, one bit is left.
      guard shift < 63 || byte <= 1 else { throw .malformed(.varint, offset: fieldStart) }
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
    throw endReached()
  }

  /// Reads the length of a field, and returns the position after it.
  private mutating func readLength() throws(RealtimeFeedError) -> Int {
    let length = try readVarint()
    guard length < 1 << 31 else { throw .malformed(.length, offset: fieldStart) }
    guard length <= end - position else { throw endReached() }
    return position + Int(length)
  }

  private mutating func skipBytes(_ count: Int) throws(RealtimeFeedError) {
    guard count <= end - position else { throw endReached() }
    position += count
  }

  /// The error of a field that is longer than the rest of the file, or of the message that it is in.
  private func endReached() -> RealtimeFeedError {
    depth == 0 ? .truncated(offset: fieldStart) : .malformed(.length, offset: fieldStart)
  }
}

// MARK: - Values

extension ProtobufReader {
  /// Skips the current field. A group may contain others, up to a limit.
  mutating func skip() throws(RealtimeFeedError) {
    var groups: [Int] = []
    repeat {
      switch wireType {
      case .varint: _ = try readVarint()
      case .fixed64: try skipBytes(8)
      case .fixed32: try skipBytes(4)
      case .bytes: position = try readLength()
      case .startOfGroup:
        guard groups.count < Self.maximumGroupDepth else {
          throw .malformed(.depth, offset: fieldStart)
        }
        groups.append(number)
      case .endOfGroup:
        guard groups.popLast() == number else { throw .malformed(.group, offset: fieldStart) }
      }
      guard !groups.isEmpty else { return }
      guard position < end else { throw endReached() }
      try readTag()
    } while true
  }

  /// Reads the current field, a text. Bytes that are not UTF-8 are replaced.
  mutating func text(_ field: String) throws(RealtimeFeedError) -> String {
    try require(.bytes, field)
    let textEnd = try readLength()
    defer { position = textEnd }
    return String(decoding: bytes[position..<textEnd], as: UTF8.self)
  }

  /// Reads the current field, a signed number of 64 bits.
  mutating func int64(_ field: String) throws(RealtimeFeedError) -> Int64 {
    try require(.varint, field)
    return Int64(bitPattern: try readVarint())
  }

  /// Reads the current field, an unsigned number of 64 bits.
  mutating func uint64(_ field: String) throws(RealtimeFeedError) -> UInt64 {
    try require(.varint, field)
    return try readVarint()
  }

  /// Reads the current field, a signed number of 32 bits. Negative ones have 64 bits in the file; those
  /// of programs that write 32 are accepted, as the reference implementation does.
  mutating func int32(_ field: String) throws(RealtimeFeedError) -> Int {
    let value = try int64(field)
    guard (Int64(Int32.min)...Int64(UInt32.max)).contains(value) else {
      throw .outOfRange(field: field, offset: fieldStart)
    }
    return Int(Int32(truncatingIfNeeded: value))
  }

  /// Reads the current field, an unsigned number of 32 bits.
  mutating func uint32(_ field: String) throws(RealtimeFeedError) -> Int {
    guard let value = UInt32(exactly: try uint64(field)) else {
      throw .outOfRange(field: field, offset: fieldStart)
    }
    return Int(value)
  }

  /// Reads the current field, a truth value.
  mutating func bool(_ field: String) throws(RealtimeFeedError) -> Bool {
    try uint64(field) != 0
  }

  /// Reads the current field, a floating-point number of 32 bits.
  mutating func float(_ field: String) throws(RealtimeFeedError) -> Double {
    try require(.fixed32, field)
    let start = position
    try skipBytes(4)
    let pattern = bytes[start..<position].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    return Double(Float(bitPattern: pattern))
  }

  /// Reads the current field, a value of an enumeration.
  mutating func value<Value: ProtobufEnum>(
    _ field: String
  ) throws(RealtimeFeedError) -> Value {
    Value(rawValue: try int32(field)) ?? .unrecognized
  }

  private func require(_ type: WireType, _ field: String) throws(RealtimeFeedError) {
    guard wireType == type else { throw .wrongType(field: field, offset: fieldStart) }
  }
}

// MARK: - Messages

/// A message of a format in protocol buffers.
protocol ProtobufMessage {
  /// Creates a message without fields.
  init()
  /// Reads the current field, or skips it if the number is unknown.
  mutating func readField(
    _ number: Int, from reader: inout ProtobufReader
  ) throws(RealtimeFeedError)
}

/// An enumeration of a format in protocol buffers.
protocol ProtobufEnum: RawRepresentable<Int>, Sendable {
  /// A value that a newer version of the format may know.
  static var unrecognized: Self { get }
}

extension ProtobufReader {
  /// Reads all fields of the current message.
  mutating func readFields<Message: ProtobufMessage>(
    of message: inout Message
  ) throws(RealtimeFeedError) {
    while let number = try nextField() { try message.readField(number, from: &self) }
  }

  /// Reads the current field, a message. As the format says, its fields replace those of the same
  /// message before it.
  mutating func merge<Message: ProtobufMessage>(
    into message: inout Message, _ field: String
  ) throws(RealtimeFeedError) {
    try require(.bytes, field)
    let outerEnd = end
    end = try readLength()
    depth += 1
    try readFields(of: &message)
    depth -= 1
    end = outerEnd
  }

  /// Reads the current field, a message that is nil until it occurs.
  mutating func merge<Message: ProtobufMessage>(
    into message: inout Message?, _ field: String
  ) throws(RealtimeFeedError) {
    // Taken, so that lists in it are not copied for each occurrence.
    var merged = message.take() ?? Message()
    try merge(into: &merged, field)
    message = merged
  }

  /// Reads the current field, an element of a list of messages.
  mutating func append<Message: ProtobufMessage>(
    to list: inout [Message], _ field: String
  ) throws(RealtimeFeedError) {
    guard elements < maximumElements else { throw .tooLarge(.elements, limit: maximumElements) }
    elements += 1
    var message = Message()
    try merge(into: &message, field)
    list.append(message)
  }
}
