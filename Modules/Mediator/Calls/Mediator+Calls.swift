extension Mediator {
  /// Calls an action with all that may stand around it: interceptors, the start of the module that
  /// answers, fallbacks.
  /// - Parameter reach: How it was called; what a module throws is wrapped unless it is native.
  @usableFromInline
  func performInFull<Input: Sendable, Output: Sendable>(
    _ action: Signature, _ input: Input, from reach: Reach, caller: StaticString
  ) async throws -> Output {
    let (entry, interceptors) = registry.withLock { ($0.entries[action.slot], $0.interceptors) }
    guard let outermost = interceptors.first else {
      return try await answer(action, entry, input, from: reach)
    }
    let call = Call(action, from: reach, in: caller)
    // The commonest case is spared two steps.
    if interceptors.count == 1, !outermost.needsParents {
      return try await outermost.body.intercept(call, input) {
        try await answer(action, entry, $0, from: reach)
      }
    }
    return try await Step.within(call.id) {
      try await pass(call, entry, input, through: interceptors[...])
    }
  }

  private func pass<Input: Sendable, Output: Sendable>(
    _ call: Call, _ entry: RegistryEntry?, _ input: Input,
    through interceptors: ArraySlice<AnyInterceptor>
  ) async throws -> Output {
    guard let outermost = interceptors.first else {
      return try await answer(call.action, entry, input, from: call.reach)
    }
    return try await outermost.body.intercept(call, input) {
      try await pass(call, entry, $0, through: interceptors.dropFirst())
    }
  }

  @inline(__always)
  private func answer<Input: Sendable, Output: Sendable>(
    _ action: Signature, _ entry: RegistryEntry?, _ input: Input, from reach: Reach
  ) async throws -> Output {
    guard let entry else { return try await fallBack(for: action, from: reach) }
    let found = if let current = entry.state.current { current } else { try await start(entry) }
    // A slot belongs to one declaration, so that its answers have the declaration's types.
    let answer = unsafeDowncast(found, to: Answer<Input, Output>.self)
    do {
      return try await answer.handler.pointee.call(input)
    } catch {
      throw ActionFailed.told(error, of: action, to: reach)
    }
  }

  /// Starts the owner of an action, so that it answers.
  private func start(_ entry: RegistryEntry) async throws -> AnyAnswer {
    try await entry.state.activate?()
    guard let current = registry.withLock({ $0.entries[entry.action.slot]?.state.current }) else {
      throw MediatorError.unavailable(
        path: entry.action.path, reason: "'\(entry.state.owner)' is not running")
    }
    return current
  }
}
