/// Copies the rows of one table that can still be read from a damaged database into a new one.
struct TableRecovery {
  private enum Lookup {
    case row(Int)
    case end
    case damaged
  }

  private let table: String
  private let old: SQLiteConnection
  private let new: SQLiteConnection

  init(_ table: String, from old: SQLiteConnection, into new: SQLiteConnection) {
    self.table = table.quoted
    self.old = old
    self.new = new
  }

  /// Copies all readable rows and returns their number.
  ///
  /// Reads the rows in the order of their row numbers. When a damaged page stops this, the search
  /// for the next readable row skips row numbers, in steps that are doubled and then halved: the
  /// upper pages of the tree still lead to the rows behind the damaged page.
  func copyRows() -> Int {
    let oldColumns = Set(columns(of: old))
    let columns = columns(of: new).filter(oldColumns.contains)
    guard !columns.isEmpty else { return 0 }
    var count = 0
    var next = Int.min
    while true {
      let (copied, last, isComplete) = copyRows(columns, from: next)
      count += copied
      guard !isComplete, let row = readableRow(after: last ?? (next == .min ? 0 : next)) else {
        break
      }
      next = row
    }
    return count
  }

  /// Copies the rows from a row number on, up to the end or to the first that cannot be read.
  private func copyRows(
    _ columns: [String], from first: Int
  ) -> (copied: Int, last: Int?, isComplete: Bool) {
    let names = columns.map(\.quoted).joined(separator: ", ")
    let placeholders = columns.map { _ in "?" }.joined(separator: ", ")
    var (copied, last) = (0, Int?.none)
    do {
      let rows = try Statement(
        SQL(
          "SELECT rowid, \(names) FROM \(table) WHERE rowid >= ? ORDER BY rowid",
          [.integer(first)]), on: old)
      while try rows.step() {
        last = rows.value(at: 0).rowNumber
        let values = columns.indices.map { rows.value(at: $0 + 1) }
        let insert = SQL(
          "INSERT OR IGNORE INTO \(table) (\(names)) VALUES (\(placeholders))", values)
        // The old database would have refused a row that violates a constraint: its bytes are
        // wrong.
        guard (try? Statement(insert, on: new).step()) != nil else { continue }
        copied += 1
      }
      return (copied, last, true)
    } catch {
      return (copied, last, false)
    }
  }

  /// The number of the first readable row behind the damage that follows `last`; nil for none.
  private func readableRow(after last: Int) -> Int? {
    var (damaged, step) = (last, 1)
    while true {
      let (number, isOver) = last.addingReportingOverflow(step)
      guard !isOver, step < 1 << 40 else { return nil }
      switch lookup(number) {
      case .end: return nil
      case .row(let found): return firstRow(after: damaged, orAt: number, found)
      case .damaged: (damaged, step) = (number, step * 2)
      }
    }
  }

  /// Searches between a number where the lookup fails and one where it finds the row `found`.
  private func firstRow(after damaged: Int, orAt readable: Int, _ found: Int) -> Int {
    var (damaged, readable, row) = (damaged, readable, found)
    while readable - damaged > 1 {
      let middle = damaged + (readable - damaged) / 2
      if case .row(let found) = lookup(middle) {
        (readable, row) = (middle, found)
      } else {
        damaged = middle
      }
    }
    return row
  }

  /// Finds the first row with this number or a higher one.
  private func lookup(_ number: Int) -> Lookup {
    do {
      let sql = SQL(
        "SELECT rowid FROM \(table) WHERE rowid >= ? ORDER BY rowid LIMIT 1", [.integer(number)])
      let statement = try Statement(sql, on: old)
      return try statement.step() ? .row(statement.value(at: 0).rowNumber) : .end
    } catch {
      return .damaged
    }
  }

  private func columns(of connection: SQLiteConnection) -> [String] {
    let sql = SQL("SELECT * FROM \(table) LIMIT 0", [])
    return (try? Statement(sql, on: connection).columns) ?? []
  }
}

extension String {
  /// The name as an SQL identifier.
  fileprivate var quoted: String { "\"\(replacing("\"", with: "\"\""))\"" }
}

extension StoreValue {
  fileprivate var rowNumber: Int {
    if case .integer(let number) = self { number } else { 0 }
  }
}
