import Mediator

/// The order in which modules may start: whatever a module requires comes before it, ties by name.
struct ModuleGraph: Sendable {
  /// The places of the modules in the list given, in start order; a module's number is its place
  /// here.
  let order: [Int]
  /// For each module, the numbers of those that it requires.
  let requirements: [[Int]]
  private let places: [String: Int]
  /// For each place, the module's number.
  private let numbers: [Int]

  init(_ manifests: [Manifest]) throws(ModuleManagerError) {
    var search = try Search(manifests)
    let names = search.names
    for place in names.indices.sorted(by: { names[$0] < names[$1] }) {
      _ = try search.visit(place, path: [])
    }
    order = search.order
    requirements = search.requirements
    places = search.places
    numbers = search.numbers.compactMap(\.self)
    try Self.checkOwners(of: manifests)
  }

  /// The module of a name.
  func number(of name: String) throws(ModuleManagerError) -> Int {
    guard let place = places[name] else {
      throw .unknownModule(name, nearest: places.keys.nearest(to: name).first)
    }
    return numbers[place]
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
  /// The modules in the order given: their names and what they require.
  let names: [String]
  let requires: [[any Interface.Type]]
  /// For each name, its place among them.
  var places: [String: Int] = [:]
  /// For each place, the module's number once it has one.
  var numbers: [Int?]
  var order: [Int] = []
  var requirements: [[Int]] = []

  init(_ manifests: [Manifest]) throws(ModuleManagerError) {
    names = manifests.map { $0.name }
    requires = manifests.map { $0.requires }
    numbers = Array(repeating: nil, count: manifests.count)
    places.reserveCapacity(manifests.count)
    for (place, name) in names.enumerated() {
      guard places.updateValue(place, forKey: name) == nil else { throw .duplicateModule(name) }
    }
  }

  /// The number of the module at a place, which all that it requires have before it.
  mutating func visit(_ place: Int, path: [String]) throws(ModuleManagerError) -> Int {
    if let number = numbers[place] { return number }
    var required: [Int] = []
    if !requires[place].isEmpty {
      let name = names[place]
      if let start = path.firstIndex(of: name) { throw .cycle(Array(path[start...]) + [name]) }
      for requirement in requires[place].map({ $0.name }).sorted() {
        guard let next = places[requirement] else {
          throw .missingRequirement(requirement, requiredBy: name)
        }
        required.append(try visit(next, path: path + [name]))
      }
    }
    numbers[place] = order.count
    requirements.append(required)
    order.append(place)
    return order.count - 1
  }
}
