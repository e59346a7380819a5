extension PackageGraph.Role {
  /// The rule in one sentence.
  var importRule: String {
    switch self {
    case .system: "a library of the layer System imports Foundation, Synchronization and Dispatch"
    case .kernel:
      "the kernel imports Platform, the kernel, Foundation, Synchronization and Dispatch"
    case .kit:
      "a kit imports the kernel and the kits that its line in Package.swift names"
    case .interface: "an interface imports the kernel, other interfaces and its interfaceKits"
    case .feature: "a feature imports the kernel, the kits and interfaces"
    case .host: "only App/AppModules.swift imports implementations"
    case .testLibrary:
      "libraries for tests import the kernel, Testing, and the kits and libraries for tests that their "
        + "lines in Package.swift name"
    case .fixture:
      "a fixture imports ModuleTesting, TestSupport, the kernel, interfaces and the kits that its "
        + "line in Package.swift names, and perhaps the module after which it is named"
    case .tests(let name):
      "these tests import \(name), fixtures, the kernel, the kits and interfaces"
    case .hostTests: "tests of the host call features through the mediator"
    case .benchmarks: "benchmarks register modules and call them through the mediator"
    case .fuzz: "a fuzz test imports FuzzSupport, the kernel and the module that it tests"
    }
  }
}

extension PackageGraph {
  private static let toolchain = [
    "Swift", "Foundation", "Synchronization", "Dispatch", "Observation", "Glibc", "Musl", "Darwin",
    "PackagePlugin",
  ]

  /// The only modules that may import a module, by the table `importers` in Package.swift.
  private func importers(of module: String) -> [String]? { manifest.tables["importers"]?[module] }

  /// The kits whose types may occur in an interface.
  private static let interfaceKits = ["Documents", "Scenes"]

  /// All imports in a source that break a rule.
  package func importViolations(in source: String, at path: String) -> [Violation] {
    guard let target = targets.first(where: { path.utf8.starts(with: "\($0.path)/".utf8) }) else {
      return Import.all(in: source).map {
        Violation(
          path: path, line: $0.line, rule: "'\(path)' belongs to no target of Package.swift",
          remedy: "move it to the folder of a target")
      }
    }
    return importViolations(in: SourceFile(path: path, text: source), of: target)
  }

  /// All imports in a source of a target that break a rule.
  func importViolations(in source: SourceFile, of target: Target) -> [Violation] {
    let role = role(of: target)
    return Import.all(in: source.text).compactMap { declaration in
      violation(of: declaration, target, role, at: source.path).map {
        Violation(path: source.path, line: declaration.line, rule: $0.rule, remedy: $0.remedy)
      }
    }
  }

  private func violation(
    of declaration: Import, _ target: Target, _ role: Role, at path: String
  ) -> (rule: String, remedy: String)? {
    let module = declaration.module
    guard !declaration.isExported else {
      return ("'\(module)' is re-exported with '@_exported'", "import it where it is used")
    }
    guard !declaration.isTestable || mayTest(module, role) else {
      return ("'@testable import \(module)' is not allowed here", "use it in a target's own tests")
    }
    guard mayImport(module, target, role, at: path) else {
      return (
        "'\(module)' must not be imported here: \(role.importRule)",
        importRemedy(for: module, in: target)
      )
    }
    guard !isKnown(module) || target.dependencies.contains(module) else {
      return (
        "'\(target.name)' imports '\(module)' without a dependency",
        "write in Package.swift: " + line(adding: module, to: target)
      )
    }
    return nil
  }

  private func mayTest(_ module: String, _ role: Role) -> Bool {
    switch role {
    case .tests(let name): name == module
    case .hostTests: isHost(module) || (module == "HostKit" && isTarget(module))
    // The functions that read untrusted bytes are internal.
    case .fuzz: true
    case .system, .kernel, .kit, .interface, .host, .testLibrary, .fixture, .benchmarks, .feature:
      false
    }
  }

  private func isHost(_ module: String) -> Bool {
    entries.contains { $0.kind == .host && $0.name == module }
  }

