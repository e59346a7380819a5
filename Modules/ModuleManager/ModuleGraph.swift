import Mediator

/// The order in which modules may start: whatever a module requires comes before it, ties by name.
struct ModuleGraph: Sendable {
  /// The places of the modules in the list given, in start order; a module's number is its place
  /// here.
  private(set) var order: [Int] = []
  /// For each module, the numbers of those that it requires.
  private(set) var requirements: [[Int]] = []
  /// For each name, the module's number.
  private var numbers: [String: Int] = [:]

  init(_ manifests: [Manifest]) throws(ModuleManagerError) {
    var places: [String: Int] = [:]
    places.reserveCapacity(manifests.count)
    numbers.reserveCapacity(manifests.count)
    for (place, manifest) in manifests.enumerated() {
      guard places.updateValue(place, forKey: manifest.name) == nil else {
        throw .duplicateModule(manifest.name)
      }
    }
    for name in places.keys.sorted() { _ = try visit(name, among: manifests, places, path: []) }
    try Self.checkOwners(of: manifests)
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

  /// Numbers a module after all that it requires; `path` leads to it.
  private mutating func visit(
    _ name: String, among manifests: [Manifest], _ places: [String: Int], path: [String]
  ) throws(ModuleManagerError) -> Int {
    if let number = numbers[name] { return number }
    guard let place = places[name] else {
      throw .missingRequirement(name, requiredBy: path.last ?? name)
    }
    if let start = path.firstIndex(of: name) { throw .cycle(path[start...] + [name]) }
    var required: [Int] = []
    for requirement in manifests[place].requires.map({ $0.name }).sorted() {
      required.append(try visit(requirement, among: manifests, places, path: path + [name]))
    }
    let number = order.count
    order.append(place)
    requirements.append(required)
    numbers[name] = number
    return number
  }

  private static func checkOwners(of manifests: [Manifest]) throws(ModuleManagerError) {
    var owners: [Int: String] = [:]
    owners.reserveCapacity(manifests.count)
    for manifest in manifests {
      for action in manifest.answers {
        guard let owner = owners.updateValue(manifest.name, forKey: action.slot) else { continue }
        throw .duplicateAction(action.path, owners: [owner, manifest.name])
      }
    }
  }
}
