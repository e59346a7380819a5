import DataSourceInterface
import Foundation

/// The rows of a file of comma-separated values, which may violate the GTFS rules.
///
/// Values are trimmed. A quoted value may contain commas, line ends and doubled quotes. Lines end
/// with LF, CR or both; blank lines are skipped. Rows may be shorter or longer than the header.
struct CSVTable {
  /// The number of rows between two checks for cancellation.
  private static let rowsPerCheck = 4096

  private let file: Bytes
  private let diagnostics: FileDiagnostics
  private let limits: FeedLimits
  private let columns: [String: Int]
  private let width: Int
  /// The position of the header.
  private let start: Int

  /// Reads the header of `file`.
  init(
    _ file: Bytes, _ diagnostics: FileDiagnostics = FileDiagnostics(name: ""),
    limits: FeedLimits = FeedLimits()
  ) {
    self.file = file
    self.diagnostics = diagnostics
    self.limits = limits
    let bytes = file.memory.bindMemory(to: UInt8.self)
    if let position = file.firstInvalidByte {
      let before = UnsafeBufferPointer(rebasing: bytes[..<position])
      diagnostics.add(.unreadableText, atLine: before.lineEnds + 1, "")
    }
    let hasByteOrderMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    start = hasByteOrderMark ? 3 : 0
    var scanner = CSVScanner(bytes, at: start)
    let names = scanner.nextRow() ? scanner.fields.map(\.text) : []
    columns = Dictionary(zip(names, names.indices), uniquingKeysWith: { first, _ in first })
    width = names.count
  }

  /// The size of the file in bytes.
  var size: Int { file.count }

  /// Returns the position of a column in each row; nil when the header does not contain its name.
  func column(_ name: String) -> Int? { columns[name] }

  /// Calls `body` with every row.
  /// - Throws: `FeedRejection` when the file has too many rows, or the task is cancelled.
  func forEachRow(_ body: (CSVRow) -> Void) throws(FeedRejection) {
    var scanner = CSVScanner(file.memory.bindMemory(to: UInt8.self), at: start)
    guard scanner.nextRow() else { return }
    var count = 0
    while scanner.nextRow() {
      count += 1
      if count.isMultiple(of: Self.rowsPerCheck) {
        guard !Task.isCancelled else { throw .cancelled }
        guard count <= limits.rows(ofFile: file.count) else { throw .tooManyRows }
      }
      let row = CSVRow(
        fields: scanner.fields, width: width, line: scanner.line, end: scanner.position)
      guard !row.isBlank else { continue }
      if row.isRagged { report(.raggedRow, at: row, .empty) }
      body(row)
    }
    if let line = scanner.openQuote { diagnostics.add(.openQuote, atLine: line, "") }
    // The fields of the rows point into the memory of both.
    withExtendedLifetime((file, scanner)) {}
  }

  /// Reports a problem with a row.
  func report(_ problem: FeedProblem, at row: CSVRow, _ value: CSVField) {
    diagnostics.add(problem, atLine: row.line, value.text)
  }
}

/// One row of a table, valid only during the call of `forEachRow`'s body.
struct CSVRow {
  let fields: [CSVField]
  /// The number of columns of the table.
  let width: Int
  /// The line of the file at which the row begins, counted from 1.
  let line: Int
  /// The position of the row's end in the file.
  let end: Int

  /// The value in a column; empty when the row or the file has none.
  subscript(column: Int?) -> CSVField {
    guard let column, column < fields.count else { return .empty }
    return fields[column]
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
    var fields = fields
    fields.remove(at: column + 1)
    return CSVRow(fields: fields, width: width, line: line, end: end)
  }
}

extension Bytes {
  /// The position of the first byte that is not part of a text: it is zero, or not UTF-8.
  fileprivate var firstInvalidByte: Int? {
    let bytes = memory.bindMemory(to: UInt8.self)
    let zero = bytes.baseAddress.flatMap { start in
      memchr(start, 0, bytes.count).map { UnsafeRawPointer($0) - UnsafeRawPointer(start) }
    }
    do {
      _ = try UTF8Span(validating: bytes.span)
      return zero
    } catch {
      return min(zero ?? .max, error.byteOffsets.lowerBound)
    }
  }
}

extension FeedRejection {
  static let cancelled = FeedRejection("the import was cancelled")

  fileprivate static let tooManyRows = FeedRejection(
    "a file has more rows than expected for its size; expected comma-separated GTFS")
}
