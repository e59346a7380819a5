/// What a Package.swift declares: its modules, one entry for each, and its own rules.
struct PackageManifest {
  /// The entries, in order.
  private(set) var entries: [PackageEntry] = []
  /// The tables, such as `let importers = ["SQLite3": ["Store"]]`, by name.
  private(set) var tables: [String: [String: [String]]] = [:]
  /// Whether it depends on another package, as an app does on the package of the kits.
  private(set) var isApp = false
  /// All tokens outside of the entries, without commas.
  private(set) var remainder: [String] = []

  init(_ text: String) {
    var tokens = SwiftTokenizer(text, kinds: [.word, .string, .punctuation])
    var declared = ""
    var isDeclaration = false
    while let token = tokens.next() {
      if token.kind == .word, token.isCalled,
        let kind = PackageEntry.Kind(rawValue: String(token.text.drop { $0 == "." })),
        token.text.first == "."
      {
        let begin = tokens
        if let entry = PackageEntry(kind, at: token, &tokens) {
          entries.append(entry)
          continue
        }
        tokens = begin
      }
      if token.text == ".package", token.isCalled { isApp = true }
      if token.text != "," { remainder.append(token.text) }
      if isDeclaration { declared = token.text }
      isDeclaration = token.text == "let"
      guard token.text == "=" else { continue }
      let begin = tokens
      if let table = Self.table(&tokens) { tables[declared] = table }
      tokens = begin
    }
  }

  /// Reads `["a": ["b", "c"]]`; nil if this is something else.
  private static func table(_ tokens: inout SwiftTokenizer) -> [String: [String]]? {
    guard tokens.next()?.text == "[" else { return nil }
    var table: [String: [String]] = [:]
    while let key = tokens.next(), key.text != "]" {
      if key.text == "," { continue }
      guard key.kind == .string, tokens.next()?.text == ":", tokens.next()?.text == "[" else {
        return nil
      }
      var values: [String] = []
      while let value = tokens.next(), value.text != "]" {
        if value.kind == .string { values.append(value.text) }
      }
      table[key.text] = values
    }
    return table
  }
}

/// An entry of Package.swift that declares targets, such as `.feature("News", kits: ["Scenes"])`.
struct PackageEntry {
  enum Kind: String, CaseIterable {
    case systemLibrary, buildTool, library, feature, testLibrary, host, program, tests, fuzzTest
  }

  let kind: Kind
  let name: String
  /// The line of Package.swift in which it begins.
  let line: Int
  private var arguments: [(label: String, values: [String])] = []

  /// Reads the arguments after a word; nil unless the first is a name in quotes, which those in
  /// functions are not.
  init?(_ kind: Kind, at word: SwiftTokenizer.Word, _ tokens: inout SwiftTokenizer) {
    guard tokens.next()?.text == "(", let name = tokens.next(), name.kind == .string else {
      return nil
    }
    self.kind = kind
    self.name = name.text
    line = word.line
    while let token = tokens.next(),
      token.kind != .punctuation || token.text != ")" || token.depth > name.depth
    {
      if token.isLabel { arguments.append((token.text, [])) }
      if token.kind == .string, !arguments.isEmpty {
        arguments[arguments.count - 1].values.append(token.text)
      }
    }
  }

  /// The values of an argument, none without it.
  subscript(label: String) -> [String] {
    arguments.first { $0.label == label }?.values ?? []
  }

  /// The features that a feature names, in the order of the entry.
  var namedFeatures: [String] {
    kind == .feature ? self["interfaceDependencies"] + self["dependencies"] + self["follows"] : []
  }

  /// The order of the arguments in Package.swift.
  private static let labels = [
    "path", "in", "tags", "interfaceDependencies", "interfaceKits", "dependencies", "follows",
    "kits", "systemLibraries", "resources", "testDependencies",
  ]

  /// The entry in one line.
  var text: String {
    let texts = arguments.map { label, values in
      let list = values.map { "\"\($0)\"" }.joined(separator: ", ")
      return "\(label): " + (["path", "in"].contains(label) ? list : "[\(list)]")
    }
    return ".\(kind.rawValue)(" + (["\"\(name)\""] + texts).joined(separator: ", ") + ")"
  }

  /// The text of the entry with one more value of an argument, or without it elsewhere.
  func text(adding value: String, to label: String) -> String {
    var copy = self
    let values = Set(copy[label] + [value]).sorted()
    copy.arguments.removeAll { $0.label == label }
    copy.arguments.append((label, values))
    copy.arguments.sort {
      (Self.labels.firstIndex(of: $0.label) ?? 0) < (Self.labels.firstIndex(of: $1.label) ?? 0)
    }
    return copy.text
  }

  /// The text of the entry with a value moved from one argument to another.
  func text(moving value: String, from old: String, to label: String) -> String {
    var copy = self
    for index in copy.arguments.indices where copy.arguments[index].label == old {
      copy.arguments[index].values.removeAll { $0 == value }
    }
    copy.arguments.removeAll { $0.label == old && $0.values.isEmpty }
    return copy.text(adding: value, to: label)
  }
}
