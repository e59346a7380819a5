/// Who answers which action.
struct Registry: Sendable {
  struct Entry: Sendable {
    let action: any ActionDeclaration
    let owner: String
    /// An `Answer` of the action's types; nil until the owner has started.
    var answer: (any Sendable)?
    /// Starts the owner, for an action whose owner starts with the first call.
    var activate: (@Sendable () async throws -> Void)?
  }

  /// The entries by slot.
  var entries: [Int: Entry] = [:]

  mutating func answer(
    _ action: any ActionDeclaration, by owner: String, with answer: any Sendable
  ) throws(MediatorError) {
    if let entry = entries[action.slot], entry.answer == nil, entry.owner == owner {
      entries[action.slot]?.answer = answer
      return
    }
    try add(Entry(action: action, owner: owner, answer: answer))
  }

  mutating func add(_ entry: Entry) throws(MediatorError) {
    if let other = self.entry(target: entry.action.target, name: entry.action.name) {
      throw .duplicate(path: entry.action.path, owners: [other.owner, entry.owner])
    }
    entries[entry.action.slot] = entry
  }

  func entry(target: String, name: String) -> Entry? {
    entries.values.first { $0.action.target == target && $0.action.name == name }
  }

  func missing(target: String, name: String) -> MediatorError {
    let names = entries.values.filter { $0.action.target == target }.map(\.action.name)
    guard names.isEmpty else {
      return .noSuchAction(target: target, name: name, nearest: names.nearest(to: name).first)
    }
    let targets = Set(entries.values.map(\.action.target))
    return .noSuchTarget(target, nearest: targets.nearest(to: target).first)
  }
}
