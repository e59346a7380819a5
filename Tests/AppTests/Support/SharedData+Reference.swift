import Foundation
import TestSupport

extension SharedData {
  /// The expected answers for a feed: every fifth, or all in a thorough run.
  static func rows(of name: String, for feed: String) throws -> [[String: String]] {
    let rows = try table(name).filter { $0["feed"] == feed }
    return stride(from: 0, to: rows.count, by: TestOptions.isThorough ? 1 : 5).map { rows[$0] }
  }

  /// The rows of a table of expected answers, by column name.
  static func table(_ name: String) throws -> [[String: String]] {
    let url = folder.appending(path: "reference/\(name).csv")
    let lines = try String(contentsOf: url, encoding: .utf8).split(whereSeparator: \.isNewline)
    let rows = lines.map(fields)
    let names = rows[0]
    return rows.dropFirst().map { row in
      Dictionary(uniqueKeysWithValues: zip(names, row))
    }
  }

  /// The fields of a line; a comma between quotation marks belongs to its field.
  private static func fields(of line: Substring) -> [String] {
    var fields = [""]
    var isQuoted = false
    for character in line {
      switch character {
      case "\"": isQuoted.toggle()
      case "," where !isQuoted: fields.append("")
      default: fields[fields.count - 1].append(character)
      }
    }
    return fields
  }
}
