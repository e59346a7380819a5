/// The targets of a package and their dependencies, as the entries in its Package.swift state them.
/// An app also has the products of the package that it depends on.
package struct PackageGraph {
  /// A target of the package.
  package struct Target: Hashable {
    package let name: String
    /// The folder of its sources, from the package's folder.
    package let path: String
    /// The names of its direct dependencies.
    package let dependencies: Set<String>

    package init(name: String, path: String, dependencies: Set<String>) {
      self.name = name
      self.path = path
      self.dependencies = dependencies
    }
  }

  /// What kind a target is of, which decides what it may import.
  package enum Role: Equatable {
    case system, kernel, kit, interface, host, testLibrary, fixture, hostTests, benchmarks, fuzz
    case feature(String)
    case tests(of: String)
  }

  /// The libraries that an app gets from the package that it depends on. Those of the kernel and the
  /// system are first, and those for tests last.
  package static let products = [
    "Platform", "Mediator", "ModuleManager", "Documents", "Console", "Scenes", "Store", "Channel",
    "Plugins", "Web", "HostKit", "NetworkInterface", "Network", "ModuleTesting", "ModuleRules",
  ]
  static let kernel = Array(products.prefix(3))
  private static let testLibraries = products.suffix(2)

  /// The content of Package.swift.
  let manifest: PackageManifest
  /// All targets, in the order of their entries.
  package let targets: [Target]
  private let targetsByName: [String: Target]
  /// The entries by the names of the targets that they declare.
  private let entriesByTarget: [String: PackageEntry]

  var entries: [PackageEntry] { manifest.entries }

  /// The features of the package, without templates.
  var features: [PackageEntry] { entries.filter { $0.kind == .feature && $0["path"].isEmpty } }

  /// Reads the text of Package.swift. `ArchitectureTests` compares the targets with those that
  /// SwiftPM reads.
  package init(manifest text: String) {
    manifest = PackageManifest(text)
    var targets: [Target] = []
    var entriesByTarget: [String: PackageEntry] = [:]
    for entry in manifest.entries {
      for target in Self.targets(of: entry, in: manifest)
      where entriesByTarget.updateValue(entry, forKey: target.name) == nil {
        targets.append(target)
      }
    }
    self.targets = targets
    targetsByName = Dictionary(targets.map { ($0.name, $0) }) { first, _ in first }
    self.entriesByTarget = entriesByTarget
  }

  /// The entry that declares a target.
  func entry(of target: Target) -> PackageEntry? { entriesByTarget[target.name] }

  func role(of target: Target) -> Role {
    let name = target.name
    return switch true {
    case target.path.hasPrefix("Modules/System/"): .system
    case target.path.hasPrefix("Modules/Kernel/"): .kernel
    case target.path == "App": .host
    case name.hasSuffix("Interface"): .interface
    case Self.testLibraries.contains(name): .testLibrary
    case name.hasSuffix("Fixture"): .fixture
    case name == "benchmarks": .benchmarks
    case [.testLibrary, .program].contains(entry(of: target)?.kind): .testLibrary
    case name == "AppTests": .hostTests
    case name.hasPrefix("Fuzz"): .fuzz
    case name.hasSuffix("Tests"): .tests(of: String(name.dropLast("Tests".count)))
    case isTarget("\(name)Interface"): .feature(name)
    default: .kit
    }
  }

  func role(ofModule name: String) -> Role? {
    if let target = targetsByName[name] { return role(of: target) }
    guard isProduct(name) else { return nil }
    return switch true {
    case Self.kernel.contains(name): .kernel
    case name.hasSuffix("Interface"): .interface
    case Self.testLibraries.contains(name): .testLibrary
    case isImplementation(name): .feature(name)
    default: .kit
    }
  }

  func isTarget(_ name: String) -> Bool { targetsByName[name] != nil }

  /// Whether a module is a library of the package that an app depends on.
  private func isProduct(_ name: String) -> Bool {
    manifest.isApp && !isTarget(name) && Self.products.contains(name)
  }

  /// Whether a module is a target or a product.
  func isKnown(_ name: String) -> Bool { isTarget(name) || isProduct(name) }

  /// Whether a module contains the sources of a feature.
  func isImplementation(_ name: String) -> Bool { isKnown(name) && isKnown("\(name)Interface") }

  /// The targets that `MODULE` selects: those of the modules' entries, which commas separate, and
  /// all that they depend on. Without the name of a module, all targets.
  package func selection(module: String?) -> [Target] {
    let names = (module ?? "").utf8.split(separator: UInt8(ascii: ",")).compactMap { String($0) }
    var pending = names.flatMap { name in
      entries.lazy.filter { $0.kind != .testLibrary }
        .map { Self.targets(of: $0, in: manifest) }
        .first { $0.contains { [name, "\(name)Tests"].contains($0.name) } } ?? []
    }
    guard !pending.isEmpty else { return targets }
    if pending.contains(where: { $0.name.hasSuffix("Tests") }) {
      pending += targets.filter { $0.name == "BoundaryTests" }
    }
    var selected: [Target] = []
    while let target = pending.popLast() {
      guard !selected.contains(target) else { continue }
      selected.append(target)
      pending += targets.filter { target.dependencies.contains($0.name) }
    }
    return selected
  }
}

