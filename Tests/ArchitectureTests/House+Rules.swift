extension House {
  private static let kernel = ["Mediator", "ModuleManager"]
  private static let toolchain = [
    "Swift", "Foundation", "Synchronization", "Dispatch", "Observation", "Glibc", "Musl", "Darwin",
  ]
  /// What one target alone may import, its tests, and the benchmarks that hold it against that.
  private static let reserved = [
    "CSQLite": "Store", "CZlib": "DataSource", "FoundationNetworking": "Network",
    "FoundationXML": "Map",
  ]

  /// Every import in a source that breaks a rule.
  func violations(in source: String, at path: String) -> [Violation] {
    Import.all(in: source).compactMap { declaration in
      breach(declaration, at: path).map {
        Violation(path: path, line: declaration.line, rule: $0.rule, remedy: $0.remedy)
      }
    }
  }

  private func breach(_ declaration: Import, at path: String) -> (rule: String, remedy: String)? {
    let module = declaration.module
    guard let target = target(of: path) else {
      return ("'\(path)' belongs to no target of Package.swift", "move it into the folder of one")
    }
    let role = role(of: target)
    guard !declaration.isExported else {
      return ("'\(module)' is handed on by '@_exported'", "import it where it is used")
    }
    guard !declaration.isTestable || mayTest(module, role) else {
      return ("'@testable' opens '\(module)' here", "only a target's own tests see its inside")
    }
    guard mayImport(module, role, at: path) else {
      return ("'\(module)' is out of bounds: \(role.rule)", remedy(for: module))
    }
    guard !isTarget(module) || target.dependencies.contains(module) else {
      return (
        "'\(target.name)' imports '\(module)' and does not declare it",
        "name '\(module)' in its line of Package.swift"
      )
    }
    return nil
  }

  private func mayTest(_ module: String, _ role: Role) -> Bool {
    switch role {
    case .tests(let name): name == module
    case .hostTests: module == "metro"
    // What reads bytes from outside is within.
    case .fuzz: true
    case .kernel, .kit, .interface, .host, .testSupport, .benchmarks, .feature: false
    }
  }

  private func mayImport(_ module: String, _ role: Role, at path: String) -> Bool {
    if let owner = Self.reserved[module] {
      return self.target(of: path).map { [owner, "\(owner)Tests", "benchmarks"].contains($0.name) }
        ?? false
    }
    if Self.toolchain.contains(module) {
      return role != .kernel || module != "Observation"
    }
    let isKernel = Self.kernel.contains(module)
    let isInterface = module.hasSuffix("Interface") && isTarget(module)
    let isKit = isTarget(module) && self.role(of: targets.first { $0.name == module }) == .kit
    return switch role {
    case .kernel, .testSupport: isKernel || (role == .testSupport && module == "Testing")
    case .kit: isKernel || (module == "Console" && path.hasPrefix("Modules/ListScene/"))
    case .interface: isKernel || isInterface || module == "ListScene"
    case .feature: isKernel || isKit || isInterface
    case .host:
      isKernel || isKit || isInterface
        || (path == "App/AppModules.swift" && isImplementation(module))
    case .tests(let name):
      isKernel || isKit || isInterface || ["Testing", "TestSupport", name].contains(module)
    case .hostTests:
      isKernel || isKit || isInterface || ["Testing", "TestSupport", "metro"].contains(module)
    case .benchmarks, .fuzz: isTarget(module) && module != "metro"
    }
  }

  private func role(of target: Target?) -> Role? { target.map { role(of: $0) } }

  private func remedy(for module: String) -> String {
    if let owner = Self.reserved[module] { return "'\(owner)' alone has it: ask \(owner)" }
    if isImplementation(module) {
      return "call its actions through the mediator, and import '\(module)Interface'"
    }
    return isTarget(module)
      ? "move what is needed to where it may be imported"
      : "no target of the house and no part of the toolchain is called so"
  }
}
