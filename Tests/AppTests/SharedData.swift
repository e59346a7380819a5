import Foundation

/// Real feeds and expected answers, which lie beside the checkout where there are any.
enum SharedData {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "shared/data")

  static var isThere: Bool { FileManager.default.fileExists(atPath: folder.path) }

  static func feed(_ name: String) -> String { folder.appending(path: "feeds/\(name).zip").path }

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
