import Platform

/// A clock whose time changes only when a test advances it, so that a deadline passes at once and
/// only on purpose.
///
/// ```swift
/// let clock = ManualClock()
/// let harness = try await ModuleHarness(WeatherModule.self, clock: clock)
/// clock.advance(by: .seconds(60))  // resumes tasks that sleep on the clock for a minute or less
/// ```
public final class ManualClock: Clock {
  /// A point in the time of a clock; all clocks begin with the same one.
  public struct Instant: InstantProtocol {
    fileprivate var time: Swift.Duration = .zero

    /// The instant that is later by a duration, or earlier by a negative one.
    public func advanced(by duration: Swift.Duration) -> Instant { Instant(time: time + duration) }

    /// The time from this instant to another; negative when the other is earlier.
    public func duration(to other: Instant) -> Swift.Duration { other.time - time }

    public static func < (first: Instant, second: Instant) -> Bool { first.time < second.time }
  }

  private struct State {
    var now = Instant()
    var sleepers: [Int: (until: Instant, continuation: CheckedContinuation<Void, any Error>)] = [:]
    var nextID = 0
  }

  private let state = Lock(State())

  /// Creates a clock whose time does not pass by itself.
  public init() {}

  /// The sum of all advances so far.
  public var now: Instant { state.withLock { $0.now } }

  /// The number of tasks that sleep now.
  package var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  /// Zero: a sleep ends at its deadline exactly.
  public var minimumResolution: Swift.Duration { .zero }

  /// Advances the time and resumes the tasks whose deadline has been reached.
  public func advance(by duration: Swift.Duration) {
    let woken = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let woken = state.sleepers.filter { $0.value.until <= state.now }
      for id in woken.keys { state.sleepers[id] = nil }
      return woken.values.map(\.continuation)
    }
    for continuation in woken { continuation.resume() }
  }

  /// Suspends the task until the clock reaches a deadline; the tolerance is ignored.
  /// - Throws: `CancellationError` when the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Swift.Duration?) async throws {
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
