import DataSourceInterface

/// Collects columns one after the other, each at a multiple of 16 bytes, without a copy.
struct ColumnWriter {
  /// The bytes of all columns, and those between them.
  private(set) var parts: [Bytes] = []
  /// The position and the size in bytes of each column.
  private(set) var columns: [(start: Int, count: Int)] = []
  /// The number of bytes of all parts.
  private(set) var count = 0

  mutating func add<Element>(_ column: Column<Element>) {
    // The memory of a column does not move, and `owner` retains the column.
    let memory = column.withUnsafeBufferPointer { UnsafeRawBufferPointer($0) }
    columns.append((count, memory.count))
    add(Bytes(memory: memory, owner: ColumnOwner(column)))
    add(Buffer(repeatElement(0, count: paddingCount(after: count))).bytes)
  }

  mutating func add(_ texts: TextColumn) {
    add(texts.starts)
    add(texts.bytes)
  }

  private mutating func add(_ part: Bytes) {
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

  /// Returns the next column; nil when it is out of bounds or its size does not fit `Element`.
  mutating func column<Element>(of type: Element.Type) -> Column<Element>? {
    guard let (start, count) = columns.popLast(), start.isMultiple(of: 16),
      let part = file.part(from: start, count: count),
      count.isMultiple(of: MemoryLayout<Element>.stride)
    else { return nil }
    // `Element` is bitwise copyable, and the position is aligned for every such type.
    return Column(part.memory.assumingMemoryBound(to: type), owner: part.owner)
  }

  /// Returns the next column of texts; nil when one of them is out of bounds.
  mutating func texts() -> TextColumn? {
    guard let starts = column(of: Int32.self), let bytes = column(of: UInt8.self),
      starts.areStarts(of: bytes.count)
    else { return nil }
    return TextColumn(starts: starts, bytes: bytes)
  }
}

extension Column<Int32> {
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
  mutating func align() {
    append(contentsOf: repeatElement(0, count: paddingCount(after: count)))
  }

  /// Appends a number in little-endian order.
  mutating func append<Number: FixedWidthInteger>(number: Number) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }
}

/// Returns the number of bytes from `count` up to the next multiple of 16.
private func paddingCount(after count: Int) -> Int { (16 - count % 16) % 16 }
