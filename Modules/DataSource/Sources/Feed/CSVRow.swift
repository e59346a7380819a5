/// One row of a table; valid only while `forEachRow` hands it out.
struct CSVRow {
  let fields: [Field]
  /// How many columns the table has.
  let width: Int
  /// The line of its file that it begins in, counted from 1.
  let line: Int
  /// Where it ends in its file, in bytes.
  let end: Int

  /// The value in a column; empty where the row or the file has none.
  subscript(column: Int?) -> Field {
    guard let column, column < fields.count else { return .empty }
    return fields[column]
  }

  /// Whether there is no value in it, as spreadsheets write blank lines.
  var isBlank: Bool { fields[0].isEmpty && fields.allSatisfy(\.isEmpty) }

  /// Whether values are missing, or stand behind the last column.
  var isRagged: Bool {
    fields.count != width
      && (fields.count < width || !fields[width...].allSatisfy(\.isEmpty))
  }

  /// The row without the value behind `column`, where it has exactly one value too many.
  ///
  /// A real feed repeats the direction there, in every row of its trips.
  func withoutSurplus(behind column: Int?) -> CSVRow {
    guard let column, fields.count == width + 1, column < width else { return self }
    var fields = fields
    fields.remove(at: column + 1)
    return CSVRow(fields: fields, width: width, line: line, end: end)
  }
}