extension PackageGraph {
  /// The targets of an entry, as the functions in Package.swift make them.
  private static func targets(
    of entry: PackageEntry, in manifest: PackageManifest
  ) -> [Target] {
    var targets: [Target] = []
    func add(_ name: String, _ path: String, _ dependencies: [String]) {
      targets.append(Target(name: name, path: path, dependencies: Set(dependencies)))
    }
    let name = entry.name
    let folder = entry["path"].first
    switch entry.kind {
    case .systemLibrary, .buildTool: add(name, "Modules/System/\(name)", [])
    case .library:
      let dependencies = entry["dependencies"]
      let layer = entry["in"].joined()
      add(name, "Modules/\(layer)/\(name)", dependencies)
      add(
        "\(name)Tests", "Tests/\(name)Tests",
        dependencies + entry["testDependencies"] + [name, "ModuleTesting"])
    case .feature:
      let interfaces = entry["interfaceDependencies"]
      let path = folder ?? "Modules/\(name)"
      let interface =
        kernel + ["Documents"] + entry["interfaceKits"] + interfaces.map { "\($0)Interface" }
      let sources =
        interface + ["\(name)Interface", "Console"] + entry["kits"]
        + entry["systemLibraries"]
        + (entry["dependencies"] + entry["follows"]).map { "\($0)Interface" }
      let fixtures = (interfaces + entry["dependencies"]).flatMap {
        manifest.tables["fixtures"]?[$0] ?? []
      }
      add("\(name)Interface", "\(path)/Interface", interface)
      add(name, "\(path)/Sources", sources)
      add(
        "\(name)Tests", folder.map { "\($0)/Tests" } ?? "Tests/\(name)Tests",
        sources + fixtures + entry["testDependencies"] + [name, "ModuleTesting"])
    case .testLibrary: add(name, folder ?? "Tests/\(name)", entry["dependencies"])
    case .host:
      let names = manifest.entries
        .filter { $0.kind == .feature && $0["path"].isEmpty }.map(\.name)
      let dependencies =
        kernel + ["Documents", "Console", "HostKit"]
        + (manifest.isApp ? ["Network", "NetworkInterface"] : ["Scenes"]) + names
        + names.map { "\($0)Interface" }
      add(name, "App", dependencies)
      add(
        "AppTests", "Tests/AppTests",
        dependencies + entry["testDependencies"] + [name, "ModuleTesting"]
          + (manifest.isApp ? [] : ["TestSupport"]))
    case .program: add(name, folder ?? "", entry["dependencies"])
    case .tests: add("\(name)Tests", "Tests/\(name)Tests", entry["dependencies"])
    case .fuzzTest:
      add(
        "Fuzz\(name)", "Tests/Fuzz/\(name)",
        ["FuzzSupport", "Mediator"] + entry["dependencies"])
      add("FuzzSupport", "Tests/Fuzz/Support", ["CFuzzer", "Mediator"])
      add("CFuzzer", "Tests/Fuzz/CFuzzer", [])
    }
    return targets
  }
}
