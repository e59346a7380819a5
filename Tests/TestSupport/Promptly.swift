package import Testing

/// Runs tests ahead of those that compute: FoundationNetworking asks an open connection again and
/// again, so that whoever waits behind others with one open wears out a processor.
package struct Promptly: SuiteTrait, TestTrait, TestScoping {
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

extension Trait where Self == Promptly {
  /// Ahead of the tests that compute.
  package static var promptly: Self { Promptly() }
}
