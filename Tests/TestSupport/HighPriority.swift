package import Testing

/// Runs tests at high priority. A test with an open connection that waits long for a free thread
/// would exceed the time limits of the connection.
package struct HighPriority: SuiteTrait, TestTrait, TestScoping {
  package let isRecursive = true

  package func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    try await withoutActuallyEscaping(function) { function in
      try await withThrowingTaskGroup { group in
        group.addTask(priority: .high) { try await function() }
        try await group.waitForAll()
      }
    }
  }
}

extension Trait where Self == HighPriority {
  /// Runs the tests at high priority, before tests that compute.
  package static var highPriority: Self { HighPriority() }
}
