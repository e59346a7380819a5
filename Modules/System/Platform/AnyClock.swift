import Foundation

/// A clock of any type. Its times are durations since the creation of this value.
package struct AnyClock: Sendable {
  package let now: @Sendable () -> Duration
  /// As `now`, up to 10 ms late and in a sixth of the time: the time of the last tick of the
  /// system. Its origin differs, so that only times of this kind are compared.
  package let coarseNow: @Sendable () -> Duration
  package let sleep: @Sendable (_ until: Duration) async throws -> Void

  package init<Base: Clock<Duration>>(_ clock: Base) {
    let origin = clock.now
    now = { origin.duration(to: clock.now) }
    if clock is ContinuousClock { coarseNow = { Duration.systemTick } } else { coarseNow = now }
    sleep = { try await clock.sleep(until: origin.advanced(by: $0), tolerance: nil) }
  }
}

extension Duration {
  /// When the system's clock ticked last, on a clock that does not advance while the system sleeps.
  fileprivate static var systemTick: Duration {
    #if canImport(Darwin)
      let clock = CLOCK_UPTIME_RAW_APPROX
    #else
      let clock = CLOCK_MONOTONIC_COARSE
    #endif
    var time = timespec()
    clock_gettime(clock, &time)
    return .nanoseconds(time.tv_sec * 1_000_000_000 + time.tv_nsec)
  }
}
