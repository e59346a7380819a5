import DataSourceInterface
import Foundation

/// The rows of a file of comma-separated values, as GTFS writes them and as people do.
///
/// Values are trimmed; quoted ones may hold commas, line ends and doubled quotes. Lines end with
/// LF, CR or both; blank ones are skipped. Rows may be shorter or longer than the header.
struct CSVTable {
  /// How many rows are read between two looks at whether anybody still wants them.
  private static let rowsAtOnce = 4096

  private let file: Buffer
  private let findings: FileFindings
  private let limits: Limits
  private let columns: [String: Int]
  private let width: Int
  private let firstRow: Int

  /// The table in `file`, which is its own from now on: doubled quotes are made single in place.
  init(_ file: Buffer, _ findings: FileFindings = FileFindings(name: ""), limits: Limits = Limits())
  {
    self.file = file
    self.findings = findings
    self.limits = limits
    if let position = file.bytes.firstBadText {
      findings.add(.unreadableText, at: position, of: file, "")
    }
    let bytes = file.content
    let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    var scanner = CSVScanner(bytes, at: hasMark ? 3 : 0)
    let names = scanner.nextRow() ? scanner.fields.map(\.text) : []
    columns = Dictionary(zip(names, names.indices), uniquingKeysWith: { first, _ in first })
    width = names.count
    firstRow = scanner.position
  }

  /// How many bytes the file has.
  var size: Int { file.count }

  /// Where a row has the values of the column `name`; nil when there is no such column.
  func column(_ name: String) -> Int? { columns[name] }

  /// Calls `body` with every row.
  /// - Throws: When there are more rows than a city needs, or the task is cancelled.
  func forEachRow(_ body: (CSVRow) -> Void) throws(Refusal) {
    var scanner = CSVScanner(file.content, at: firstRow)
    var count = 0
    while scanner.nextRow() {
      count += 1
      if count.isMultiple(of: Self.rowsAtOnce) {
        guard !Task.isCancelled else { throw .cancelled }
        guard count <= limits.rows(ofFile: file.count) else { throw .tooManyRows }
      }
      let row = CSVRow(
        fields: scanner.fields, width: width, start: scanner.start, end: scanner.position)
      guard !row.isBlank else { continue }
      if row.isRagged { found(.raggedRow, at: row, .empty) }
      body(row)
    }
    if let quote = scanner.openQuote { findings.add(.openQuote, at: quote, of: file, "") }
    withExtendedLifetime(file) {}
  }

  /// Notes what is wrong with a row.
  func found(_ problem: FeedProblem, at row: CSVRow, _ value: Field) {
    found(problem, atByte: row.start, value.text)
  }

  /// Notes what is wrong with the row that begins at `position`.
  func found(_ problem: FeedProblem, atByte position: Int, _ value: @autoclosure () -> String) {
    findings.add(problem, at: position, of: file, value())
  }
}

extension Bytes {
  /// Where the first byte is that belongs to no text: it is not UTF-8, or zero.
  fileprivate var firstBadText: Int? {
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

extension Refusal {
  static let cancelled = Refusal("reading it was cancelled")

  fileprivate static let tooManyRows = Refusal(
    "a file has more rows than a feed of its size; expected comma-separated GTFS")
}
