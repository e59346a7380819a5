import Foundation
package import Testing

/// Runs tests that wait for other processes on threads of their own, two at the same time. On the
/// threads of all tasks they would keep other tests, which have open connections, from going on.
package struct BlockingTests: SuiteTrait, TestTrait, TestScoping {
  package let isRecursive = true

  package func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    try await withTaskExecutorPreference(BlockingExecutor.shared) { try await function() }
  }
}

extension Trait where Self == BlockingTests {
  /// Runs the tests on threads of their own, because they block them.
  package static var blocking: Self { BlockingTests() }
}

private final class BlockingExecutor: TaskExecutor {
  static let shared = BlockingExecutor()

  private let queue = OperationQueue()

  private init() { queue.maxConcurrentOperationCount = 2 }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.addOperation { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
  }
}
