import DataSourceInterface

/// Reads columns in the order in which a `SectionWriter` wrote them, without copying them.
struct SectionReader {
  private let file: Bytes
  /// The place and size of each column, the first one last.
  private var sections: [(start: Int, count: Int)] = []

  /// Reads the table at `position`: two numbers for each of `count` columns.
  init?(_ file: Bytes, tableAt position: Int, count: Int) {
    self.file = file
    guard count < file.count / 16 else { return nil }
    for section in (0..<count).reversed() {
      guard let start = file.number(UInt64.self, at: position + 16 * section),
        let count = file.number(UInt64.self, at: position + 16 * section + 8)
      else { return nil }
      sections.append((start, count))
    }
  }

  /// The next column; nil when it is out of bounds or not one of `Element`.
  mutating func column<Element>(of type: Element.Type) -> Column<Element>? {
    guard let (start, count) = sections.popLast(), start.isMultiple(of: 16),
      let part = file.part(from: start, count: count),
      count.isMultiple(of: MemoryLayout<Element>.stride)
    else { return nil }
    return Column(part.memory.assumingMemoryBound(to: type), owner: part.owner)
  }

  /// The next column of texts; nil when one of them would be out of bounds.
  mutating func texts() -> TextColumn? {
    guard let starts = column(of: Int32.self), let bytes = column(of: UInt8.self),
      starts.areStarts(of: bytes.count)
    else { return nil }
    return TextColumn(starts: starts, bytes: bytes)
  }
}

extension Column<Int32> {
  /// Whether the values cut `count` things into pieces: from 0 up to `count`, never back.
  func areStarts(of count: Int) -> Bool {
    withUnsafeBufferPointer { starts in
      guard starts.first == 0, starts.last.map(Int.init) == count else { return false }
      return zip(starts, starts.dropFirst()).allSatisfy { $0 <= $1 }
    }
  }

  /// Whether every value lies in `range`.
  func areAll(in range: Range<Int>) -> Bool {
    withUnsafeBufferPointer { $0.allSatisfy { range.contains(Int($0)) } }
  }
}
