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

  private func cycleViolations() -> [Violation] {
    let features = graph.features
    let requirements = features.compactMap { feature -> (String, [String])? in
      let path = "Modules/\(feature.name)/Sources/Module/\(feature.name)Module.swift"
      let source = text(of: path).map { SourceFile(path: path, text: $0) }
      return source.flatMap { ModuleManifest(of: feature.name, in: $0) }
        .map { (feature.name, $0.types(in: "requires")) }
    }
    if let cycle = Self.cycle(in: requirements) {
      let (path, line) = place(ofModule: cycle[0])
      return [
        Violation(
          path: path, line: line,
          rule: "modules require each other, so none of them starts: "
            + cycle.joined(separator: " → "),
          remedy: "remove one of these requirements, or make it a follower of an event")
      ]
    }
    let dependencies = features.map { ($0.name, $0["interfaceDependencies"] + $0["dependencies"]) }
    guard let cycle = Self.cycle(in: dependencies) else { return [] }
    return [
      Violation(
        path: "Package.swift", line: features.first { $0.name == cycle[0] }?.line,
        rule: "features depend on each other: \(cycle.joined(separator: " → "))",
        remedy: "remove one of these dependencies or, if none of its actions is called, write it "
          + "into 'follows:'")
    ]
  }

  private func place(ofModule name: String) -> (path: String, line: Int?) {
    let path = "Modules/\(name)/Sources/Module/\(name)Module.swift"
    let manifest = text(of: path).flatMap {
      ModuleManifest(of: name, in: SourceFile(path: path, text: $0))
    }
    return (path, manifest?.line)
  }

  /// The names in a cycle, which begins and ends with the same name; nil without one.
  private static func cycle(in graph: [(name: String, needs: [String])]) -> [String]? {
    let needs = Dictionary(graph.map { ($0.name, $0.needs) }) { first, _ in first }
    var visited: Set<String> = []
    func cycle(from name: String, _ path: [String]) -> [String]? {
      if let start = path.firstIndex(of: name) { return path[start...] + [name] }
      guard visited.insert(name).inserted else { return nil }
      for next in needs[name] ?? [] {
        if let found = cycle(from: next, path + [name]) { return found }
      }
      return nil
    }
    for name in graph.map(\.name) {
      if let found = cycle(from: name, []) { return found }
    }
    return nil
  }
}
