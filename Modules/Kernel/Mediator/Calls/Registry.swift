/// The registered actions and interceptors of a mediator.
struct Registry: Sendable {
  /// The registered actions, by action id.
  private(set) var entries = RegistryEntries()
  private var registrations = 0
  private var actionsByTarget: [String: [(name: String, action: ActionDescriptor)]] = [:]
  /// The URL patterns of all actions that links may call.
  private(set) var urlPatterns = URLPatternTree()
  /// The interceptors of all calls, the outermost first.
  var interceptors: [RegisteredInterceptor] = []
  /// Returns the error of a call by name or by URL whose target does not exist.
  var missingTargetError: Mediator.MissingTargetError?

  /// The handler that calls of an action may use directly; nil if there is none, or while an
  /// interceptor is registered.
  func fastPathHandler(_ id: Int) -> AnyHandlerBox? {
    interceptors.isEmpty ? entries[id]?.state.handler : nil
  }

  func action(target: String, name: String) -> ActionDescriptor? {
    actionsByTarget[target]?.first { $0.name == name }?.action
  }

  mutating func registerLazily(
    _ action: ActionDescriptor, by owner: String,
    activate: @escaping @Sendable () async throws -> Void
  ) throws(MediatorError) {
    registrations += 1
    try add(
      action,
      RegistryEntry.State(owner: owner, activate: activate, registration: registrations))
  }

  mutating func answer(
    _ action: ActionDescriptor, by owner: String, with handler: AnyHandlerBox
  ) throws(MediatorError) {
    guard let state = entries[action.id]?.state, state.handler == nil, state.owner == owner else {
      return try add(action, RegistryEntry.State(owner: owner, handler: handler))
    }
    change(action.id) { $0.handler = handler }
  }

  mutating func deactivate(_ id: Int) {
    change(id) { $0.handler = nil }
  }

  /// Removes an action, whose path and URLs another one can have from then on.
  mutating func remove(_ id: Int) {
    guard let action = entries[id]?.action else { return }
    entries[id] = nil
    urlPatterns.remove(id)
    actionsByTarget[action.target]?.removeAll { $0.action.id == id }
    if actionsByTarget[action.target]?.isEmpty == true { actionsByTarget[action.target] = nil }
  }

  /// The error for a call whose target or action does not exist. It suggests the nearest name that
  /// the caller may call.
  func lookupError(target: String, name: String, from origin: Exposure) -> MediatorError {
    let callable = entries.values.map(\.action).filter { $0.exposure.contains(origin) }
    let names = callable.filter { $0.target == target }.map { $0.name }
    guard !entries.values.contains(where: { $0.action.target == target }) else {
      return .noSuchAction(target: target, name: name, nearest: names.nearest(to: name).first)
    }
    let targets = Set(callable.map { $0.target })
    return .noSuchTarget(target, nearest: targets.nearest(to: target).first)
  }

  /// Adds an entry for an action.
  /// - Throws: `MediatorError.duplicate` when this action or another one with the same path or URLs
  ///   is registered; `MediatorError.badURLPattern` for a malformed pattern.
  private mutating func add(
    _ action: ActionDescriptor, _ state: RegistryEntry.State
  ) throws(MediatorError) {
    let (target, name) = (action.target, action.name)
    if let other = self.action(target: target, name: name), let entry = entries[other.id] {
      throw .duplicate(path: action.path, owners: [entry.state.owner, state.owner])
    }
    try urlPatterns.add(action, owner: state.owner)
    actionsByTarget[target, default: []].append((name, action))
    entries[action.id] = RegistryEntry(action, state)
  }

  private mutating func change(_ id: Int, _ body: (inout RegistryEntry.State) -> Void) {
    guard let entry = entries[id] else { return }
    var state = entry.state
    body(&state)
    entries[id] = RegistryEntry(entry.action, state)
  }
}

/// Entries by action id. Ids have no gaps, so an array finds an entry without computing a hash.
struct RegistryEntries: Sendable {
  private var slots: [RegistryEntry?] = []

  /// All entries, ordered by id.
  var values: [RegistryEntry] { slots.compactMap(\.self) }

  subscript(id: Int) -> RegistryEntry? {
    get { id < slots.count ? slots[id] : nil }
    set {
      if id >= slots.count { slots += repeatElement(nil, count: id + 1 - slots.count) }
      slots[id] = newValue
    }
  }
}

/// The registration of one action. It is an object, so that a call retains a single reference.
final class RegistryEntry: Sendable {
  struct State: Sendable {
    let owner: String
    /// The owner's handler; nil until the owner has started.
    var handler: AnyHandlerBox?
    /// Starts the owner of an action that is registered lazily.
    var activate: (@Sendable () async throws -> Void)?
    /// The number of the lazy registration; 0 for none.
    var registration = 0
  }

  let action: ActionDescriptor
  let state: State

  init(_ action: ActionDescriptor, _ state: State) {
    self.action = action
    self.state = state
  }
}
