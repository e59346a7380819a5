import Testing

@testable import Realtime

@Suite struct ProtobufReaderTests {
  /// A message that keeps its numbers, and the messages in its field 2.
  private struct Numbers: ProtobufMessage {
    var values: [UInt64] = []
    var children: [Numbers] = []

    mutating func readField(
      _ number: Int, from reader: inout ProtobufReader
    ) throws(RealtimeFeedError) {
      switch number {
      case 1: values.append(try reader.uint64("values"))
      case 2: try reader.append(to: &children, "children")
      default: try reader.skip()
      }
    }
  }

  private func numbers(_ bytes: [UInt8], elements: Int = 10) throws -> Numbers {
    var reader = ProtobufReader(bytes, maximumElements: elements)
    var message = Numbers()
    try reader.readFields(of: &message)
    return message
  }

  @Test(
    arguments: [
      ([0x08, 0x00], 0), ([0x08, 0x7F], 127), ([0x08, 0x80, 0x01], 128),
      // More bytes than necessary are allowed, up to 10.
      ([0x08, 0x81, 0x80, 0x80, 0x00], 1), ([0x88, 0x80, 0x00, 0x05], 5),
      ([0x08] + [UInt8](repeating: 0xFF, count: 9) + [0x01], UInt64.max),
    ] as [([UInt8], UInt64)])
  func `a number has up to ten bytes`(bytes: [UInt8], value: UInt64) throws {
    #expect(try numbers(bytes).values == [value])
  }

  @Test(
    arguments: [
      ([0x08] + [UInt8](repeating: 0xFF, count: 9) + [0x02], .malformed(.varint, offset: 0)),
      ([0x08] + [UInt8](repeating: 0x80, count: 10) + [0x00], .malformed(.varint, offset: 0)),
      ([UInt8](repeating: 0x80, count: 100), .malformed(.varint, offset: 0)),
      ([0x08, 0x01, 0x00], .malformed(.fieldNumber, offset: 2)),
      ([0x02, 0x00], .malformed(.fieldNumber, offset: 0)),
      ([0x80, 0x80, 0x80, 0x80, 0x10, 0x00], .malformed(.fieldNumber, offset: 0)),
      ([0x1E], .malformed(.wireType, offset: 0)),
      ([0x1F], .malformed(.wireType, offset: 0)),
      ([0x1A, 0x80, 0x80, 0x80, 0x80, 0x08], .malformed(.length, offset: 0)),
      ([0x1A] + [UInt8](repeating: 0xFF, count: 9) + [0x01], .malformed(.length, offset: 0)),
      // The message in the field 2 has 2 bytes; its text says that it has 5.
      ([0x12, 0x02, 0x1A, 0x05, 1, 2, 3, 4, 5], .malformed(.length, offset: 2)),
      ([0x12, 0x01, 0x08, 0x01], .malformed(.length, offset: 2)),
      ([0x12, 0x01, 0x80], .malformed(.length, offset: 2)),
      ([0x12, 0x02, 0x1D, 0x00, 0, 0, 0], .malformed(.length, offset: 2)),
      ([0x08], .truncated(offset: 0)),
      ([0x08, 0x01, 0x08, 0x80], .truncated(offset: 2)),
      ([0x80], .truncated(offset: 0)),
      ([0x1D, 0, 0, 0], .truncated(offset: 0)),
      ([0x19, 0, 0, 0, 0, 0, 0, 0], .truncated(offset: 0)),
      ([0x1A, 0x03, 0, 0], .truncated(offset: 0)),
      ([0x12, 0x03, 0x08, 0x01], .truncated(offset: 0)),
      // Groups: an end only, another end, no end, an end in another message.
      ([0x1C], .malformed(.group, offset: 0)),
      ([0x1B, 0x24], .malformed(.group, offset: 1)),
      ([0x1B, 0x08, 0x01], .truncated(offset: 1)),
      ([0x12, 0x01, 0x1B, 0x1C], .malformed(.length, offset: 2)),
      ([0x1B, 0x00, 0x01, 0x1C], .malformed(.fieldNumber, offset: 1)),
      ([0x0A, 0x01, 0x01], .wrongType(field: "values", offset: 0)),
      ([0x0D, 0, 0, 0, 0], .wrongType(field: "values", offset: 0)),
      ([0x0B, 0x0C], .wrongType(field: "values", offset: 0)),
      ([0x10, 0x01], .wrongType(field: "children", offset: 0)),
    ] as [([UInt8], RealtimeFeedError)])
  func `bytes that break a rule are an error with their position`(
    bytes: [UInt8], error: RealtimeFeedError
  ) {
    #expect(throws: error) { try numbers(bytes) }
  }

  @Test(
    arguments: [
      [0x18, 0x96, 0x01], [0x19, 1, 2, 3, 4, 5, 6, 7, 8], [0x1A, 0x02, 0xFF, 0xFF],
      [0x1D, 1, 2, 3, 4], [0x1A, 0x00],
      // A group, in which all types occur, and another group.
      [0x1B, 0x08, 0x01, 0x1A, 0x01, 0x1C, 0x23, 0x0D, 0, 0, 0, 0, 0x24, 0x1C],
      // Field 536870911, the largest one, and field 1001, of an extension.
      [0xF8, 0xFF, 0xFF, 0xFF, 0x0F, 0x01], [0xCA, 0x3E, 0x01, 0x00],
    ] as [[UInt8]])
  func `an unknown field is skipped`(bytes: [UInt8]) throws {
    let message = try numbers([0x08, 0x07] + bytes + [0x08, 0x09])
    #expect(message.values == [7, 9])
    #expect(message.children.isEmpty)
  }

  @Test func `groups are nested a hundred times at most`() throws {
    func groups(_ depth: Int) -> [UInt8] {
      [UInt8](repeating: 0x1B, count: depth) + [UInt8](repeating: 0x1C, count: depth)
    }
    #expect(throws: Never.self) { try numbers(groups(100)) }
    #expect(throws: RealtimeFeedError.malformed(.depth, offset: 100)) { try numbers(groups(101)) }
  }

  @Test func `a million beginnings of groups need no stack`() {
    let bytes = [UInt8](repeating: 0x1B, count: 1_000_000)
    #expect(throws: RealtimeFeedError.malformed(.depth, offset: 100)) { try numbers(bytes) }
  }

  @Test(arguments: [3, 50])
  func `the elements of all lists together have a limit`(depth: Int) throws {
    var bytes: [UInt8] = []
    for _ in 0..<depth { bytes = FeedBytes { $0.data(2, bytes) }.bytes }
    let limit = depth - 1
    #expect(throws: Never.self) { try numbers(bytes, elements: depth) }
    #expect(throws: RealtimeFeedError.tooLarge(.elements, limit: limit)) {
      try numbers(bytes, elements: limit)
    }
  }
}
