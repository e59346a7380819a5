/// An entry of Package.swift that declares targets, such as `.feature("News", kits: ["Scenes"])`.
struct PackageEntry: Equatable {
  enum Kind: String, CaseIterable {
    case systemLibrary, buildTool, library, feature, testLibrary, host, program, tests, fuzzTest
  }

  let kind: Kind
  let name: String
  private var arguments: [(label: String, values: [String])]

  /// The values of an argument, none without it.
  subscript(label: String) -> [String] {
    arguments.first { $0.label == label }?.values ?? []
  }

  static func == (first: PackageEntry, second: PackageEntry) -> Bool {
    first.kind == second.kind && first.name == second.name
  }
}

extension PackageEntry {
  /// The order of the arguments in Package.swift.
  private static let labels = [
    "path", "in", "interfaceDependencies", "interfaceKits", "dependencies", "follows", "kits",
    "systemLibraries", "resources", "testDependencies",
  ]

  /// The text of the entry with one more value of an argument.
  func text(adding value: String, to label: String) -> String {
    var copy = self
    let values = (copy[label] + [value]).sorted()
    copy.arguments.removeAll { $0.label == label }
    copy.arguments.append((label, values))
    copy.arguments.sort {
      (Self.labels.firstIndex(of: $0.label) ?? 0) < (Self.labels.firstIndex(of: $1.label) ?? 0)
    }
    let texts = copy.arguments.map { label, values in
      let list = values.map { "\"\($0)\"" }.joined(separator: ", ")
      return "\(label): " + (["path", "in"].contains(label) ? list : "[\(list)]")
    }
    return ".\(kind.rawValue)(" + (["\"\(name)\""] + texts).joined(separator: ", ") + ")"
  }

  /// All entries whose first argument is a name in quotes, which those in functions are not.
  static func all(in manifest: String) -> [PackageEntry] {
    let kinds = Kind.allCases.map(\.rawValue).joined(separator: "|")
    guard let start = try? Regex("\\.(\(kinds))\\(\\s*(//[^\\n]*\\s*)*\"([\\w-]+)\"") else {
      return []
    }
    return manifest.matches(of: start).compactMap { match in
      guard let kind = match[1].substring.flatMap({ Kind(rawValue: String($0)) }),
        let name = match[3].substring
      else { return nil }
      let rest = manifest[match.range.upperBound...]
      return PackageEntry(kind: kind, name: String(name), arguments: arguments(in: rest))
    }
  }

  /// Reads arguments until the parenthesis that ends them.
  private static func arguments(in text: Substring) -> [(label: String, values: [String])] {
    var arguments: [(label: String, values: [String])] = []
    var depth = 1
    var rest = text
    while let character = rest.first {
      if rest.hasPrefix("//") {
        rest = rest.drop { !$0.isNewline }
        continue
      }
      if character == "\"" {
        let value = rest.dropFirst().prefix { $0 != "\"" }
        if !arguments.isEmpty { arguments[arguments.count - 1].values.append(String(value)) }
        rest = rest.dropFirst(value.count + 2)
        continue
      }
      if character.isLetter {
        let word = rest.prefix { $0.isLetter }
        rest = rest.dropFirst(word.count)
        if rest.first == ":" { arguments.append((String(word), [])) }
        continue
      }
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      if depth == 0 { break }
      rest = rest.dropFirst()
    }
    return arguments
  }
}
