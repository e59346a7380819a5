/// The sizes of a member that need more than 32 bits (zip64), in the order they are written.
struct LargeNumbers {
  private var numbers: [Int] = []

  /// Looks for them among the extra fields of a member.
  init(in extra: Bytes) throws(Refusal) {
    var position = 0
    while position + 4 <= extra.count {
      guard let kind = extra.number(UInt16.self, at: position),
        let size = extra.number(UInt16.self, at: position + 2),
        let field = extra.part(from: position + 4, count: size)
      else { throw .damagedDirectory }
      if kind == 1 {
        numbers = stride(from: 0, to: size - 7, by: 8).reversed().compactMap {
          field.number(UInt64.self, at: $0)
        }
      }
      position += 4 + size
    }
  }

  /// `number`, or the next large number where it says that there is one.
  mutating func full(_ number: Int) throws(Refusal) -> Int {
    guard number == 0xFFFF_FFFF else { return number }
    guard let large = numbers.popLast() else { throw .damagedDirectory }
    return large
  }
}
