import Mediator

/// The order in which modules may start: whatever a module requires comes before it, ties by name.
struct ModuleGraph: Sendable {
  /// The places of the modules in the list given, in start order; a module's number is its place
  /// here.
  private(set) var order: [Int] = []
  /// For each module, the numbers of those that it requires.
  private(set) var requirements: [[Int]] = []
  /// For each name, the module's place in the list given.
  private var places: [String: Int] = [:]
  /// For each place, the module's number; nil until it has one.
  private var numbers: [Int?]

  init(_ manifests: [Manifest]) throws(ModuleManagerError) {
    numbers = Array(repeating: nil, count: manifests.count)
    places.reserveCapacity(manifests.count)
    let names = manifests.map { $0.name }
    for (place, name) in names.enumerated() {
      guard places.updateValue(place, forKey: name) == nil else { throw .duplicateModule(name) }
    }
    for place in names.indices.sorted(by: { names[$0] < names[$1] }) {
      _ = try visit(place, among: manifests, path: [])
    }
    try Self.checkOwners(of: manifests)
  }

  /// The module of a name.
  func number(of name: String) throws(ModuleManagerError) -> Int {
    guard let number = places[name].flatMap({ numbers[$0] }) else {
      throw .unknownModule(name, nearest: places.keys.nearest(to: name).first)
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
    _ place: Int, among manifests: [Manifest], path: [Int]
  ) throws(ModuleManagerError) -> Int {
    if let number = numbers[place] { return number }
    if let start = path.firstIndex(of: place) {
      throw .cycle((path[start...] + [place]).map { manifests[$0].name })
    }
    var required: [Int] = []
    for requirement in manifests[place].requires.map({ $0.name }).sorted() {
      guard let next = places[requirement] else {
        throw .missingRequirement(requirement, requiredBy: manifests[place].name)
      }
      required.append(try visit(next, among: manifests, path: path + [place]))
    }
    let number = order.count
    order.append(place)
    requirements.append(required)
    numbers[place] = number
    return number
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
