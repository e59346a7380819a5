/// Runs everything on the thread that asks for it, so that a call has ended when its task is made.
final class Inline: TaskExecutor {
  static let shared = Inline()

  static func run(_ work: @escaping @Sendable () async -> Void) {
    nonisolated(unsafe) var hasEnded = false
    Task(executorPreference: shared) {
      await work()
      hasEnded = true
    }
    precondition(hasEnded, "the call went to another thread, or waits for ever")
  }

  func enqueue(_ job: consuming ExecutorJob) {
    UnownedJob(job).runSynchronously(on: asUnownedTaskExecutor())
  }
}
