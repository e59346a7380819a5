/// Carries over the rows of one table that can still be read, from a damaged database to a new one.
struct TableRescue {
  private enum Probe {
    case row(Int)
    case end
    case damage
  }

  private let table: String
  private let old: SQLiteConnection
  private let new: SQLiteConnection

  init(_ table: String, from old: SQLiteConnection, into new: SQLiteConnection) {
    self.table = table.quoted
    self.old = old
    self.new = new
  }

  /// Returns how many rows were carried over.
  ///
  /// Rows are read in order. Where that ends at a damaged page, the next row is searched for by its
  /// number, in steps that double and then halve: the pages above lead past the damaged one.
  func rescueRows() -> Int {
    let known = Set(columns(of: old))
    let columns = columns(of: new).filter(known.contains)
    guard !columns.isEmpty else { return 0 }
    var count = 0
    var next = Int.min
    while true {
      let (rescued, last, isComplete) = copy(columns, from: next)
      count += rescued
      guard !isComplete, let row = row(after: last ?? (next == .min ? 0 : next)) else { break }
      next = row
    }
    return count
  }

  /// Copies rows from a number on until the end or until one cannot be read.
  private func copy(
    _ columns: [String], from first: Int
  ) -> (rescued: Int, last: Int?, isComplete: Bool) {
    let names = columns.map(\.quoted).joined(separator: ", ")
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    var (rescued, last) = (0, Int?.none)
    do {
      let rows = try Statement(
        SQL(
          "SELECT rowid, \(names) FROM \(table) WHERE rowid >= ? ORDER BY rowid",
          [.integer(first)]), on: old)
      while try rows.step() {
        last = StoreValue(in: rows.pointer, at: 0).number
        let values = columns.indices.map { StoreValue(in: rows.pointer, at: Int32($0 + 1)) }
        let insert = SQL("INSERT OR IGNORE INTO \(table) (\(names)) VALUES (\(marks))", values)
        // A row that breaks a rule was not written so.
        guard (try? Statement(insert, on: new).step()) != nil else { continue }
        rescued += 1
      }
      return (rescued, last, true)
    } catch {
      return (rescued, last, false)
    }
  }

  /// The number of the next row that can be read beyond damage.
  private func row(after last: Int) -> Int? {
    var (damaged, step) = (last, 1)
    while true {
      let (number, isOver) = last.addingReportingOverflow(step)
      guard !isOver, step < 1 << 40 else { return nil }
      switch probe(number) {
      case .end: return nil
      case .row(let found): return firstRow(after: damaged, upTo: found, probed: number)
      case .damage: (damaged, step) = (number, step * 2)
      }
    }
  }

  private func firstRow(after damage: Int, upTo found: Int, probed: Int) -> Int {
    var (damaged, sound, row) = (damage, probed, found)
    while sound - damaged > 1 {
      let middle = damaged + (sound - damaged) / 2
      if case .row(let found) = probe(middle) {
        (sound, row) = (middle, found)
      } else {
        damaged = middle
      }
    }
    return row
  }

  private func probe(_ number: Int) -> Probe {
    do {
      let sql = SQL(
        "SELECT rowid FROM \(table) WHERE rowid >= ? ORDER BY rowid LIMIT 1", [.integer(number)])
      let statement = try Statement(sql, on: old)
      return try statement.step() ? .row(StoreValue(in: statement.pointer, at: 0).number) : .end
    } catch {
      return .damage
    }
  }

  private func columns(of connection: SQLiteConnection) -> [String] {
    let sql = SQL("SELECT * FROM \(table) LIMIT 0", [])
    return (try? Statement(sql, on: connection).columns) ?? []
  }
}

extension String {
  /// The name as SQL writes it.
  fileprivate var quoted: String { "\"\(replacing("\"", with: "\"\""))\"" }
}

extension StoreValue {
  fileprivate var number: Int {
    if case .integer(let number) = self { number } else { 0 }
  }
}
