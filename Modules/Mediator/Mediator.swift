/// Where modules meet: calls find the module that answers, events find those who follow.
///
/// Any number of threads may use one mediator at a time. A call runs on its caller's executor.
public final class Mediator: Sendable {
  let registry = Lock(Registry())
  let followers = Lock(Followers())
  let deliveries = Lock(Deliveries())

  /// A mediator that nobody answers yet.
  public init() {}

  /// Answers an action with `handler` from now on.
  /// - Parameter owner: The file that answers; its module is named in errors and listings.
  /// - Throws: `MediatorError.duplicate` when another handler answers the action already.
  public func answer<Input, Output>(
    _ action: Action<Input, Output>, owner: StaticString = #fileID,
    with handler: @escaping @Sendable (Input) async throws -> Output
  ) throws {
    try answer(action, by: moduleName(inFileID: owner), with: handler)
  }

  /// Answers an action in the name of a module.
  package func answer<Input, Output>(
    _ action: Action<Input, Output>, by owner: String,
    with handler: @escaping @Sendable (Input) async throws -> Output
  ) throws {
    let answer = Answer(call: handler)
    try registry.withLock { try $0.answer(action, by: owner, with: answer) }
  }

  /// Makes an action known whose owner starts with the first call: `activate` must answer it.
  package func announce(
    _ action: any ActionDeclaration, by owner: String,
    activate: @escaping @Sendable () async throws -> Void
  ) throws {
    try registry.withLock {
      try $0.add(Registry.Entry(action: action, owner: owner, activate: activate))
    }
  }

  /// Takes back the answer of an announced action, until its owner starts again.
  package func close(_ action: any ActionDeclaration) {
    registry.withLock { $0.entries[action.slot]?.answer = nil }
  }

  /// Takes back the answer of an action; calls fail as if it had never been there.
  public func withdraw(_ action: any ActionDeclaration) {
    registry.withLock { $0.entries[action.slot] = nil }
  }

  /// Calls an action and returns its answer.
  /// - Throws: `MediatorError` when nobody answers; otherwise the answering module's own error.
  public func perform<Input, Output>(
    _ action: Action<Input, Output>, _ input: Input
  ) async throws -> Output {
    try await answer(to: action).call(input)
  }

  /// Calls an action that needs no input.
  /// - Throws: `MediatorError` when nobody answers; otherwise the answering module's own error.
  public func perform<Output>(_ action: Action<Empty, Output>) async throws -> Output {
    try await perform(action, Empty())
  }

  /// Every action that is answered, ordered by target and name, with its owner.
  public var actions: [(action: any ActionDeclaration, owner: String)] {
    registry.withLock { $0.entries.values.map { ($0.action, $0.owner) } }
      .sorted { ($0.0.target, $0.0.name) < ($1.0.target, $1.0.name) }
  }

  private func answer<Input, Output>(
    to action: Action<Input, Output>
  ) async throws -> Answer<Input, Output> {
    let entry = registry.withLock { $0.entries[action.slot] }
    if let answer = entry?.answer as? Answer<Input, Output> { return answer }
    if let entry, let activate = entry.activate {
      try await activate()
      let started = registry.withLock { $0.entries[action.slot] }
      if let answer = started?.answer as? Answer<Input, Output> { return answer }
    }
    throw registry.withLock { $0.missing(target: action.target, name: action.name) }
  }
}

/// A handler, wrapped so that copying it is one retain.
final class Answer<Input: Sendable, Output: Sendable>: Sendable {
  let call: @Sendable (Input) async throws -> Output

  init(call: @escaping @Sendable (Input) async throws -> Output) {
    self.call = call
  }
}

/// `Routing/RoutingModule.swift` names the module `Routing`.
private func moduleName(inFileID fileID: StaticString) -> String {
  String("\(fileID)".prefix { $0 != "/" })
}
