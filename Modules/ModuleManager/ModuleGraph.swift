import Mediator

/// The order in which modules may start: whatever a module requires comes before it, ties by name.
struct ModuleGraph: Sendable {
  /// The manifests in start order; a module's number is its place here.
  let manifests: [Manifest]
  /// For each module, the numbers of those that it requires, in ascending order.
  let requirements: [[Int]]
  /// For each name, the module's number.
  private let numbers: [String: Int]

  init(_ manifests: [Manifest]) throws(ModuleManagerError) {
    var search = Search(try Self.named(manifests))
    for manifest in manifests.sorted(by: { $0.name < $1.name }) {
      try search.visit(manifest, path: [])
    }
    try Self.checkOwners(of: search.order)
    self.manifests = search.order
    self.requirements = search.requirements
    self.numbers = search.numbers
  }

  /// The module of a name.
  func number(of name: String) throws(ModuleManagerError) -> Int {
    guard let number = numbers[name] else {
      throw .unknownModule(name, nearest: numbers.keys.nearest(to: name).first)
    }
    return number
  }

  /// A module and all that it requires, in start order; `isKnown` ends the search where it is true.
  func closure(of number: Int, unless isKnown: (Int) -> Bool) -> [Int] {
    var found: Set<Int> = []
    var waiting = [number]
    while let next = waiting.popLast() {
      guard !isKnown(next), found.insert(next).inserted else { continue }
      waiting += requirements[next]
    }
    return found.sorted()
  }

  private static func named(
    _ manifests: [Manifest]
  ) throws(ModuleManagerError) -> [String: Manifest] {
    var named: [String: Manifest] = [:]
    named.reserveCapacity(manifests.count)
    for manifest in manifests {
      guard named.updateValue(manifest, forKey: manifest.name) == nil else {
        throw .duplicateModule(manifest.name)
      }
    }
    return named
  }

  private static func checkOwners(of manifests: [Manifest]) throws(ModuleManagerError) {
    var owners: [Int: String] = [:]
    owners.reserveCapacity(manifests.count)
    for manifest in manifests {
      for action in manifest.answers {
        if let owner = owners.updateValue(manifest.name, forKey: action.slot) {
          throw .duplicateAction(action.path, owners: [owner, manifest.name])
        }
      }
    }
  }
}

/// A depth-first search that numbers modules after what they require.
private struct Search {
  let manifests: [String: Manifest]
  var order: [Manifest] = []
  var requirements: [[Int]] = []
  var numbers: [String: Int] = [:]

  init(_ manifests: [String: Manifest]) {
    self.manifests = manifests
    numbers.reserveCapacity(manifests.count)
  }

  mutating func visit(_ manifest: Manifest, path: [String]) throws(ModuleManagerError) {
    let name = manifest.name
    if numbers[name] != nil { return }
    if let start = path.firstIndex(of: name) { throw .cycle(Array(path[start...]) + [name]) }
    var required = manifest.requires.map { $0.name }
    required.sort()
    for requirement in required {
      guard let manifest = manifests[requirement] else {
        throw .missingRequirement(requirement, requiredBy: name)
      }
      try visit(manifest, path: path + [name])
    }
    numbers[name] = order.count
    requirements.append(Set(required.compactMap { numbers[$0] }).sorted())
    order.append(manifest)
  }
}
