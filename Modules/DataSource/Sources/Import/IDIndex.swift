/// Which row of the timetable each id of a file stands for.
struct IDIndex {
  private let ids: IDTable
  private let rows: [Int32]

  /// - Parameter order: The numbers of the ids that are kept, by row of the timetable.
  init(_ ids: IDTable, order: [Int]) {
    var rows = [Int32](repeating: -1, count: ids.count)
    for (row, number) in order.enumerated() { rows[number] = Int32(row) }
    self.init(ids, rows: rows)
  }

  /// - Parameter rows: The row of each id, by number; −1 where it is left out.
  init(_ ids: IDTable, rows: [Int32]) {
    self.ids = ids
    self.rows = rows
  }

  /// The row that an id stands for; nil when it is unknown or left out.
  subscript(id: Field) -> Int? {
    guard let number = ids.number(of: id), rows[number] >= 0 else { return nil }
    return Int(rows[number])
  }
}
