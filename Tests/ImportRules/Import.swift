import Foundation

/// An import declaration.
package struct Import: Equatable {
  /// The imported module, without the name of a declaration in it.
  package let module: String
  /// The line number, from 1.
  package let line: Int
  /// The modifiers and attributes, such as `public` and `@testable`.
  package let modifiers: [String]

  package init(module: String, line: Int, modifiers: [String]) {
    self.module = module
    self.line = line
    self.modifiers = modifiers
  }

  var isTestable: Bool { modifiers.contains("@testable") }
  var isExported: Bool { modifiers.contains("@_exported") }
}

extension Import {
  private static let kinds = [
    "struct", "class", "enum", "protocol", "typealias", "func", "let", "var", "actor",
  ]

  /// All imports of a Swift source, also those inside `#if`. `import` is a reserved word, so it is
  /// an import wherever it begins a statement.
  package static func all(in source: String) -> [Import] {
    var imports: [Import] = []
    var modifiers: [String] = []
    var attributeDepth = Int.max
    // Most imports are at the beginning, and reading words takes most of the time.
    guard let last = source.range(of: "import", options: .backwards) else { return [] }
    let rest = source[last.upperBound...].split(
      separator: "\n", maxSplits: 2, omittingEmptySubsequences: false)
    let end = rest.count > 2 ? rest[2].startIndex : source.endIndex
    var words = SwiftTokenizer(String(source[..<end]))
    while let word = words.next() {
      let isArgument = word.depth > attributeDepth
      switch word.text {
      case "import" where word.beginsStatement || !(modifiers.isEmpty || isArgument):
        guard var name = words.next() else { return imports }
        if kinds.contains(name.text) { name = words.next() ?? name }
        let module = name.text.prefix { $0 != "." }.filter { $0 != "`" }
        imports.append(Import(module: module, line: word.line, modifiers: modifiers))
        modifiers = []
        attributeDepth = .max
      case _ where isArgument: break
      case "public", "package", "internal", "fileprivate", "private":
        modifiers.append(word.text)
      case let text where text.hasPrefix("@"):
        modifiers += text.split(separator: "@").map { "@\($0)" }
        attributeDepth = word.depth
      default:
        modifiers = []
        attributeDepth = .max
      }
    }
    return imports
  }
}
