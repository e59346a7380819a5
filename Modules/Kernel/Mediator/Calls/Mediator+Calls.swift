import Platform

extension Mediator {
  /// Calls an action and returns its output.
  ///
  /// The call runs on the caller's executor and in the caller's task: a cancellation reaches the
  /// handler. It ends exactly once, by returning or by throwing.
  /// - Parameter caller: The calling file, for interceptors.
  /// - Throws: `MediatorError` when nobody answers; otherwise the answering module's own error.
  @inlinable
  public func perform<Input, Output>(
    _ action: Action<Input, Output>, _ input: Input, caller: StaticString = #fileID
  ) async throws -> Output {
    // The types match: only the declaration with this id registers handlers under it.
    guard let handler: UnsafeMutablePointer<Handler<Input, Output>> = fastPath[action.descriptor.id]
    else {
      return try await performOnSlowPath(action.descriptor, input, from: .native, caller: caller)
    }
    return try await handler.pointee.call(input)
  }

  /// Calls an action that needs no input.
  /// - Throws: `MediatorError` when nobody answers; otherwise the answering module's own error.
  @inlinable
  public func perform<Output>(
    _ action: Action<Empty, Output>, caller: StaticString = #fileID
  ) async throws -> Output {
    try await perform(action, Empty(), caller: caller)
  }

  /// Calls an action with everything that `FastPath` leaves out: interceptors, the start of the
  /// answering module, the error if nobody answers.
  /// - Parameter origin: How the call was made. Unless it is native, errors of the module are
  ///   wrapped in `ActionError`.
  @usableFromInline
  func performOnSlowPath<Input: Sendable, Output: Sendable>(
    _ action: ActionDescriptor, _ input: Input, from origin: Exposure, caller: StaticString
  ) async throws -> Output {
    let (entry, interceptors) = registry.withLock { ($0.entries[action.id], $0.interceptors) }
    guard let outermost = interceptors.first else {
      return try await answer(action, entry, input, from: origin)
    }
    let call = Call(action, from: origin, in: caller)
    // The most frequent case needs neither a span nor recursion.
    if interceptors.count == 1, !outermost.needsParents {
      return try await outermost.interceptor.intercept(call, input) {
        try await answer(action, entry, $0, from: origin)
      }
    }
    return try await TraceSpan.run(call.id) {
      try await pass(call, entry, input, through: interceptors[...])
    }
  }

  private func pass<Input: Sendable, Output: Sendable>(
    _ call: Call, _ entry: RegistryEntry?, _ input: Input,
    through interceptors: ArraySlice<RegisteredInterceptor>
  ) async throws -> Output {
    guard let outermost = interceptors.first else {
      return try await answer(call.action, entry, input, from: call.origin)
    }
    return try await outermost.interceptor.intercept(call, input) {
      try await pass(call, entry, $0, through: interceptors.dropFirst())
    }
  }

  @inline(__always)
  private func answer<Input: Sendable, Output: Sendable>(
    _ action: ActionDescriptor, _ entry: RegistryEntry?, _ input: Input, from origin: Exposure
  ) async throws -> Output {
    guard let entry else { throw lookupError(for: action, from: origin) }
    let found = if let handler = entry.state.handler { handler } else { try await start(entry) }
    // Safe: only the declaration with this id registers handlers under it, so the types match.
    let box = unsafeDowncast(found, to: HandlerBox<Input, Output>.self)
    do {
      return try await box.handler.pointee.call(input)
    } catch {
      throw ActionError.wrapped(error, from: action, to: origin)
    }
  }

  private func lookupError(for action: ActionDescriptor, from origin: Exposure) -> MediatorError {
    registry.withLock { registry in
      // Another declaration has taken the path, such as that of a newer plug-in.
      guard registry.action(target: action.target, name: action.name) == nil else {
        return .unavailable(path: action.path, reason: "it has changed meanwhile; open it again")
      }
      return registry.lookupError(target: action.target, name: action.name, from: origin)
    }
  }

  /// Starts the owner of an action that is registered lazily.
  private func start(_ entry: RegistryEntry) async throws -> AnyHandlerBox {
    try await entry.state.activate?()
    guard let current = registry.withLock({ $0.entries[entry.action.id] }) else {
      throw lookupError(for: entry.action, from: .native)
    }
    if let handler = current.state.handler { return handler }
    // Another owner has taken the place of the one that was started.
    if current.state.registration != entry.state.registration { return try await start(current) }
    throw MediatorError.unavailable(
      path: entry.action.path, reason: "'\(entry.state.owner)' is not running")
  }
}
