extension PackageGraph.Role {
  /// The rule in one sentence.
  var importRule: String {
    switch self {
    case .kernel: "the kernel imports the kernel, Foundation, Synchronization and Dispatch"
    case .kit: "a kit imports the kernel and the kits that its line in Package.swift names"
    case .interface: "an interface imports the kernel, other interfaces and its interfaceKits"
    case .feature: "a feature imports the kernel, the kits and interfaces"
    case .host: "only App/AppModules.swift imports implementations"
    case .testLibrary: "ModuleTesting and TestSupport import the kernel and Testing"
    case .fixture:
      "a fixture imports ModuleTesting, TestSupport, the kernel, interfaces and the kits that its "
        + "line in Package.swift names"
    case .tests(let name):
      "these tests import \(name), fixtures, the kernel, the kits and interfaces"
    case .hostTests: "tests of the host call features through the mediator"
    case .benchmarks: "benchmarks register modules and call them through the mediator"
    case .fuzz: "a fuzz test imports FuzzSupport, the kernel and the module that it tests"
    }
  }
}

extension PackageGraph {
  private static let kernel = ["Mediator", "ModuleManager"]
  private static let toolchain = [
    "Swift", "Foundation", "Synchronization", "Dispatch", "Observation", "Glibc", "Musl", "Darwin",
  ]
  /// Modules that only one target, its tests and the benchmarks may import.
  private static let owners = [
    "CCurl": "Network", "CSQLite": "Store", "CZlib": "DataSource", "FoundationXML": "Map",
  ]

  /// All imports in a source that break a rule.
  func importViolations(in source: String, at path: String) -> [Violation] {
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
        "'\(module)' must not be imported here: \(role.importRule)", importRemedy(for: module)
      )
    }
    guard !isTarget(module) || target.dependencies.contains(module) else {
      return (
        "'\(target.name)' imports '\(module)' without a dependency",
        "add '\(module)' to its line in Package.swift"
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
    case .kernel, .kit, .interface, .host, .testLibrary, .fixture, .benchmarks, .feature: false
    }
  }

  private func mayImport(
    _ module: String, _ target: Target, _ role: Role, at path: String
  ) -> Bool {
    if let owner = Self.owners[module] {
      return [owner, "\(owner)Tests", "benchmarks"].contains(target.name)
    }
    if Self.toolchain.contains(module) {
      return role != .kernel || module != "Observation"
    }
    let isKernel = Self.kernel.contains(module)
    let isInterface = module.hasSuffix("Interface") && isTarget(module)
    let isKit = self.role(ofModule: module) == .kit
    let isCommon = isKernel || isKit || isInterface
    let isForTests = module == "Testing" || self.role(ofModule: module) == .testLibrary
    return switch role {
    case .kernel: isKernel
    case .testLibrary: isKernel || module == "Testing"
    case .fixture:
      isKernel || isInterface || isForTests || (isKit && target.dependencies.contains(module))
    case .kit: isKernel || (isKit && target.dependencies.contains(module))
    case .interface:
      isKernel || isInterface
        || (["Console", "Scenes"].contains(module) && target.dependencies.contains(module))
    case .feature: isCommon
    case .host: isCommon || (path == "App/AppModules.swift" && isImplementation(module))
    case .tests(let name):
      isCommon || isForTests || module == name || self.role(ofModule: module) == .fixture
    case .hostTests: isCommon || isForTests || module == "metro"
    case .benchmarks, .fuzz: isTarget(module) && module != "metro"
    }
  }

  private func importRemedy(for module: String) -> String {
    if let owner = Self.owners[module] { return "only '\(owner)' may import it: call \(owner)" }
    if isImplementation(module) {
      return "call its actions through the mediator, and import '\(module)Interface'"
    }
    // It crashes when a server ends a response too early, and importing it slows down every start.
    if module == "FoundationNetworking" { return "call the actions of Network" }
    return isTarget(module)
      ? "move the code to a target that may import it"
      : "neither the package nor the toolchain has a module of this name"
  }
}
