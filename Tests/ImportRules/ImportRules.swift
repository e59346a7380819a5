package import Foundation

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
  /// Modules that only one target, its tests and the benchmarks may import.
  private static let owners = [
    "CCurl": "Network", "CSpawn": "Plugins", "CSQLite": "Store", "CZlib": "DataSource",
    "FoundationXML": "Map", "SQLite3": "Store",
  ]

  /// The kits whose types may occur in an interface.
  private static let interfaceKits = ["Documents", "Scenes"]

  /// All imports that break a rule, in the sources of the targets that `MODULE` selects.
  package func importViolations(in checkout: URL, module: String?) throws -> [Violation] {
    try SourceFile.all(in: selection(module: module).map(\.path), of: checkout)
      .flatMap { importViolations(in: $0.text, at: $0.path) }
  }

  /// All imports in a source that break a rule.
  package func importViolations(in source: String, at path: String) -> [Violation] {
    Import.all(in: source).compactMap { declaration in
      violation(of: declaration, at: path).map {
        Violation(path: path, line: declaration.line, rule: $0.rule, remedy: $0.remedy)
      }
    }
  }

  private func violation(
    of declaration: Import, at path: String
  ) -> (rule: String, remedy: String)? {
    let module = declaration.module
    guard let target = target(of: path) else {
      return (
        "'\(path)' belongs to no target of Package.swift", "move it to the folder of a target"
      )
    }
    let role = role(of: target)
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
    guard !isTarget(module) || target.dependencies.contains(module) else {
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
    case .hostTests: ["metro", "HostKit"].contains(module)
    // The functions that read untrusted bytes are internal.
    case .fuzz: true
    case .system, .kernel, .kit, .interface, .host, .testLibrary, .fixture, .benchmarks, .feature:
      false
    }
  }

  private func mayImport(
    _ module: String, _ target: Target, _ role: Role, at path: String
  ) -> Bool {
    if let owner = Self.owners[module] {
      return [owner, "\(owner)Tests", "benchmarks"].contains(target.name)
    }
    if Self.toolchain.contains(module) {
      return ![.system, .kernel].contains(role) || module != "Observation"
    }
    // The kernel depends on Platform, so a target that may import the kernel may import it, too.
    let isKernel = ["Platform", "Mediator", "ModuleManager"].contains(module)
    let isInterface = module.hasSuffix("Interface") && isTarget(module)
    let isKit = self.role(ofModule: module) == .kit
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
    case .hostTests: isCommon || isForTests || module == "metro"
    case .benchmarks, .fuzz: isTarget(module) && module != "metro"
    }
  }

  private func importRemedy(for module: String, in target: Target) -> String {
    if let owner = Self.owners[module] {
      return isTarget("\(owner)Interface")
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
    return isTarget(module)
      ? "move the code to a target that may import it"
      : "neither the package nor the toolchain has a module of this name"
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

  /// The entry to write in Package.swift, so that a target may import a module.
  private func line(adding module: String, to target: Target) -> String {
    guard let entry = entry(of: target) else { return "a dependency" }
    let isInterface = module.hasSuffix("Interface")
    let isSystemLibrary = entries.contains { $0.kind == .systemLibrary && $0.name == module }
    let isTests = target.name.hasSuffix("Tests") && entry.name != target.name
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
