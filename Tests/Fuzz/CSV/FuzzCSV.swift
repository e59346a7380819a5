import DataSourceInterface
import FuzzSupport

@testable import DataSource

/// Reads any bytes as a table, and each value as each type.
@main
enum FuzzCSV {
  static func main() {
    Fuzzer.run { bytes, count in
      FuzzCSV.test(Buffer(UnsafeBufferPointer(start: bytes, count: count)).bytes)
      return 0
    }
  }

  private static func test(_ file: Bytes) {
    let findings = FileDiagnostics(name: "any")
    guard let table = try? CSVTable(LineReader(file), findings) else { return }
    var end = 0
    try? table.forEachRow { row in
      precondition(end < row.end && row.end <= file.count)
      end = row.end
      for field in row.fields {
        _ = (field.integer, field.time, field.date, field.decimal)
        table.report(.unreadableRow, at: row, field)
      }
      _ = row.droppingSurplusField(after: 0)
    }
    let lines = findings.all.flatMap(\.examples).compactMap(\.line)
    precondition(lines.allSatisfy { (1...file.count + 1).contains($0) })
  }
}
