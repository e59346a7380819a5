/// The rows of a file of comma-separated values, as GTFS writes them and as people do.
///
/// Values are trimmed; quoted ones may hold commas, line ends and doubled quotes. Lines end with
/// LF, CR or both; blank ones are skipped. Rows may be shorter or longer than the header.
struct CSVTable {
  private let file: Buffer
  private let columns: [String: Int]
  private let firstRow: Int

  /// The table in `file`, which is its own from now on: doubled quotes are made single in place.
  init(_ file: Buffer) {
    self.file = file
    let bytes = file.content
    let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    var scanner = CSVScanner(bytes, at: hasMark ? 3 : 0)
    let names = scanner.nextRow() ? scanner.fields.map(\.text) : []
    columns = Dictionary(zip(names, names.indices), uniquingKeysWith: { first, _ in first })
    firstRow = scanner.position
  }

  /// How many bytes the file has.
  var size: Int { file.count }

  /// Where a row has the values of the column `name`; nil when there is no such column.
  func column(_ name: String) -> Int? { columns[name] }

  /// Calls `body` with every row.
  func forEachRow(_ body: (CSVRow) -> Void) {
    withExtendedLifetime(file) {
      var scanner = CSVScanner(file.content, at: firstRow)
      while scanner.nextRow() {
        body(CSVRow(fields: scanner.fields, width: columns.count, end: scanner.position))
      }
    }
  }
}

/// One row; valid only while `forEachRow` hands it out.
struct CSVRow {
  fileprivate let fields: [Field]
  /// How many columns the table has.
  fileprivate let width: Int
  /// Where the row ends in its file, in bytes.
  let end: Int

  /// The value in a column; empty where the row or the file has none.
  subscript(column: Int?) -> Field {
    guard let column, column < fields.count else { return .empty }
    return fields[column]
  }

  /// The row without the value behind `column`, where it has exactly one value too many.
  ///
  /// A real feed repeats the direction there, in every row of its trips.
  func withoutSurplus(behind column: Int?) -> CSVRow {
    guard let column, fields.count == width + 1, column < width else { return self }
    var fields = fields
    fields.remove(at: column + 1)
    return CSVRow(fields: fields, width: width, end: end)
  }
}
