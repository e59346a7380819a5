/// An import declaration.
struct Import: Equatable {
  /// The imported module, without the name of a declaration in it.
  let module: String
  /// The line number, from 1.
  let line: Int
  /// The modifiers and attributes, such as `public` and `@testable`.
  let modifiers: [String]

  var isTestable: Bool { modifiers.contains("@testable") }
  var isExported: Bool { modifiers.contains("@_exported") }
}

extension Import {
  private static let kinds = [
    "struct", "class", "enum", "protocol", "typealias", "func", "let", "var", "actor",
  ]

  /// All imports of a Swift source, also those inside `#if`. `import` is a reserved word, so it is
  /// an import wherever it begins a statement.
  static func all(in source: String) -> [Import] {
    var imports: [Import] = []
    var modifiers: [String] = []
    var words = SwiftTokenizer(source)
    while let word = words.next() {
      switch word.text {
      case "import" where word.beginsStatement || !modifiers.isEmpty:
        guard var name = words.next() else { return imports }
        if kinds.contains(name.text) { name = words.next() ?? name }
        let module = name.text.prefix { $0 != "." }.filter { $0 != "`" }
        imports.append(Import(module: module, line: word.line, modifiers: modifiers))
        modifiers = []
      case "public", "package", "internal", "fileprivate", "private":
        modifiers.append(word.text)
      case let text where text.hasPrefix("@"):
        modifiers.append(text)
      default:
        modifiers = []
      }
    }
    return imports
  }
}
