/// A clock of any kind, as time since it was taken.
struct Time: Sendable {
  /// The time now.
  let now: @Sendable () -> Duration
  /// Returns at a time.
  let sleep: @Sendable (_ until: Duration) async throws -> Void

  init<Ticking: Clock<Duration>>(_ clock: Ticking) {
    let origin = clock.now
    now = { origin.duration(to: clock.now) }
    sleep = { try await clock.sleep(until: origin.advanced(by: $0), tolerance: nil) }
  }
}