  private func mayImport(
    _ module: String, _ target: Target, _ role: Role, at path: String
  ) -> Bool {
    if let importers = importers(of: module) {
      return role == .benchmarks
        || importers.contains { [$0, "\($0)Tests"].contains(target.name) }
    }
    if Self.toolchain.contains(module) {
      return ![.system, .kernel].contains(role) || module != "Observation"
    }
    // The kernel depends on Platform, so a target that may import the kernel may import it, too.
    let isKernel = Self.kernel.contains(module)
    let isInterface = module.hasSuffix("Interface") && isKnown(module)
    // The makers of an app may declare libraries of other packages in the same place as kits.
    let isKit =
      self.role(ofModule: module) == .kit
      || (manifest.isApp && !isKnown(module) && target.dependencies.contains(module))
    let isCommon = isKernel || isKit || isInterface
    let isForTests = module == "Testing" || self.role(ofModule: module) == .testLibrary
    return switch role {
    case .system: false
    case .kernel: isKernel
    case .testLibrary:
      isKernel || module == "Testing"
        || ((isKit || isForTests) && target.dependencies.contains(module))
    case .fixture:
      isKernel || isInterface || isForTests
        || ((isKit || target.name == "\(module)Fixture") && target.dependencies.contains(module))
    case .kit: isKernel || (isKit && target.dependencies.contains(module))
    case .interface:
      isKernel || isInterface
        || (Self.interfaceKits.contains(module) && target.dependencies.contains(module))
    case .feature: isCommon
    case .host: isCommon || (path == "App/AppModules.swift" && isImplementation(module))
    case .tests(let name):
      isCommon || isForTests || module == name || self.role(ofModule: module) == .fixture
        // Tests of several modules together have the name of none.
        || (!isTarget(name) && target.dependencies.contains(module))
    case .hostTests: isCommon || isForTests || isHost(module)
    case .benchmarks, .fuzz: isTarget(module) && !isHost(module)
    }
  }

  private func importRemedy(for module: String, in target: Target) -> String {
    if let owner = importers(of: module)?.first {
      return isKnown("\(owner)Interface")
        ? "only '\(owner)' may import it: "
          + call(of: owner, in: target)
        : "only '\(owner)' may import it: write 'import \(owner)'" + and(owner, target)
    }
    if isImplementation(module) { return call(of: module, in: target) }
    // It crashes when a server ends a response too early, and importing it slows down every start.
    if module == "FoundationNetworking" { return "call the actions of Network" }
    if role(of: target) == .interface, role(ofModule: module) == .kit {
      return Self.interfaceKits.contains(module)
        ? "write in Package.swift: " + line(adding: module, to: target)
        : "move the code to Sources"
    }
    if isKnown(module) { return "move the code to a target that may import it" }
    let absence = "neither the package nor the toolchain has a module of this name"
    return manifest.isApp
      ? "\(absence); name it in the table 'importers' of Package.swift if the system has it"
      : absence
  }

  /// How to call the actions of a feature.
  private func call(of feature: String, in target: Target) -> String {
    "call its actions through the mediator, write 'import \(feature)Interface'"
      + and("\(feature)Interface", target)
  }

  private func and(_ module: String, _ target: Target) -> String {
    let isFeature =
      switch role(of: target) {
      case .feature, .interface: true
      case .system, .kernel, .kit, .host, .testLibrary, .fixture, .hostTests, .benchmarks, .fuzz,
        .tests:
        false
      }
    guard isFeature, !target.dependencies.contains(module) else { return "" }
    return " and, in Package.swift, " + line(adding: module, to: target)
  }

  /// The entry to write in Package.swift so that a target may import a module.
  private func line(adding module: String, to target: Target) -> String {
    guard let entry = entry(of: target) else { return "a dependency" }
    if entry.kind == .host, manifest.isApp || target.name == entry.name {
      return "\"\(module)\" among the dependencies in the function 'host'"
    }
    let isInterface = module.hasSuffix("Interface")
    let isSystemLibrary = entries.contains { $0.kind == .systemLibrary && $0.name == module }
    // In an app, the tests of a feature have the dependencies of its sources.
    let isTests =
      target.name.hasSuffix("Tests") && entry.name != target.name && !manifest.isApp
    let label =
      switch entry.kind {
      case .feature where isTests: "testDependencies"
      case .feature where role(of: target) == .interface:
        isInterface ? "interfaceDependencies" : "interfaceKits"
      case .feature: isInterface ? "dependencies" : isSystemLibrary ? "systemLibraries" : "kits"
      case .library where isTests, .host where isTests: "testDependencies"
      case .library, .testLibrary, .host, .program, .tests, .fuzzTest, .systemLibrary,
        .buildTool:
        "dependencies"
      }
    let isNamedByFeature = ["dependencies", "interfaceDependencies"].contains(label)
    let value =
      entry.kind == .feature && isNamedByFeature && isInterface
      ? String(module.dropLast("Interface".count)) : module
    return entry.text(adding: value, to: label)
  }
}
