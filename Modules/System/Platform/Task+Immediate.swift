extension Task where Failure == Never {
  /// Starts a task in this thread, which continues when the task waits for the first time. Apple's
  /// systems from before 2025 cannot do that: there, it starts when a thread is free.
  @discardableResult
  package static func immediateIfPossible(
    _ operation: @escaping @Sendable @isolated(any) () async -> Success
  ) -> Task {
    if #available(macOS 26, iOS 26, tvOS 26, visionOS 26, *) {
      return .immediate(operation: operation)
    }
    return Task(operation: operation)
  }
}
