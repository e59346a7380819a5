import Mediator
import Platform

/// The start order of modules: each comes after the modules that it requires, otherwise in order of
/// the names.
///
/// A module's *index* is its position in this order; its *position* is that in the list that the
/// host gave.
struct ModuleGraph: Sendable {
  /// The positions of the modules, in start order.
  private(set) var order: [Int] = []
  /// For each index, the indexes of the modules that it requires.
  private(set) var requirements: [[Int]] = []
  private var positions: [String: Int] = [:]
  /// For each position, the index; nil until it is known.
  private var indexes: [Int?]

  init(_ manifests: [Manifest]) throws(ModuleManagerError) {
    indexes = Array(repeating: nil, count: manifests.count)
    positions.reserveCapacity(manifests.count)
    let names = manifests.map { $0.name }
    for (position, name) in names.enumerated() {
      guard Self.isValid(name) else { throw .badName(name) }
      guard positions.updateValue(position, forKey: name) == nil else {
        throw .duplicateModule(name)
      }
    }
    try Self.checkTargets(manifests)
    for position in names.indices.sorted(by: { names[$0] < names[$1] }) {
      _ = try visit(position, among: manifests, path: [])
    }
    try Self.checkActionOwners(manifests)
  }

  /// The index of the module with a name.
  func index(of name: String) throws(ModuleManagerError) -> Int {
    guard let index = positions[name].flatMap({ indexes[$0] }) else {
      throw .unknownModule(name, nearest: positions.keys.nearest(to: name).first)
    }
    return index
  }

  /// The indexes of a module and of all that it requires, directly or not, in start order. The
  /// search does not go beyond modules for which `isExcluded` is true.
  func closure(of index: Int, unless isExcluded: (Int) -> Bool) -> [Int] {
    var found: Set<Int> = []
    var pending = [index]
    while let next = pending.popLast() {
      guard !isExcluded(next), found.insert(next).inserted else { continue }
      pending += requirements[next]
    }
    return found.sorted()
  }

  /// Gives a module its index after all that it requires. `path` contains the positions of the
  /// modules whose requirements led here.
  private mutating func visit(
    _ position: Int, among manifests: [Manifest], path: [Int]
  ) throws(ModuleManagerError) -> Int {
    if let index = indexes[position] { return index }
    if let start = path.firstIndex(of: position) {
      throw .cycle((path[start...] + [position]).map { manifests[$0].name })
    }
    var required: [Int] = []
    for requirement in manifests[position].requires.sorted() {
      guard let next = positions[requirement] else {
        throw .missingRequirement(requirement, requiredBy: manifests[position].name)
      }
      required.append(try visit(next, among: manifests, path: path + [position]))
    }
    let index = order.count
    order.append(position)
    requirements.append(required)
    indexes[position] = index
    return index
  }

  /// Whether a name is a capital ASCII letter, then ASCII letters and digits.
  private static func isValid(_ name: String) -> Bool {
    name.utf8.first?.isCapital == true && name.utf8.allSatisfy { $0.isLetter || $0.isDigit }
  }

  /// Checks that no module has the target of the host or of another module.
  private static func checkTargets(_ manifests: [Manifest]) throws(ModuleManagerError) {
    var owners: [String: String] = [:]
    owners.reserveCapacity(manifests.count)
    for position in manifests.indices {
      let (name, target) = (manifests[position].name, manifests[position].target)
      guard target != "host" else { throw .reservedName(name) }
      guard let owner = owners.updateValue(name, forKey: target) else { continue }
      throw .duplicateTarget(target, owners: [owner, name])
    }
  }

  private static func checkActionOwners(_ manifests: [Manifest]) throws(ModuleManagerError) {
    var owners: [Int: Int] = [:]
    owners.reserveCapacity(manifests.count)
    for position in manifests.indices {
      for action in manifests[position].answers {
        guard let owner = owners.updateValue(position, forKey: action.id) else { continue }
        throw .duplicateAction(
          action.path, owners: [manifests[owner].name, manifests[position].name])
      }
    }
  }
}
