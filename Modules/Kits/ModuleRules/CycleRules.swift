extension PackageRules {
  /// Modules that require each other or, if there are none, features that depend on each other.
  func cycleViolations() -> [Violation] {
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
