/// The targets of the package and their dependencies, as the entries in Package.swift state them.
package struct PackageGraph {
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

  /// A program for tests, such as a server, follows the rules of the libraries that it consists of.
  private static let testLibraries = [
    "ModuleTesting", "TestSupport", "ImportRules", "TicketOffice", "ticket-office",
  ]

  /// The entries that declare targets, in order.
  let entries: [PackageEntry]
  package let targets: [Target]
  /// The entries by the names of the targets that they declare.
  private let entriesByTarget: [String: PackageEntry]

  /// Reads the text of Package.swift. `ArchitectureTests` compares the targets with those that
  /// SwiftPM reads.
  package init(manifest: String) {
    entries = PackageEntry.all(in: manifest)
    var targets: [Target] = []
    var entriesByTarget: [String: PackageEntry] = [:]
    for entry in entries {
      for target in Self.targets(of: entry, features: entries)
      where entriesByTarget.updateValue(entry, forKey: target.name) == nil {
        targets.append(target)
      }
    }
    self.targets = targets
    self.entriesByTarget = entriesByTarget
  }

  /// The target that a file belongs to.
  func target(of path: String) -> Target? {
    targets.first { path.hasPrefix($0.path + "/") }
  }

  /// The entry that declares a target.
  func entry(of target: Target) -> PackageEntry? { entriesByTarget[target.name] }

  func role(of target: Target) -> Role {
    let name = target.name
    return switch true {
    case target.path.hasPrefix("Modules/System/"): .system
    case target.path.hasPrefix("Modules/Kernel/"): .kernel
    case ["App", "Tests/Examples/EmbeddedHost"].contains(target.path): .host
    case name.hasSuffix("Interface"): .interface
    case Self.testLibraries.contains(name): .testLibrary
    case name.hasSuffix("Fixture"): .fixture
    case name == "benchmarks": .benchmarks
    case name == "AppTests": .hostTests
    case name.hasPrefix("Fuzz"): .fuzz
    case name.hasSuffix("Tests"): .tests(of: String(name.dropLast("Tests".count)))
    case isTarget("\(name)Interface"): .feature(name)
    default: .kit
    }
  }

  func role(ofModule name: String) -> Role? {
    targets.first { $0.name == name }.map { role(of: $0) }
  }

  func isTarget(_ name: String) -> Bool { targets.contains { $0.name == name } }

  /// Whether a module contains the sources of a feature.
  func isImplementation(_ name: String) -> Bool { isTarget(name) && isTarget("\(name)Interface") }

  /// The targets that `MODULE` selects: those of the module's entry and all that they depend on.
  /// Without the name of a module, all targets.
  package func selection(module: String?) -> [Target] {
    guard
      let names = module.map({ [$0, "\($0)Tests"] }),
      let entry = entries.first(where: { entry in
        entry.kind != .testLibrary
          && Self.targets(of: entry, features: entries).contains { names.contains($0.name) }
      })
    else { return targets }
    var pending = Self.targets(of: entry, features: entries)
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
  /// - Parameter entries: All entries; a host consists of the features in them.
  private static func targets(of entry: PackageEntry, features entries: [PackageEntry]) -> [Target]
  {
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
        ["Platform", "Mediator", "ModuleManager", "Documents"] + entry["interfaceKits"]
        + interfaces.map { "\($0)Interface" }
      let sources =
        interface + ["\(name)Interface", "Console"] + entry["kits"]
        + entry["systemLibraries"]
        + (entry["dependencies"] + entry["follows"]).map { "\($0)Interface" }
      let usesData = (interfaces + entry["dependencies"]).contains("DataSource")
      let fixtures = usesData ? ["DataSourceFixture"] : []
      add("\(name)Interface", "\(path)/Interface", interface)
      add(name, "\(path)/Sources", sources)
      add(
        "\(name)Tests", folder.map { "\($0)/Tests" } ?? "Tests/\(name)Tests",
        sources + fixtures + entry["testDependencies"] + [name, "ModuleTesting"])
    case .testLibrary: add(name, folder ?? "Tests/\(name)", entry["dependencies"])
    case .host:
      let names =
        entries
        .filter { $0.kind == .feature && $0["path"].isEmpty }.map(\.name)
      let dependencies =
        ["Platform", "Mediator", "ModuleManager", "Documents", "Console", "Scenes", "HostKit"]
        + names
        + names.map { "\($0)Interface" }
      add(name, "App", dependencies)
      add(
        "AppTests", "Tests/AppTests",
        dependencies + entry["testDependencies"] + [name, "ModuleTesting", "TestSupport"])
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
