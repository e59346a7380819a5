import Foundation

/// The ids of a file, numbered from 0 in the order of their first appearance and found by their
/// bytes.
///
/// An open hash table: a dictionary with a text for each of half a million look-ups takes ten times
/// as long.
struct IDTable {
  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  private var slots: [Int32] = Array(repeating: -1, count: 64)
  /// How many there may be.
  let limit: Int
  /// Whether an empty text is an id like any other.
  private let takesEmpty: Bool

  /// A table of at most `limit` ids.
  init(limit: Int, takesEmpty: Bool = false) {
    self.limit = limit
    self.takesEmpty = takesEmpty
  }

  /// How many there are.
  var count: Int { ends.count }

  /// The numbers of all ids.
  var indices: Range<Int> { ends.indices }

  /// The number of an id; nil when it is not there.
  func number(of id: Field) -> Int? {
    let number = slots[slot(of: id)]
    return number < 0 ? nil : Int(number)
  }

  /// Whether there was one id too many, which is the last.
  var isOverfull: Bool { count > limit }

  /// The number of an id, which is added when it is new; nil when it is none or one too many.
  mutating func add(_ id: Field) -> (number: Int, isNew: Bool)? {
    guard takesEmpty || !id.isEmpty, !isOverfull else { return nil }
    let slot = slot(of: id)
    guard slots[slot] < 0 else { return (Int(slots[slot]), false) }
    slots[slot] = Int32(count)
    bytes += id.bytes
    ends.append(bytes.count)
    if count * 2 > slots.count { grow() }
    return (count - 1, true)
  }

  /// Calls `body` with an id.
  func withID<Result>(_ number: Int, _ body: (Field) -> Result) -> Result {
    bytes.withUnsafeBufferPointer { bytes in
      let start = number == 0 ? 0 : ends[number - 1]
      return body(Field(UnsafeBufferPointer(rebasing: bytes[start..<ends[number]])))
    }
  }

  /// The id as text.
  subscript(number: Int) -> String { withID(number, \.text) }

  /// The numbers of all ids in the order of their bytes.
  func sorted() -> [Int] {
    indices.sorted { first, second in
      withID(first) { first in
        withID(second) { second in first.precedes(second) }
      }
    }
  }

  /// Where an id is, or would be.
  private func slot(of id: Field) -> Int {
    // Seeded anew in each process, so that no feed can be made to collide.
    var hasher = Hasher()
    hasher.combine(bytes: UnsafeRawBufferPointer(id.bytes))
    var slot = hasher.finalize() & (slots.count - 1)
    while slots[slot] >= 0, !withID(Int(slots[slot]), { $0.equals(id) }) {
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }

  private mutating func grow() {
    slots = Array(repeating: -1, count: slots.count * 2)
    for number in indices { slots[withID(number) { slot(of: $0) }] = Int32(number) }
  }
}
