import Mediator

/// The order in which modules may start: whatever a module requires comes before it, ties by name.
struct ModuleGraph: Sendable {
  /// The places of the modules in the list given, in start order; a module's number is its place
  /// here.
  let order: [Int]
  /// For each module, the numbers of those that it requires.
  let requirements: [[Int]]
  /// For each name, the module's number.
  private let numbers: [String: Int]

  init(_ manifests: [Manifest]) throws(ModuleManagerError) {
    var search = try Search(manifests)
    for name in manifests.map({ $0.name }).sorted() { _ = try search.visit(name, path: []) }
    order = search.order
    requirements = search.requirements
    numbers = search.numbers
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

  private static func checkOwners(of manifests: [Manifest]) throws(ModuleManagerError) {
    var owners: [Int: Int] = [:]
    owners.reserveCapacity(manifests.count)
    for place in manifests.indices {
      for action in manifests[place].answers {
        guard let owner = owners.updateValue(place, forKey: action.slot) else { continue }
        throw .duplicateAction(action.path, owners: [manifests[owner].name, manifests[place].name])
      }
    }
  }
}

/// A depth-first search that numbers modules after what they require.
private struct Search {
  let manifests: [Manifest]
  /// For each name, its place among the manifests.
  var places: [String: Int] = [:]
  var order: [Int] = []
  var requirements: [[Int]] = []
  var numbers: [String: Int] = [:]

  init(_ manifests: [Manifest]) throws(ModuleManagerError) {
    self.manifests = manifests
    places.reserveCapacity(manifests.count)
    numbers.reserveCapacity(manifests.count)
    for place in manifests.indices {
      let name = manifests[place].name
      guard places.updateValue(place, forKey: name) == nil else { throw .duplicateModule(name) }
    }
  }

  mutating func visit(_ name: String, path: [String]) throws(ModuleManagerError) -> Int {
    if let number = numbers[name] { return number }
    if let start = path.firstIndex(of: name) { throw .cycle(Array(path[start...]) + [name]) }
    guard let place = places[name] else {
      throw .missingRequirement(name, requiredBy: path.last ?? name)
    }
    var required: [Int] = []
    if !manifests[place].requires.isEmpty {
      for requirement in manifests[place].requires.map({ $0.name }).sorted() {
        required.append(try visit(requirement, path: path + [name]))
      }
    }
    numbers[name] = order.count
    requirements.append(required)
    order.append(place)
    return order.count - 1
  }
}
