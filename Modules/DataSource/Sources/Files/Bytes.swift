/// A piece of memory that nobody changes, kept in place by its owner.
struct Bytes {
  let memory: UnsafeRawBufferPointer
  let owner: AnyObject

  var count: Int { memory.count }

  /// A part; nil when it is not within bounds.
  func part(from start: Int, count: Int) -> Bytes? {
    guard start >= 0, count >= 0, start <= memory.count, count <= memory.count - start else {
      return nil
    }
    return Bytes(
      memory: UnsafeRawBufferPointer(rebasing: memory[start..<start + count]), owner: owner)
  }

  /// The little-endian number at a position, as an Int; nil when it is out of bounds or too large.
  func number<Number: FixedWidthInteger & UnsignedInteger>(_ type: Number.Type, at position: Int)
    -> Int?
  {
    guard let part = part(from: position, count: MemoryLayout<Number>.size) else { return nil }
    return Int(exactly: Number(littleEndian: part.memory.loadUnaligned(as: type)))
  }

  /// The bytes as text; what is not UTF-8 is replaced.
  var text: String { String(decoding: memory, as: UTF8.self) }
}
