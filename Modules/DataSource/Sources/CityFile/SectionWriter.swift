import DataSourceInterface

/// Writes columns one after the other, each at a multiple of 16 bytes.
struct SectionWriter {
  private(set) var bytes: [UInt8] = []
  /// Where each column begins, and how many bytes it has.
  private(set) var sections: [(start: Int, count: Int)] = []

  mutating func add<Element>(_ column: Column<Element>) {
    column.withUnsafeBufferPointer { elements in
      let memory = UnsafeRawBufferPointer(elements)
      sections.append((bytes.count, memory.count))
      bytes += memory
    }
    bytes.align()
  }

  mutating func add(_ texts: TextColumn) {
    add(texts.starts)
    add(texts.bytes)
  }
}

extension [UInt8] {
  /// Adds zeros until the next multiple of 16.
  mutating func align() {
    append(contentsOf: repeatElement(0, count: (16 - count % 16) % 16))
  }

  /// Adds a number, its lowest byte first.
  mutating func append<Number: FixedWidthInteger>(number: Number) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }
}
