import Foundation

/// The ids of a file, numbered from 0 in the order of their first appearance and found by their
/// bytes.
///
/// An open-addressing hash table. A dictionary, which needs a string for each of half a million
/// look-ups, takes ten times as long.
struct IDTable {
  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  private var slots: [Int32] = Array(repeating: -1, count: 64)
  /// The largest allowed number of ids.
  let limit: Int
  /// Whether an empty text is a valid id.
  private let allowsEmpty: Bool

  /// Creates a table of at most `limit` ids.
  init(limit: Int, allowsEmpty: Bool = false) {
    self.limit = limit
    self.allowsEmpty = allowsEmpty
  }

  /// The number of ids.
  var count: Int { ends.count }

  /// The numbers of all ids.
  var indices: Range<Int> { ends.indices }

  /// Returns the number of an id; nil when the table does not contain it.
  func number(of id: CSVField) -> Int? {
    let number = slots[slot(of: id)]
    return number < 0 ? nil : Int(number)
  }

  /// Whether the id with a number is `id`; false when no id has the number.
  fileprivate func isID(_ id: CSVField, at number: Int) -> Bool {
    indices.contains(number) && withID(number) { $0.equals(id) }
  }

  /// Whether more ids than allowed were to be added. The table does not store them.
  private(set) var exceedsLimit = false

  /// Adds an id if it is new, and returns its number; nil when the id is invalid, or when more ids
  /// than allowed were to be added.
  mutating func add(_ id: CSVField) -> (number: Int, isNew: Bool)? {
    guard allowsEmpty || !id.isEmpty, !exceedsLimit else { return nil }
    guard count < limit || number(of: id) != nil else {
      exceedsLimit = true
      return nil
    }
    return insert(id)
  }

  /// Adds an id if it is new, and returns its number; nil as for `add(_:)`.
  /// - Parameter number: The number of the id that is likely, which is compared first; becomes that
  ///   of the id.
  mutating func add(_ id: CSVField, likely number: inout Int) -> Int? {
    guard !id.isEmpty else { return nil }
    if !isID(id, at: number) {
      guard let added = add(id) else { return nil }
      number = added.number
    }
    return number
  }

  fileprivate mutating func insert(_ id: CSVField) -> (number: Int, isNew: Bool) {
    let slot = slot(of: id)
    guard slots[slot] < 0 else { return (Int(slots[slot]), false) }
    slots[slot] = Int32(count)
    bytes += id.bytes
    ends.append(bytes.count)
    if count * 2 > slots.count { grow() }
    return (count - 1, true)
  }

  /// Calls `body` with an id, which is valid during the call.
  func withID<Result>(_ number: Int, _ body: (CSVField) -> Result) -> Result {
    bytes.withUnsafeBufferPointer { bytes in
      let start = number == 0 ? 0 : ends[number - 1]
      return body(CSVField(UnsafeBufferPointer(rebasing: bytes[start..<ends[number]])))
    }
  }

  /// The text of the id that has a number.
  subscript(number: Int) -> String { withID(number, \.text) }

  /// Returns the numbers of all ids in the order of their bytes.
  func sorted() -> [Int] {
    indices.sorted { first, second in
      withID(first) { first in
        withID(second) { second in first.precedes(second) }
      }
    }
  }

  /// The rank of each id in the order of their bytes, by number.
  var ranks: [Int32] {
    var ranks = [Int32](repeating: 0, count: count)
    for (rank, number) in sorted().enumerated() { ranks[number] = Int32(rank) }
    return ranks
  }

  /// Returns the slot that contains an id, or the empty slot in which to store it.
  private func slot(of id: CSVField) -> Int {
    // `Hasher` has a new seed in each process, so no feed can provoke collisions.
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

/// Lists of numbers, each stored once and numbered from 0 in the order of their first appearance.
struct ListTable {
  private var lists = IDTable(limit: .max, allowsEmpty: true)

  /// The number of lists.
  var count: Int { lists.count }

  /// Returns the number of a list, and adds the list if it is new.
  mutating func number(of list: [Int32]) -> Int32 {
    list.withUnsafeBytes { list in
      Int32(lists.insert(CSVField(list.bindMemory(to: UInt8.self))).number)
    }
  }

  /// Returns the number of elements of the list that has a number.
  func size(of number: Int32) -> Int { lists.withID(Int(number)) { $0.bytes.count / 4 } }

  /// The list that has a number.
  subscript(number: Int32) -> [Int32] {
    lists.withID(Int(number)) { list in
      let bytes = UnsafeRawBufferPointer(list.bytes)
      return stride(from: 0, to: bytes.count, by: 4).map {
        bytes.loadUnaligned(fromByteOffset: $0, as: Int32.self)
      }
    }
  }
}

/// The row of the timetable for each id of a file.
struct IDIndex {
  private let ids: IDTable
  private let rows: [Int32]

  /// The number of ids, including those that are left out.
  var count: Int { ids.count }

  /// Creates an index from the numbers of the ids that have a row, in the order of their rows.
  init(_ ids: IDTable, order: [Int]) {
    var rows = [Int32](repeating: -1, count: ids.count)
    for (row, number) in order.enumerated() { rows[number] = Int32(row) }
    self.init(ids, rows: rows)
  }

  /// Creates an index from the row of each id by number; −1 for an id that is left out.
  init(_ ids: IDTable, rows: [Int32]) {
    self.ids = ids
    self.rows = rows
  }

  /// The row of an id; nil when the id is unknown or left out.
  subscript(id: CSVField) -> Int? {
    var number = -1
    return row(of: id, likely: &number)
  }

  /// Returns the row of an id; nil when the id is unknown or left out.
  /// - Parameter number: The number of the id that is likely, which is compared first; becomes that
  ///   of a known id.
  func row(of id: CSVField, likely number: inout Int) -> Int? {
    if !ids.isID(id, at: number) {
      guard let found = ids.number(of: id) else { return nil }
      number = found
    }
    return rows[number] < 0 ? nil : Int(rows[number])
  }
}
