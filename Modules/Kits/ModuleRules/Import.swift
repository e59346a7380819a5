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
    guard let end = endOfLastImport(in: source) else { return [] }
    var words = SwiftTokenizer(String(source.utf8[..<end]) ?? source)
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
        let attributes = text.utf8.split(separator: UInt8(ascii: "@"))
        modifiers += attributes.map { "@\(Substring($0))" }
        attributeDepth = word.depth
      default:
        modifiers = []
        attributeDepth = .max
      }
    }
    return imports
  }

  /// The end of the line after the last `import`, where a module's name may be; nil if there is none.
  private static func endOfLastImport(in source: String) -> String.Index? {
    let word = Array("import".utf8)
    let bytes = source.utf8
    var lineEnds = [bytes.endIndex, bytes.endIndex]
    var index = bytes.endIndex
    while index > bytes.startIndex {
      bytes.formIndex(before: &index)
      if bytes[index] == UInt8(ascii: "\n") { lineEnds = [index, lineEnds[0]] }
      if bytes[index] == word[0], bytes[index...].starts(with: word) { return lineEnds[1] }
    }
    return nil
  }
}
