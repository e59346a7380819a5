import Foundation
import TestSupport

extension SharedData {
  /// The rows of a table of expected answers, by column name.
  static func table(_ name: String) throws -> [[String: String]] {
    let url = folder.appending(path: "reference/\(name).csv")
    let lines = try String(contentsOf: url, encoding: .utf8).split(whereSeparator: \.isNewline)
    let rows = lines.map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    let names = rows[0].map(String.init)
    return rows.dropFirst().map { row in
      Dictionary(uniqueKeysWithValues: zip(names, row.map(String.init)))
    }
  }
}
