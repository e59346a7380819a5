extension PackageRules {
  /// What is wrong with an entry of a feature: names of no feature, and features that its tags exclude.
  func entryViolations(of entry: PackageEntry) -> [Violation] {
    let names = entry.namedFeatures
    let unknown = names.filter { !graph.isKnown("\($0)Interface") }
    return unknown.map { name in
      let nearest = name.nearest(in: featureNames.filter { $0 != entry.name })
      return Violation(
        path: "Package.swift", line: entry.line,
        rule: "the line of '\(entry.name)' names '\(name)', which is no feature",
        remedy: nearest.map { "did you mean '\($0)'?" } ?? "remove it and its imports")
    } + names.filter { !unknown.contains($0) }.flatMap { tagViolations(of: entry, naming: $0) }
  }

  /// What the table `tagRules` of Package.swift says against a dependency on another feature of the
  /// package. A tag without a line in the table allows everything.
  private func tagViolations(of entry: PackageEntry, naming name: String) -> [Violation] {
    guard let rules = graph.manifest.tables["tagRules"],
      let tags = graph.features.first(where: { $0.name == name })?["tags"]
    else { return [] }
    return entry["tags"].compactMap { tag in
      guard let allowed = rules[tag], Set(allowed).isDisjoint(with: tags) else { return nil }
      let own = tags.isEmpty ? "no tag" : "the tag \(Self.list(tags))"
      return Violation(
        path: "Package.swift", line: entry.line,
        rule: "a feature with the tag '\(tag)' uses only those with \(Self.list(allowed)), but "
          + "'\(entry.name)' names '\(name)', which has \(own)",
        remedy: "remove '\(name)', or change the tags of one of them or the table 'tagRules'")
    }
  }

  private static func list(_ names: [String]) -> String {
    names.map { "'\($0)'" }.joined(separator: ", ")
  }

  /// What is wrong with the package as a whole: lists that are not sorted, and features or modules that
  /// depend on each other.
  func packageViolations() -> [Violation] {
    sortViolations() + cycleViolations()
  }

  private func sortViolations() -> [Violation] {
    let entries = graph.features.map { ($0.name, $0.line) }
    let modules = registeredModules()
    return [
      Self.firstUnsorted(entries, "Package.swift", "features"),
      Self.firstUnsorted(modules, "App/AppModules.swift", "modules"),
    ].compactMap(\.self)
  }

  /// The names and lines of the modules in App/AppModules.swift.
  private func registeredModules() -> [(String, Int)] {
    var words = SwiftTokenizer(text(of: "App/AppModules.swift") ?? "")
    var modules: [(String, Int)] = []
    while let word = words.next() {
      guard word.beginsStatement, word.text.hasSuffix("Module.self") else { continue }
      modules.append((String(word.text.dropLast("Module.self".count)), word.line))
    }
    return modules
  }

  private static func firstUnsorted(
    _ names: [(name: String, line: Int)], _ path: String, _ list: String
  ) -> Violation? {
    zip(names, names.dropFirst()).first { $1.name < $0.name }.map { before, after in
      Violation(
        path: path, line: after.line, rule: "'\(after.name)' must not follow '\(before.name)'",
        remedy: "sort the list of \(list) by name")
    }
  }
}
