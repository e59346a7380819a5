/// One import declaration of a source file.
struct Import: Equatable {
  /// The module it names, without what it picks from it.
  let module: String
  /// Counted from 1.
  let line: Int
  /// What stands before it, such as `public` and `@testable`.
  let modifiers: [String]

  var isTestable: Bool { modifiers.contains("@testable") }
  var isExported: Bool { modifiers.contains("@_exported") }
}

extension Import {
  private static let kinds = [
    "struct", "class", "enum", "protocol", "typealias", "func", "let", "var", "actor",
  ]

  /// The imports of a Swift source, guarded ones (`#if`) included, those in comments and texts left
  /// out. `import` is a reserved word: wherever it begins a statement, it imports.
  static func all(in source: String) -> [Import] {
    var imports: [Import] = []
    var modifiers: [String] = []
    var words = Words(of: source)
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
