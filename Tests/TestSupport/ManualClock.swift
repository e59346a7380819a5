import Mediator

/// A clock whose time changes only when a test advances it.
package final class ManualClock: Clock {
  package struct Instant: InstantProtocol {
    fileprivate var time: Swift.Duration = .zero

    package func advanced(by duration: Swift.Duration) -> Instant { Instant(time: time + duration) }
    package func duration(to other: Instant) -> Swift.Duration { other.time - time }
    package static func < (first: Instant, second: Instant) -> Bool { first.time < second.time }
  }

  private struct State {
    var now = Instant()
    var sleepers: [Int: (until: Instant, continuation: CheckedContinuation<Void, any Error>)] = [:]
    var nextID = 0
  }

  private let state = Lock(State())

  package init() {}

  package var now: Instant { state.withLock { $0.now } }
  package var minimumResolution: Swift.Duration { .zero }

  /// Advances the time and resumes the tasks whose deadline has passed.
  package func advance(by duration: Swift.Duration) {
    let woken = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let woken = state.sleepers.filter { $0.value.until <= state.now }
      for id in woken.keys { state.sleepers[id] = nil }
      return woken.values.map(\.continuation)
    }
    for continuation in woken { continuation.resume() }
  }

  package func sleep(until deadline: Instant, tolerance: Swift.Duration?) async throws {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isDue = state.withLock { state in
          guard state.now < deadline, !Task.isCancelled else { return true }
          state.sleepers[id] = (deadline, continuation)
          return false
        }
        guard isDue else { return }
        continuation.resume(with: Result { try Task.checkCancellation() })
      }
    } onCancel: {
      let sleeper = state.withLock { $0.sleepers.removeValue(forKey: id) }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }
}
