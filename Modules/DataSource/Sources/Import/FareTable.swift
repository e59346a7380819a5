import DataSourceInterface

/// The parts of a feed's fares that are not understood. If there are any, no price is known.
final class UnsupportedFareParts {
  /// A few examples say enough.
  private static let limit = 3

  private(set) var texts: [String] = []

  func add(_ text: String) {
    if texts.count < Self.limit, !texts.contains(text) { texts.append(text) }
  }
}

/// A file about fares. A column that GTFS does not define is reported if a row has a value in it,
/// since the value might change the price.
struct FareTable {
  /// The endings of the names of columns that only describe something.
  private static let descriptiveEndings = [
    "name", "desc", "description", "url", "comment", "comments", "note", "notes", "sort_order",
  ]

  private let name: String
  private let table: CSVTable
  private let unsupported: UnsupportedFareParts
  /// The columns that GTFS does not define.
  private let others: [(position: Int, name: String)]

  /// Reads an optional file; returns nil when the feed does not contain it.
  /// - Parameter columns: The columns that GTFS defines, besides those that only describe
  ///   something.
  init?(
    _ feed: Feed, _ name: String, columns: [String], _ unsupported: UnsupportedFareParts
  ) throws(FeedRejection) {
    guard let table = try feed.table(name) else { return nil }
    (self.name, self.table, self.unsupported) = (name, table, unsupported)
    others = table.columnNames.sorted().compactMap { column in
      guard !columns.contains(column), !column.isEmpty, !Self.isDescriptive(column) else {
        return nil
      }
      return table.column(column).map { ($0, column) }
    }
  }

  /// Whether the name of a column says that it only describes something.
  static func isDescriptive(_ column: String) -> Bool {
    descriptiveEndings.contains(where: column.hasSuffix)
  }

  func column(_ name: String) -> Int? { table.column(name) }

  func forEachRow(_ body: (CSVRow) -> Void) throws(FeedRejection) {
    try table.forEachRow { row in
      for (position, column) in others {
        // 0 means that the row does not use the column.
        guard !row[position].isEmpty, row[position].integer != 0 else { continue }
        table.report(.unsupportedRule, at: row, row[position])
        unsupported.add("\(name), column '\(column)'")
      }
      body(row)
    }
  }

  /// Reports a row that is left out without an effect on prices: it cannot apply to a ride.
  func report(_ problem: FeedProblem, at row: CSVRow, _ value: CSVField) {
    table.report(problem, at: row, value)
  }

  /// Reports a row that is left out, because of which no price is known.
  func reject(_ problem: FeedProblem, at row: CSVRow, _ value: CSVField) {
    table.report(problem, at: row, value)
    unsupported.add(place(row, value))
  }

  /// Where a value is, such as `fare_products.txt, line 2: '1e2'`.
  func place(_ row: CSVRow, _ value: CSVField) -> String {
    "\(name), line \(row.line): '\(value.text)'"
  }
}
