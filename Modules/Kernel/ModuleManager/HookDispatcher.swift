import Mediator
import Platform

/// Calls a hook of many modules, one after the other. A call that exceeds its deadline is cancelled
/// and abandoned, and the next one begins.
final class HookDispatcher: Sendable {
  /// How a hook is called.
  ///
  /// The hooks without arguments are called through their protocol. A closure would be retained for
  /// its call, and its reference count would move to the processor that runs the task, which can
  /// take longer than the call.
  enum Call: Sendable {
    case willEnterForeground(any ForegroundHandler)
    case didEnterBackground(any BackgroundHandler)
    case didReceiveMemoryWarning(any MemoryWarningHandler)
    /// Returns whether the call is to be reported.
    case closure(@Sendable () async throws -> Bool)
  }

  /// A hook of a started module.
  struct Target: Sendable {
    /// The module's name.
    let module: String
    let hook: Hook
    /// How long the call may take, if the host has that much time.
    let deadline: Duration
    let call: Call
  }

  private struct State {
    var reported: [HookReport.Call] = []
    /// The index of the target whose call is running. The task of an abandoned call notices by it
    /// that it was replaced.
    var current = 0
    /// When that call began.
    var began: Duration
    var task: Task<Void, Never>?
  }

  private let targets: [Target]
  private let watchdog: Watchdog
  private let limit: @Sendable (Duration) -> Duration
  private let finished = Promise<[HookReport.Call]>()
  private let state: Lock<State>

  private init(
    _ targets: [Target], _ watchdog: Watchdog, limit: @escaping @Sendable (Duration) -> Duration
  ) {
    self.targets = targets
    self.watchdog = watchdog
    self.limit = limit
    var state = State(began: watchdog.clock.coarseNow())
    state.reported.reserveCapacity(targets.count)
    self.state = Lock(state)
  }

  /// Calls the hooks of all targets, even when the caller's task is cancelled.
  /// - Parameter limit: Returns how long a call with a deadline may take; evaluated repeatedly, so
  ///   it may shrink. A longer deadline never has a lower limit.
  static func run(
    _ targets: [Target], _ watchdog: Watchdog,
    limit: @escaping @Sendable (Duration) -> Duration = { $0 }
  ) async -> HookReport {
    guard var shortest = targets.first?.deadline else { return HookReport(calls: []) }
    // By index, because each copy of a target retains its module.
    for index in targets.indices { shortest = min(shortest, targets[index].deadline) }
    // Checks at the shortest deadline's interval, so every missed deadline is noticed soon.
    let interval = limit(shortest)
    let dispatcher = HookDispatcher(targets, watchdog, limit: limit)
    let watch = watchdog.schedule(after: interval) {
      dispatcher.checkDeadline().map { min($0, interval) }
    }
    dispatcher.state.withLock { dispatcher.startTask(&$0) }
    let calls = (try? await dispatcher.finished.result.get()) ?? []
    watchdog.cancel(watch)
    return HookReport(calls: calls)
  }

  private func startTask(_ state: inout State) {
    // Captured once, so that a call retains nothing but its target.
    state.task = Task { [targets, first = state.current, now = watchdog.clock.coarseNow] in
      for index in first..<targets.count {
        var outcome: HookReport.Call.Outcome? = .returned
        do {
          switch targets[index].call {
          case .willEnterForeground(let handler):
            try await handler.willEnterForeground()
          case .didEnterBackground(let handler):
            try await handler.didEnterBackground()
          case .didReceiveMemoryWarning(let handler):
            try await handler.didReceiveMemoryWarning()
          case .closure(let call):
            if try await !call() { outcome = nil }
          }
        } catch {
          outcome = .failed(error.plainText)
        }
        guard finishCall(index, outcome, at: now()) else { return }
      }
    }
  }

  /// Records the outcome of a call; false when the call was abandoned before.
  private func finishCall(
    _ index: Int, _ outcome: HookReport.Call.Outcome?, at now: Duration
  ) -> Bool {
    state.withLock { state in
      guard state.current == index else { return false }
      advance(outcome, at: now, &state)
      return true
    }
  }

  /// Abandons the current call when its deadline has passed; returns the time until the next check.
  private func checkDeadline() -> Duration? {
    let now = watchdog.clock.coarseNow()
    return state.withLock { state in
      guard state.current < targets.count else { return nil }
      let remaining = limit(targets[state.current].deadline) - (now - state.began)
      guard remaining <= .zero else { return remaining }
      state.task?.cancel()
      advance(.abandoned, at: now, &state)
      guard state.current < targets.count else { return nil }
      startTask(&state)
      return limit(targets[state.current].deadline)
    }
  }

  private func advance(
    _ outcome: HookReport.Call.Outcome?, at now: Duration, _ state: inout State
  ) {
    let (module, hook) = (targets[state.current].module, targets[state.current].hook)
    if let outcome {
      state.reported.append(
        HookReport.Call(module: module, hook: hook, took: now - state.began, outcome: outcome))
    }
    state.current += 1
    state.began = now
    if state.current == targets.count { finished.fulfil(.success(state.reported)) }
  }
}
