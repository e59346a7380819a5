import Platform

extension Mediator {
  /// Does work in the background after this process has published an event. Publications during
  /// the work are followed by one more run, so that a slow follower needs no memory for each of
  /// them.
  /// - Parameters:
  ///   - name: The name of the module that follows, for `EventReports`.
  ///   - onPublication: Runs inside `publish`, as the follower of `follow(_:_:)` does.
  ///   - work: Runs afterwards. `drain`, `publishAndWait` and `EventReports` wait for it.
  package func follow<Followed: Event>(
    coalescing type: Followed.Type, by name: String,
    _ onPublication: @escaping @Sendable (Followed) -> Void,
    work: @escaping @Sendable () async -> Void
  ) -> Subscription {
    let work = CoalescedWork(name, work)
    return subscribe(to: type) { [pendingDeliveries] event, origin, publication in
      guard origin == .thisProcess else { return }
      onPublication(event.assumingMemoryBound(to: Followed.self).pointee)
      work.request(
        // In this order, so that after `drain` nobody else waits for the event either.
        counting: (publication.map { [$0] } ?? []) + [pendingDeliveries],
        Followed.mustBeHandled ? EventReports.current : nil)
    }
  }
}

/// Work that runs once for all requests that were made before it began.
private final class CoalescedWork: Sendable {
  private struct State {
    var isRunning = false
    /// What waits for the next run.
    var pending: [PendingDeliveries] = []
    var reports: [EventReports] = []
  }

  private let name: String
  private let work: @Sendable () async -> Void
  private let state = Lock(State())

  init(_ name: String, _ work: @escaping @Sendable () async -> Void) {
    self.name = name
    self.work = work
  }

  /// Requests a run.
  /// - Parameters:
  ///   - pending: What counts the request until the run has ended.
  ///   - reports: What collects the reports of the run.
  func request(counting pending: [PendingDeliveries], _ reports: EventReports?) {
    let mustStart = state.withLock { state in
      for pending in (reports.map { [$0.pending] } ?? []) + pending
      where !state.pending.contains(where: { $0 === pending }) {
        pending.begin()
        state.pending.append(pending)
      }
      if let reports, !state.reports.contains(where: { $0 === reports }) {
        reports.begin(name)
        state.reports.append(reports)
      }
      defer { state.isRunning = true }
      return !state.isRunning
    }
    guard mustStart else { return }
    Task.detached(priority: max(Task.currentPriority, .medium)) {
      [language = Language.current] in
      await Language.$current.withValue(language) { await self.run() }
    }
  }

  private func run() async {
    while let (pending, reports) = takeRequests() {
      // A report about an event is one about all that is delivered with it.
      if let first = reports.first { await first.collect { await work() } } else { await work() }
      for reports in reports { reports.end(name) }
      for pending in pending { pending.end() }
    }
  }

  private func takeRequests() -> ([PendingDeliveries], [EventReports])? {
    state.withLock { state in
      guard !state.pending.isEmpty else {
        state.isRunning = false
        return nil
      }
      defer { (state.pending, state.reports) = ([], []) }
      return (state.pending, state.reports)
    }
  }
}
