/// Collects what followers report about the events that some work publishes, and about those that
/// the followers publish in turn: what they have changed, and why they could not.
///
/// ```swift
/// let reports = EventReports()
/// try await reports.collect { try await mediator.perform(Shop.close, shop) }
/// await reports.wait()
/// for report in reports.end() { print(report) }
/// ```
package final class EventReports: Sendable {
  /// What one follower reports about one event.
  package enum Report: Sendable, Hashable {
    /// What it has changed, in one sentence for people.
    case notice(String)
    /// Why it could not handle the event, in one sentence.
    case failure(String)
  }

  private struct State {
    var reports: [Report] = []
    var hasEnded = false
  }

  /// Those of the work that the current task is part of.
  @TaskLocal package static var current: EventReports?

  let pending = PendingDeliveries()
  private let state = Lock(State())

  package init() {}

  /// Does work whose events are reported here, on the caller's executor.
  package func collect<Result>(
    isolation: isolated (any Actor)? = #isolation, _ work: () async throws -> Result
  ) async rethrows -> Result {
    try await Self.$current.withValue(self) {
      _ = isolation
      return try await work()
    }
  }

  /// Waits until the followers have handled all events that were published so far.
  package func wait() async { await pending.drain() }

  /// Whether a follower has not handled its event yet.
  package var isWaiting: Bool { pending.isWaiting }

  /// Returns the reports, in the order in which they were made. Later ones are not accepted.
  package func end() -> [Report] {
    state.withLock { state in
      state.hasEnded = true
      return state.reports
    }
  }

  /// Reports about the event that the current task handles.
  /// - Returns: Whether somebody receives the report.
  package static func report(_ report: Report) -> Bool {
    current?.state.withLock { state in
      if !state.hasEnded { state.reports.append(report) }
      return !state.hasEnded
    } ?? false
  }
}

extension Mediator {
  /// Follows an event as `follow(queued:_:)` does, with a follower for which `EventReports` waits if
  /// the event must be handled.
  package func follow<Followed: Event>(
    reporting type: Followed.Type, _ follower: @escaping @Sendable (Followed) async -> Void
  ) -> Subscription {
    follow(
      queued: type, reports: { Followed.mustBeHandled ? EventReports.current : nil }, follower)
  }
}
