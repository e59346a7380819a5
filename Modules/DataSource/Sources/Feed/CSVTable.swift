import DataSourceInterface
import Foundation

/// The rows of a file of comma-separated values, which may violate the GTFS rules.
///
/// Values are trimmed. A quoted value may contain commas, line ends and doubled quotes. Lines end
/// with LF, CR or both; blank lines are skipped. Rows may be shorter or longer than the header.
struct CSVTable {
  /// The number of rows between two checks for cancellation.
  private static let rowsPerCheck = 4096

  /// The beginning of the file, with the whole header.
  private let first: LineReader.Part
  /// Reads the parts after `first`.
  private let reader: LineReader
  private let diagnostics: FileDiagnostics
  private let limits: FeedLimits
  private let columns: [String: Int]
  private let width: Int
  /// The position of the header.
  private let start: Int

  /// Reads the header of the file in `reader`.
  /// - Throws: `FeedRejection` when the file is damaged.
  init(
    _ reader: LineReader, _ diagnostics: FileDiagnostics = FileDiagnostics(name: ""),
    limits: FeedLimits = FeedLimits()
  ) throws(FeedRejection) {
    var first = try reader.next()
    let hasByteOrderMark = first.bytes.memory.starts(with: [0xEF, 0xBB, 0xBF])
    let start = hasByteOrderMark ? 3 : 0
    var scanner = CSVScanner(first, at: start)
    var isRead = scanner.nextRow()
    while !isRead, !first.isLast {
      first = try reader.next(after: first.bytes)
      scanner = CSVScanner(first, at: start)
      isRead = scanner.nextRow()
    }
    let names = isRead ? scanner.fields.map(\.text) : []
    columns = Dictionary(zip(names, names.indices), uniquingKeysWith: { first, _ in first })
    width = names.count
    (self.first, self.reader, self.start) = (first, reader, start)
    (self.diagnostics, self.limits) = (diagnostics, limits)
    diagnostics.read(names)
    first.reportInvalidText(to: diagnostics, from: 1)
    withExtendedLifetime(scanner) {}
  }

  /// The size of the file in bytes.
  var size: Int { reader.size }

  /// The names of all columns.
  var columnNames: some Collection<String> { columns.keys }

  /// Returns the position of a column in each row; nil when the header does not contain its name.
  /// The column counts as used.
  func column(_ name: String) -> Int? {
    diagnostics.use(name)
    return columns[name]
  }

  /// Calls `body` with every row. Must be called only once.
  /// - Throws: `FeedRejection` when the file is damaged or has too many rows, or the task is
  ///   cancelled.
  func forEachRow(_ body: (CSVRow) -> Void) throws(FeedRejection) {
    var part = first
    // The position of `part` in the file.
    var partStart = 0
    var scanner = CSVScanner(part, at: start)
    guard scanner.nextRow() else { return }
    var isText = part.firstInvalidByte == nil
    var count = 0
    while true {
      while scanner.nextRow() {
        count += 1
        if count.isMultiple(of: Self.rowsPerCheck) {
          guard !Task.isCancelled else { throw .cancelled }
          guard count <= limits.rows(ofFile: size) else { throw .tooManyRows }
        }
        let row = CSVRow(
          fields: scanner.fields, width: width, line: scanner.line,
          end: partStart + scanner.position)
        guard !row.isBlank else { continue }
        if row.isRagged { report(.raggedRow, at: row, .empty) }
        if let field = scanner.strayQuote { report(.strayQuote, at: row, field) }
        if let field = scanner.multilineField { report(.multilineValue, at: row, field) }
        body(row)
      }
      guard !part.isLast else { break }
      partStart += scanner.position
      do {
        part = try reader.next(after: scanner.rest)
      } catch {
        // The rows of a damaged file were not used.
        diagnostics.removeAll()
        throw error
      }
      if isText { part.reportInvalidText(to: diagnostics, from: scanner.nextLine) }
      isText = isText && part.firstInvalidByte == nil
      scanner.scan(part)
    }
    if let line = scanner.openQuote { diagnostics.add(.openQuote, atLine: line, "") }
    // The fields of the rows point into the memory that the scanner retains.
    withExtendedLifetime(scanner) {}
  }

  /// Reports a problem with a row.
  func report(_ problem: FeedProblem, at row: CSVRow, _ value: CSVField) {
    diagnostics.add(problem, atLine: row.line, value.text)
  }
}

/// One row of a table, valid only during the call of `forEachRow`'s body.
struct CSVRow {
  let fields: UnsafeBufferPointer<CSVField>
  /// The number of columns of the table.
  let width: Int
  /// The line of the file at which the row begins, counted from 1.
  let line: Int
  /// The position of the row's end in the file.
  let end: Int
  /// The position of a value that belongs to no column.
  private(set) var surplusField = Int.max

  /// The value in a column; empty when the row or the file has none.
  subscript(column: Int?) -> CSVField {
    guard let column else { return .empty }
    let position = column < surplusField ? column : column + 1
    return position < fields.count ? fields[position] : .empty
  }

  /// Whether all values are empty, as in the blank lines of spreadsheets.
  var isBlank: Bool { fields[0].isEmpty && fields.allSatisfy(\.isEmpty) }

  /// Whether the row has fewer values than columns, or a value after the last column.
  var isRagged: Bool {
    fields.count != width
      && (fields.count < width || !fields[width...].allSatisfy(\.isEmpty))
  }

  /// Returns the row without the value after `column` if the row has exactly one value too many.
  ///
  /// One real feed has such a value in every row of trips.txt: it repeats the direction.
  func droppingSurplusField(after column: Int?) -> CSVRow {
    guard let column, fields.count == width + 1, column < width else { return self }
    var row = self
    row.surplusField = column + 1
    return row
  }
}

extension LineReader.Part {
  /// Reports the first byte that is not part of a text.
  /// - Parameter line: The line of the file with which the part begins.
  fileprivate func reportInvalidText(to diagnostics: FileDiagnostics, from line: Int) {
    guard let firstInvalidByte else { return }
    let text = bytes.memory.bindMemory(to: UInt8.self)[..<firstInvalidByte]
    let lineEnds = UnsafeBufferPointer(rebasing: text).lineEnds
    diagnostics.add(.unreadableText, atLine: line + lineEnds, "")
  }
}

extension FeedRejection {
  static let cancelled = FeedRejection("the import was cancelled")

  fileprivate static let tooManyRows = FeedRejection(
    "a file has more rows than expected for its size; expected comma-separated GTFS")
}
