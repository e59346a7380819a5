import DataSourceInterface

/// A column, or columns that lie together in a city file, in an order that only this type knows.
protocol ColumnCodable {
  func add(to writer: inout ColumnWriter)
  /// - Throws: `ColumnError` when the next columns are not those that `add` added.
  init(from reader: inout ColumnReader) throws(ColumnError)
}

/// The columns are not valid.
struct ColumnError: Error {}

/// Collects columns one after the other, each at a multiple of 16 bytes, without a copy.
struct ColumnWriter {
  /// The bytes of all columns, and those between them.
  private(set) var parts: [Bytes] = []
  /// The position and the size in bytes of each column.
  private(set) var columns: [(start: Int, count: Int)] = []
  /// The number of bytes of all parts.
  private(set) var count = 0

  /// Adds columns in their order.
  mutating func add<each Columns: ColumnCodable>(_ columns: repeat each Columns) {
    repeat (each columns).add(to: &self)
  }

  fileprivate mutating func append<Element>(_ column: Column<Element>) {
    // The memory of a column does not move, and `owner` retains the column.
    let memory = column.withUnsafeBufferPointer { UnsafeRawBufferPointer($0) }
    columns.append((count, memory.count))
    append(Bytes(memory: memory, owner: ColumnOwner(column)))
    append(Buffer(repeatElement(0, count: paddingCount(after: count))).bytes)
  }

  private mutating func append(_ part: Bytes) {
    parts.append(part)
    count += part.count
  }
}

/// Retains a column as long as its bytes are used.
private final class ColumnOwner<Element: BitwiseCopyable & Sendable> {
  private let column: Column<Element>

  init(_ column: Column<Element>) {
    self.column = column
  }
}

/// Reads columns in the order in which a `ColumnWriter` wrote them, without a copy.
struct ColumnReader {
  private let file: Bytes
  /// The position and the size of each unread column, in reverse order.
  private var columns: [(start: Int, count: Int)] = []

  /// Reads the table at `position`, which has two numbers for each of `count` columns.
  init?(_ file: Bytes, tableAt position: Int, count: Int) {
    self.file = file
    guard count < file.count / 16 else { return nil }
    for column in (0..<count).reversed() {
      guard let start = file.number(UInt64.self, at: position + 16 * column),
        let count = file.number(UInt64.self, at: position + 16 * column + 8)
      else { return nil }
      columns.append((start, count))
    }
  }

  /// Whether all columns were read.
  var isAtEnd: Bool { columns.isEmpty }

  /// Returns the next columns.
  mutating func next<Columns: ColumnCodable>() throws(ColumnError) -> Columns {
    try Columns(from: &self)
  }

  /// The bytes of the next column; nil when they are out of bounds.
  fileprivate mutating func nextPart() -> Bytes? {
    guard let (start, count) = columns.popLast(), start.isMultiple(of: 16) else { return nil }
    return file.part(from: start, count: count)
  }
}

extension Column: ColumnCodable {
  func add(to writer: inout ColumnWriter) { writer.append(self) }

  init(from reader: inout ColumnReader) throws(ColumnError) {
    guard let part = reader.nextPart(),
      part.memory.count.isMultiple(of: MemoryLayout<Element>.stride)
    else { throw ColumnError() }
    // `Element` is bitwise copyable, and the position is aligned for every such type.
    self.init(part.memory.assumingMemoryBound(to: Element.self), owner: part.owner)
  }
}

extension TextColumn: ColumnCodable {
  func add(to writer: inout ColumnWriter) { writer.add(starts, bytes) }

  init(from reader: inout ColumnReader) throws(ColumnError) {
    try self.init(starts: reader.next(), bytes: reader.next())
    guard starts.areStarts(of: bytes.count) else { throw ColumnError() }
  }
}

extension Column<Int32> {
  /// Creates the start of each group of these sizes, and the end of the last one.
  init(startsOfGroups sizes: some Sequence<Int>) {
    self.init(sizes.reduce(into: [0]) { $0.append($0[$0.count - 1] + Int32($1)) })
  }

  /// Creates the start of each of `count` groups, and the end of the last one, from the group of
  /// each element.
  init(startsOfGroups groups: some Sequence<Int32>, count: Int) {
    var sizes = [Int](repeating: 0, count: count)
    for group in groups { sizes[Int(group)] += 1 }
    self.init(startsOfGroups: sizes)
  }

  /// Returns whether the values divide `count` elements into ranges: they ascend from 0 to `count`.
  func areStarts(of count: Int) -> Bool {
    withUnsafeBufferPointer { starts in
      guard starts.first == 0, starts.last.map(Int.init) == count else { return false }
      return zip(starts, starts.dropFirst()).allSatisfy { $0 <= $1 }
    }
  }

  /// Returns whether every value lies in `range`.
  func areAll(in range: Range<Int>) -> Bool {
    withUnsafeBufferPointer { values in
      // Without an early exit, the processor compares several values at once.
      let least = values.reduce(Int32.max) { Swift.min($0, $1) }
      let greatest = values.reduce(Int32.min) { Swift.max($0, $1) }
      return values.isEmpty || range.contains(Int(least)) && range.contains(Int(greatest))
    }
  }
}

extension [UInt8] {
  /// Appends zeros up to the next multiple of 16.
  mutating func align() { append(contentsOf: repeatElement(0, count: paddingCount(after: count))) }

  /// Appends a number in little-endian order.
  mutating func append<Number: FixedWidthInteger>(number: Number) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }
}

/// Returns the number of bytes from `count` up to the next multiple of 16.
private func paddingCount(after count: Int) -> Int { (16 - count % 16) % 16 }
