import Synchronization

/// Numbers calls and publications, and knows in which of them a task is. Both happens only where
/// somebody intercepts.
enum Step {
  /// The call or publication that the task is in.
  @TaskLocal static var current: Int?

  static func next() -> Int {
    given.wrappingAdd(1, ordering: .relaxed).newValue
  }

  /// Runs `body` as a part of a step, where the caller runs: without `isolation`, to bind a
  /// task-local value would lead elsewhere.
  static func within<Result>(
    _ step: Int, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await $current.withValue(step) {
      _ = isolation
      return try await body()
    }
  }

  private static let given = Atomic(0)
}
