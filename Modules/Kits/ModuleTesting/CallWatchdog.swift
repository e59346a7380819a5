import Console
import Foundation
import Mediator
import Platform

/// Writes to standard error which calls get no answer, from a thread of its own: handlers that
/// block all threads of the Swift runtime leave none for the test, not even for its time limit.
final class CallWatchdog: Sendable {
  static let shared = {
    let watchdog = CallWatchdog()
    Thread.detachNewThread {
      while true {
        Thread.sleep(forTimeInterval: 5)
        for sentence in watchdog.overdueCalls(at: .now) {
          Terminal.errors(environment: [:]).write(sentence + "\n")
        }
      }
    }
    return watchdog
  }()

  private let calls = Lock<[Int: (path: String, due: ContinuousClock.Instant)]>([:])

  /// Watches a call until `end` is called.
  func begin(_ call: Call) {
    let due = ContinuousClock.now + .seconds(20)
    calls.withLock { $0[call.id] = (call.action.path, due) }
  }

  func end(_ call: Call) {
    calls.withLock { $0[call.id] = nil }
  }

  /// A sentence for each call that has lasted 20 s. It is returned once.
  func overdueCalls(at now: ContinuousClock.Instant) -> [String] {
    calls.withLock { calls in
      let overdue = calls.filter { $0.value.due <= now }.sorted { $0.key < $1.key }
      for (id, _) in overdue { calls[id] = nil }
      return overdue.map {
        "'\($0.value.path)' has not answered for 20 s; does a handler block a thread?"
      }
    }
  }
}
