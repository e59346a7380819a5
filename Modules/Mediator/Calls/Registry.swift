/// Who answers which action, and what stands around the calls.
struct Registry: Sendable {
  /// The entries by slot.
  private(set) var entries: [Int: RegistryEntry] = [:]
  /// The actions by target, with their names.
  private var targets: [String: [(name: String, action: Signature)]] = [:]
  /// The URLs of all remote actions.
  private(set) var routes = RouteTree()
  /// What stands around every call, the outermost first.
  var interceptors: [AnyInterceptor] = []
  /// What answers where nobody does, by target; the one for all targets is under nil.
  var fallbacks: [String?: Mediator.Fallback] = [:]

  /// What a call of a slot may go straight to.
  func quickAnswer(_ slot: Int) -> AnyAnswer? {
    interceptors.isEmpty ? entries[slot]?.state.current : nil
  }

  func action(target: String, name: String) -> Signature? {
    targets[target]?.first { $0.name == name }?.action
  }

  mutating func announce(
    _ action: Signature, by owner: String,
    activate: @escaping @Sendable () async throws -> Void
  ) throws(MediatorError) {
    try register(action, by: owner) {
      $0.isFree
    } change: {
      $0.activate = activate
    }
  }

  mutating func answer(
    _ action: Signature, by owner: String, with answer: AnyAnswer
  ) throws(MediatorError) {
    try register(action, by: owner) {
      $0.isFree || ($0.answer == nil && $0.owner == owner)
    } change: {
      $0.answer = answer
    }
  }

  mutating func replace(
    _ action: Signature, by owner: String, with answer: AnyAnswer
  ) throws(MediatorError) {
    try register(action, by: entries[action.slot]?.state.owner ?? owner) { _ in
      true
    } change: {
      $0.replacements.append(answer)
    }
  }

  mutating func endReplacement(_ slot: Int, by answer: AnyAnswer) {
    change(slot) { $0.replacements.removeAll { $0 === answer } }
    if let entry = entries[slot], entry.state.isFree, entry.state.replacements.isEmpty {
      remove(slot)
    }
  }

  mutating func close(_ slot: Int) {
    change(slot) { $0.answer = nil }
  }

  mutating func remove(_ slot: Int) {
    guard let action = entries.removeValue(forKey: slot)?.action else { return }
    let target = action.target
    let others = targets[target]?.filter { $0.action.slot != slot } ?? []
    targets[target] = others.isEmpty ? nil : others
    routes.remove(slot)
  }

  /// Changes what is registered for an action, where nobody has it or `mayTake` allows it.
  private mutating func register(
    _ action: Signature, by owner: String, where mayTake: (RegistryEntry.State) -> Bool,
    change: (inout RegistryEntry.State) -> Void
  ) throws(MediatorError) {
    var state = RegistryEntry.State(owner: owner)
    let target = action.target
    if let other = self.action(target: target, name: action.name),
      let entry = entries[other.slot]
    {
      guard entry.action.slot == action.slot, mayTake(entry.state) else {
        throw .duplicate(path: action.path, owners: [entry.state.owner, owner])
      }
      state = entry.state
      state.owner = owner
    } else {
      try routes.add(action, owner: owner)
      targets[target, default: []].append((action.name, action))
    }
    change(&state)
    entries[action.slot] = RegistryEntry(action, state)
  }

  private mutating func change(_ slot: Int, _ body: (inout RegistryEntry.State) -> Void) {
    guard let entry = entries[slot] else { return }
    var state = entry.state
    body(&state)
    entries[slot] = RegistryEntry(entry.action, state)
  }
}
