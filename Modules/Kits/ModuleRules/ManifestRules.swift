extension PackageRules {
  /// What a module's sources do, and its manifest lacks, and what its manifest names, and its entry in
  /// Package.swift lacks.
  /// - Parameters:
  ///   - sources: The sources of the feature's own target.
  ///   - reported: The violations in these sources that are known already.
  func manifestViolations(
    of entry: PackageEntry, in sources: [SourceFile], reported: [Violation]
  ) -> [Violation] {
    let manifest = sources.lazy.compactMap { ModuleManifest(of: entry.name, in: $0) }.first
    guard let manifest else { return [] }
    var violations = dependencyViolations(of: manifest, entry, reported)
    var found: [ModuleUse] = []
    for source in sources {
      for (use, line) in ModuleUse.all(in: source) where !found.contains(use) {
        guard let missing = missing(for: use, in: manifest, entry, sources) else { continue }
        // One sentence for each module, action or event.
        guard !violations.contains(where: { $0.remedy == missing.remedy }) else { continue }
        found.append(use)
        violations.append(
          Violation(path: source.path, line: line, rule: missing.rule, remedy: missing.remedy))
      }
    }
    return violations
  }

  /// The features that a manifest names, and the entry does not as features whose actions are called.
  private func dependencyViolations(
    of manifest: ModuleManifest, _ entry: PackageEntry, _ reported: [Violation]
  ) -> [Violation] {
    let declared = entry["dependencies"] + entry["interfaceDependencies"]
    return Set(manifest.callees).subtracting(declared).sorted().compactMap { name in
      let text =
        entry["follows"].contains(name)
        ? entry.text(moving: name, from: "follows", to: "dependencies")
        : entry.text(adding: name, to: "dependencies")
      let remedy = "write in Package.swift: \(text)"
      guard !reported.contains(where: { $0.remedy == remedy }) else { return nil }
      return Violation(
        path: manifest.path, line: manifest.line,
        rule: "the manifest of '\(entry.name)' names '\(name)', which its dependencies lack",
        remedy: remedy)
    }
  }

  /// What a manifest lacks for a use; nil if it lacks nothing.
  private func missing(
    for use: ModuleUse, in manifest: ModuleManifest, _ entry: PackageEntry, _ sources: [SourceFile]
  ) -> (rule: String, remedy: String)? {
    let label: String
    let element: String
    let rule: String
    switch use {
    case .call(let owner, let action):
      guard owner != entry.name, graph.isKnown("\(owner)Interface"),
        manifest.isReadable("requires"), !manifest.callees.contains(owner)
      else { return nil }
      (label, element) = ("uses", "\(owner).self")
      rule =
        "'\(action)' is called here, but the manifest of '\(entry.name)' does not name '\(owner)'"
    case .answer(let action):
      guard !(manifest.arguments["answers"] ?? []).contains(action) else { return nil }
      (label, element) = ("answers", action)
      rule = "'\(action)' is answered here, but the manifest of '\(entry.name)' does not name it"
    case .publication(let event):
      guard !manifest.types(in: "publishes").contains(event), isEvent(event, of: entry, sources)
      else { return nil }
      (label, element) = ("publishes", "\(event).self")
      rule = "'\(event)' is published here, but the manifest of '\(entry.name)' does not name it"
    }
    guard manifest.isReadable(label) else { return nil }
    return (
      rule,
      "write in \(manifest.path):\(manifest.line): \(manifest.argument(label, adding: element))"
    )
  }

  /// Whether a type is an event of the feature, or of one that it names.
  private func isEvent(
    _ name: String, of entry: PackageEntry, _ sources: [SourceFile]
  ) -> Bool {
    if sources.contains(where: { $0.events.contains(name) }) { return true }
    let interfaces = ([entry.name] + entry.namedFeatures).map { "\($0)Interface" }
    let folders = graph.targets.filter { interfaces.contains($0.name) }.map(\.path)
    let others = (try? SourceFile.all(in: folders, of: folder)) ?? []
    return others.contains { $0.events.contains(name) }
  }
}
