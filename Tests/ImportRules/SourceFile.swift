package import Foundation

/// A Swift file of a checkout.
package struct SourceFile {
  /// The path from the package's folder.
  package let path: String
  package let text: String

  package init(path: String, text: String) {
    self.path = path
    self.text = text
  }

  /// All Swift files in some folders of a checkout.
  package static func all(in folders: [String], of checkout: URL) throws -> [SourceFile] {
    try folders.flatMap { name in
      let folder = checkout.appending(path: name)
      let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
      return try (files ?? []).filter { $0.hasSuffix(".swift") }.sorted().map {
        let text = try String(contentsOf: folder.appending(path: $0), encoding: .utf8)
        return SourceFile(path: "\(name)/\($0)", text: text)
      }
    }
  }
}

/// A line that breaks a rule.
package struct Violation: CustomStringConvertible, Equatable {
  package let path: String
  package let line: Int
  package let rule: String
  package let remedy: String

  package init(path: String, line: Int, rule: String, remedy: String) {
    self.path = path
    self.line = line
    self.rule = rule
    self.remedy = remedy
  }

  package var description: String { "\(path):\(line): \(rule); \(remedy)" }
}

extension [Violation] {
  /// The violations as text, one a line.
  package var list: String { map(\.description).joined(separator: "\n") }
}
