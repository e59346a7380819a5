import Platform

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
    /// The names of the followers that have not handled an event yet, once for each event.
    var waiting: [String] = []
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

  func begin(_ follower: String) { state.withLock { $0.waiting.append(follower) } }

  func end(_ follower: String) {
    state.withLock { state in
      if let index = state.waiting.firstIndex(of: follower) { state.waiting.remove(at: index) }
    }
  }

  /// Waits until the followers have handled all events that were published so far.
  package func wait() async { await pending.drain() }

  /// Whether a follower has not handled its event yet.
  package var isWaiting: Bool { pending.isWaiting }

  /// Returns the reports, in the order in which they were made, and a failure of each follower with
  /// a name that has not handled its event yet. Later reports are not accepted.
  package func end() -> [Report] {
    state.withLock { state in
      state.hasEnded = true
      let late = Set(state.waiting).sorted().map { name in
        Report.failure("'\(name)' has not done its part in time; run 'doctor'")
      }
      return state.reports + late
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
  /// Follows an event as `follow(queued:_:)` does, with a follower for which `EventReports` waits
  /// if the event must be handled.
  /// - Parameter name: The name of the module that follows; nil if it is no module.
  package func follow<Followed: Event>(
    reporting type: Followed.Type, by name: String? = nil,
    _ follower: @escaping @Sendable (Followed, EventOrigin) async -> Void
  ) -> Subscription {
    follow(
      queued: type, by: name, reports: { Followed.mustBeHandled ? EventReports.current : nil },
      follower)
  }
}
