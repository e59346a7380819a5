import Synchronization

/// Numbers calls and publications, and tracks which of them the current task is part of. Only used
/// while an interceptor is registered.
enum TraceSpan {
  /// The id of the call or publication that the current task is part of.
  @TaskLocal static var current: Int?

  static func nextID() -> Int { lastID.wrappingAdd(1, ordering: .relaxed).newValue }

  /// Runs `body` as part of a call or publication, on the caller's executor: without the
  /// `isolation` parameter, binding a task-local value would leave that executor.
  static func run<Result>(
    _ id: Int, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await $current.withValue(id) {
      _ = isolation
      return try await body()
    }
  }

  private static let lastID = Atomic(0)
}
