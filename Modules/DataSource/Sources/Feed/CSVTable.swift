import DataSourceInterface
import Foundation

/// The rows of a file of comma-separated values, as GTFS writes them and as people do.
///
/// Values are trimmed; quoted ones may hold commas, line ends and doubled quotes. Lines end with
/// LF, CR or both; blank ones are skipped. Rows may be shorter or longer than the header.
struct CSVTable {
  /// How many rows are read between two looks at whether anybody still wants them.
  private static let rowsAtOnce = 4096

  private let file: Bytes
  private let findings: FileFindings
  private let limits: Limits
  private let columns: [String: Int]
  private let width: Int
  /// Where its header begins.
  private let start: Int

  /// The table in `file`.
  init(_ file: Bytes, _ findings: FileFindings = FileFindings(name: ""), limits: Limits = Limits())
  {
    self.file = file
    self.findings = findings
    self.limits = limits
    let bytes = file.memory.bindMemory(to: UInt8.self)
    if let position = file.firstBadText {
      let before = UnsafeBufferPointer(rebasing: bytes[..<position])
      findings.add(.unreadableText, atLine: before.lineEnds + 1, "")
    }
    let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    start = hasMark ? 3 : 0
    var scanner = CSVScanner(bytes, at: start)
    let names = scanner.nextRow() ? scanner.fields.map(\.text) : []
    columns = Dictionary(zip(names, names.indices), uniquingKeysWith: { first, _ in first })
    width = names.count
  }

  /// How many bytes the file has.
  var size: Int { file.count }

  /// Where a row has the values of the column `name`; nil when there is no such column.
  func column(_ name: String) -> Int? { columns[name] }

  /// Calls `body` with every row.
  /// - Throws: When there are more rows than a city needs, or the task is cancelled.
  func forEachRow(_ body: (CSVRow) -> Void) throws(Refusal) {
    var scanner = CSVScanner(file.memory.bindMemory(to: UInt8.self), at: start)
    guard scanner.nextRow() else { return }
    var count = 0
    while scanner.nextRow() {
      count += 1
      if count.isMultiple(of: Self.rowsAtOnce) {
        guard !Task.isCancelled else { throw .cancelled }
        guard count <= limits.rows(ofFile: file.count) else { throw .tooManyRows }
      }
      let row = CSVRow(
        fields: scanner.fields, width: width, line: scanner.line, end: scanner.position)
      guard !row.isBlank else { continue }
      if row.isRagged { found(.raggedRow, at: row, .empty) }
      body(row)
    }
    if let line = scanner.openQuote { findings.add(.openQuote, atLine: line, "") }
    withExtendedLifetime((file, scanner)) {}
  }

  /// Notes what is wrong with a row.
  func found(_ problem: FeedProblem, at row: CSVRow, _ value: Field) {
    findings.add(problem, atLine: row.line, value.text)
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
