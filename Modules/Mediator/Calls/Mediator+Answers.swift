extension Mediator {
  /// Answers an action with `handler` from now on.
  /// - Parameter owner: The file that answers; its module is named in errors and listings.
  /// - Throws: `MediatorError.duplicate` when another handler answers the action already, or an
  ///   action with the same URL; `MediatorError.badRoute` when its URL pattern is malformed.
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
    let answer = Answer(handler)
    try change(action.slot) { try $0.answer(action.signature, by: owner, with: answer) }
  }

  /// Makes an action known whose owner starts with the first call: `activate` must answer it.
  package func announce(
    _ action: any ActionDeclaration, by owner: String,
    activate: @escaping @Sendable () async throws -> Void
  ) throws {
    try change(action.slot) { try $0.announce(action.signature, by: owner, activate: activate) }
  }

  /// Takes back the answer of an announced action, until its owner starts again.
  package func close(_ action: any ActionDeclaration) {
    change(action.slot) { $0.close(action.slot) }
  }

  /// Takes back the answer of an action; calls fail as if it had never been there.
  ///
  /// A call that is under way goes on. What a handler holds is let go with the mediator and not
  /// before: see the quick path. A module lets go of what is dear in its `stop`.
  public func withdraw(_ action: any ActionDeclaration) {
    change(action.slot) { $0.remove(action.slot) }
  }

  /// Answers an action with `handler` in place of whoever answers it, until the token is gone.
  ///
  /// The owner is not started, and need not be there. Of several replacements the latest counts.
  /// - Throws: As `answer` does, when nobody has registered the action yet.
  public func replace<Input, Output>(
    _ action: Action<Input, Output>, owner: StaticString = #fileID,
    with handler: @escaping @Sendable (Input) async throws -> Output
  ) throws -> Subscription {
    let answer = Answer(handler)
    try change(action.slot) {
      try $0.replace(action.signature, by: moduleName(inFileID: owner), with: answer)
    }
    return Subscription { [weak self] in
      self?.change(action.slot) { $0.endReplacement(action.slot, by: answer) }
    }
  }

  private func change<Failure: Error>(
    _ slot: Int, _ body: (inout Registry) throws(Failure) -> Void
  ) throws(Failure) {
    let former = try registry.withLock { registry throws(Failure) in
      let former = registry.entries[slot]
      try body(&registry)
      cells.fill(slot, with: registry.quickAnswer(slot))
      return former
    }
    // Let go outside of the lock: what it holds may call the mediator when it goes.
    withExtendedLifetime(former) {}
  }
}

/// `Routing/RoutingModule.swift` names the module `Routing`.
private func moduleName(inFileID fileID: StaticString) -> String {
  String("\(fileID)".prefix { $0 != "/" })
}
