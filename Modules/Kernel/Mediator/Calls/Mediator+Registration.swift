import Platform

extension Mediator {
  /// Answers an action with `handler` from now on.
  /// - Parameter owner: The answering file; errors and listings name its module.
  /// - Throws: `MediatorError.duplicate` when the action already has a handler, or another action
  ///   has the same URL; `MediatorError.badURLPattern` when its URL pattern is malformed.
  public func answer<Input, Output>(
    _ action: Action<Input, Output>, owner: StaticString = #fileID,
    with handler: @escaping @Sendable (Input) async throws -> Output
  ) throws {
    try answer(action, by: moduleName(inFileID: owner), with: handler)
  }

  /// Answers an action on behalf of a module.
  package func answer<Input, Output>(
    _ action: Action<Input, Output>, by owner: String,
    with handler: @escaping @Sendable (Input) async throws -> Output
  ) throws {
    let box = HandlerBox(handler)
    try change(action.id) { try $0.answer(action.descriptor, by: owner, with: box) }
  }

  /// Registers an action whose owner starts with the first call: `activate` must answer the action.
  package func registerLazily(
    _ action: any ActionDeclaration, by owner: String,
    activate: @escaping @Sendable () async throws -> Void
  ) throws {
    try change(action.id) {
      try $0.registerLazily(action.descriptor, by: owner, activate: activate)
    }
  }

  /// Removes the handler of an action that is registered lazily. The next call starts the owner
  /// again.
  ///
  /// Calls in progress continue. The handler is released with the mediator, not before; see
  /// `FastPath`. A module releases expensive resources in its `stop`.
  package func deactivate(_ action: any ActionDeclaration) {
    change(action.id) { $0.deactivate(action.id) }
  }

  /// Removes an action, so that another one can have its path and its URLs. Calls in progress
  /// continue.
  package func unregister(_ action: any ActionDeclaration) {
    change(action.id) { $0.remove(action.id) }
  }

  /// The registered actions, in the order of their ids.
  package var registeredActions: [ActionDescriptor] {
    registry.withLock { $0.entries.values.map(\.action) }
  }

  private func change<Failure: Error>(
    _ id: Int, _ body: (inout Registry) throws(Failure) -> Void
  ) throws(Failure) {
    let former = try registry.withLock { registry throws(Failure) in
      let former = registry.entries[id]
      try body(&registry)
      fastPath.set(id, to: registry.fastPathHandler(id))
      return former
    }
    // Released outside the lock: a deinit inside the former entry may call the mediator.
    withExtendedLifetime(former) {}
  }
}

/// Returns `Catalogue` for `Catalogue/CatalogueModule.swift`.
private func moduleName(inFileID fileID: StaticString) -> String {
  String("\(fileID)".prefix { $0 != "/" })
}
