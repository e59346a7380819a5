import Mediator

/// The order in which modules may start: whatever a module requires comes before it, ties by name.
struct ModuleGraph: Sendable {
  /// Names in start order.
  let order: [String]
  /// For each module, itself and all that it requires, in start order.
  private let closures: [String: [String]]

  init(_ manifests: [Manifest]) throws {
    let requirements = try Self.requirements(of: manifests)
    try Self.checkOwners(of: manifests)
    var order: [String] = []
    for name in requirements.keys.sorted() {
      try Self.visit(name, requirements, path: [], into: &order)
    }
    var closures: [String: Set<String>] = [:]
    for name in order {
      closures[name] = requirements[name, default: []].reduce(into: [name]) {
        $0.formUnion(closures[$1, default: []])
      }
    }
    self.order = order
    self.closures = closures.mapValues { closure in order.filter(closure.contains) }
  }

  /// A module and all that it requires, in start order.
  func closure(of name: String) -> [String] { closures[name] ?? [] }

  private static func requirements(of manifests: [Manifest]) throws -> [String: [String]] {
    var requirements: [String: [String]] = [:]
    for manifest in manifests {
      guard requirements[manifest.name] == nil else {
        throw ModuleManagerError.duplicateModule(manifest.name)
      }
      requirements[manifest.name] = manifest.requires.map { $0.name }.sorted()
    }
    return requirements
  }

  private static func checkOwners(of manifests: [Manifest]) throws {
    var owners: [String: String] = [:]
    for manifest in manifests {
      for action in manifest.answers {
        if let owner = owners.updateValue(manifest.name, forKey: action.path) {
          throw ModuleManagerError.duplicateAction(action.path, owners: [owner, manifest.name])
        }
      }
    }
  }

  private static func visit(
    _ name: String, _ requirements: [String: [String]], path: [String], into order: inout [String]
  ) throws {
    if order.contains(name) { return }
    if let start = path.firstIndex(of: name) {
      throw ModuleManagerError.cycle(Array(path[start...]) + [name])
    }
    guard let required = requirements[name] else {
      throw ModuleManagerError.missingRequirement(name, requiredBy: path.last ?? name)
    }
    for requirement in required {
      try visit(requirement, requirements, path: path + [name], into: &order)
    }
    order.append(name)
  }
}
