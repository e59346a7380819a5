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
        let data = try Data(contentsOf: folder.appending(path: $0))
        return SourceFile(path: "\(name)/\($0)", text: String(decoding: data, as: UTF8.self))
      }
    }
  }

  /// Whether the text contains another one, which is much faster to find than words.
  func contains(_ text: StaticString) -> Bool {
    self.text.withCString { strstr($0, text.utf8Start) != nil }
  }
}

/// A line that breaks a rule.
public struct Violation: CustomStringConvertible, Equatable, Sendable {
  /// The path of the file or folder, from the package's folder.
  public let path: String
  /// The line number, from 1; nil for a whole file or folder.
  public let line: Int?
  /// What is wrong.
  public let rule: String
  /// What to write instead.
  public let remedy: String

  /// Creates a violation.
  package init(path: String, line: Int?, rule: String, remedy: String) {
    self.path = path
    self.line = line
    self.rule = rule
    self.remedy = remedy
  }

  public var description: String {
    "\(path)\(line.map { ":\($0)" } ?? ""): \(rule); \(remedy)"
  }
}

extension [Violation] {
  /// The violations as text, one a line.
  public var list: String { map(\.description).joined(separator: "\n") }
}
