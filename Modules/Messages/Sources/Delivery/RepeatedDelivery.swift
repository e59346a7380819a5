import Mediator
import ModuleManager
import Platform

/// Sends what waits again and again, after pauses that become longer while something still waits.
final class RepeatedDelivery: Sendable {
  static let shortestPause = Duration.seconds(5)
  static let longestPause = Duration.seconds(300)

  private let scheduler: MessageScheduler
  private let log: Log
  private let clock: AnyClock
  /// Fulfilled by `retry`.
  private let wake = Lock(Promise<Void>())

  init(_ scheduler: MessageScheduler, log: Log, clock: AnyClock) {
    self.scheduler = scheduler
    self.log = log
    self.clock = clock
  }

  /// Ends the pause.
  func retry() {
    wake.withLock { wake in
      defer { wake = Promise() }
      return wake
    }.fulfil(.success(()))
  }

  /// Sends what waits until the task is cancelled.
  func run() async {
    var pause = Self.shortestPause
    while !Task.isCancelled {
      await wake.withLock { $0 }.wait(atMost: pause, clock)
      guard !Task.isCancelled else { return }
      // Not a part of this task: the result of a message whose sender is cancelled is unknown.
      let delivery = Task { [scheduler] in
        try await scheduler.deliverAll()
        return try await scheduler.outbox.waitingQueues.isEmpty
      }
      do {
        pause = try await delivery.value ? Self.shortestPause : min(pause * 2, Self.longestPause)
      } catch {
        log.warning("cannot send what waits: \(error)")
        pause = min(pause * 2, Self.longestPause)
      }
    }
  }
}

extension Promise<Void> {
  /// Waits for the result, but not longer than a pause.
  func wait(atMost pause: Duration, _ clock: AnyClock) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { try? await self.value }
      group.addTask { try? await clock.sleep(clock.now() + pause) }
      await group.next()
      group.cancelAll()
    }
  }
}
