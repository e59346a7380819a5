import Platform

extension Mediator {
  /// Returns the error of a call whose target does not exist; nil for
  /// `MediatorError.noSuchTarget`.
  public typealias MissingTargetError = @Sendable (_ target: String) -> (any Error)?

  /// Sets the function that returns the error of calls by name or by URL whose target does not
  /// exist, for example of a plug-in that the user does not trust yet. It replaces an earlier
  /// function.
  ///
  /// Typed callers get `MediatorError.noSuchTarget`: they know the target, and may work without it.
  public func setMissingTargetError(_ error: @escaping MissingTargetError) {
    let former = registry.withLock { registry in
      defer { registry.missingTargetError = error }
      return registry.missingTargetError
    }
    // Released outside the lock: a deinit inside the former function may call the mediator.
    withExtendedLifetime(former) {}
  }

  /// The error of a call by name or by URL that found no action.
  func callError(for error: MediatorError) -> any Error {
    guard case .noSuchTarget(let target, _) = error,
      let missingTargetError = registry.withLock({ $0.missingTargetError })
    else { return error }
    return missingTargetError(target) ?? error
  }
}
