/// Runs each job at once on the current thread, so that a call has ended when its task has been
/// created.
final class InlineExecutor: TaskExecutor {
  static let shared = InlineExecutor()

  static func run(_ work: @escaping @Sendable () async -> Void) {
    // Safe: the task runs on this thread, before it is read.
    nonisolated(unsafe) var hasEnded = false
    Task(executorPreference: shared) {
      await work()
      hasEnded = true
    }
    precondition(hasEnded, "the call moved to another thread, or does not end")
  }

  func enqueue(_ job: consuming ExecutorJob) {
    UnownedJob(job).runSynchronously(on: asUnownedTaskExecutor())
  }
}
