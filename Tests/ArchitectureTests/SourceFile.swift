import Foundation
import TestSupport

/// A Swift file of the checkout.
struct SourceFile {
  /// The path from the package's folder.
  let path: String
  let text: String

  /// All Swift files in some folders of the checkout that these tests were built from.
  static func all(in folders: [String]) throws -> [SourceFile] {
    try folders.flatMap { name in
      let folder = SharedData.checkout.appending(path: name)
      let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
      return try (files ?? []).filter { $0.hasSuffix(".swift") }.sorted().map {
        let text = try String(contentsOf: folder.appending(path: $0), encoding: .utf8)
        return SourceFile(path: "\(name)/\($0)", text: text)
      }
    }
  }
}

/// A line that breaks a rule.
struct Violation: CustomStringConvertible, Equatable {
  let path: String
  let line: Int
  let rule: String
  let remedy: String

  var description: String { "\(path):\(line): \(rule); \(remedy)" }
}

extension [Violation] {
  /// The violations as text, one a line.
  var list: String { map(\.description).joined(separator: "\n") }
}
