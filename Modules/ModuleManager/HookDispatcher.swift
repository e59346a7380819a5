import Mediator

/// Calls a hook of many modules, one after the other. A call that exceeds its deadline is cancelled
/// and abandoned, and the next one begins.
final class HookDispatcher: Sendable {
  /// Calls a hook. Returns false when the module left a URL or notification to others, and nil when
  /// the call is not to be reported.
  typealias Call = @Sendable () async throws -> Bool?

  /// A hook of a started module. It is an object, so that a call retains a single reference.
  final class Target: Sendable {
    let instance: ModuleInstance
    let hook: Hook
    let call: Call

    init(instance: ModuleInstance, hook: Hook, call: @escaping Call) {
      self.instance = instance
      self.hook = hook
      self.call = call
    }
  }

  private struct State {
    var reported: [HookReport.Call] = []
    /// The index of the target whose call is running.
    var current = 0
    /// When that call began.
    var began: Duration
    /// Incremented with each abandoned task, so that the task notices that it was replaced.
    var generation = 0
    var task: Task<Void, Never>?
  }

  private let targets: [Target]
  private let watchdog: Watchdog
  private let deadline: @Sendable (Target) -> Duration
  private let finished = Promise<[HookReport.Call]>()
  private let state: Lock<State>

  private init(
    _ targets: [Target], _ watchdog: Watchdog, deadline: @escaping @Sendable (Target) -> Duration
  ) {
    self.targets = targets
    self.watchdog = watchdog
    self.deadline = deadline
    state = Lock(State(began: watchdog.clock.now()))
  }

  /// Calls the hooks of all targets, even when the caller's task is cancelled.
  /// - Parameter deadline: Returns how long a call may take; evaluated repeatedly, so it may
  ///   shrink.
  static func run(
    _ targets: [Target], _ watchdog: Watchdog, deadline: @escaping @Sendable (Target) -> Duration
  ) async -> HookReport {
    // Checks at the shortest deadline's interval, so every missed deadline is noticed soon.
    guard let interval = targets.lazy.map(deadline).min() else { return HookReport(calls: []) }
    let dispatcher = HookDispatcher(targets, watchdog, deadline: deadline)
    let watch = watchdog.schedule(after: interval) {
      dispatcher.checkDeadline().map { min($0, interval) }
    }
    dispatcher.state.withLock { dispatcher.startTask(&$0) }
    let calls = (try? await dispatcher.finished.result.get()) ?? []
    watchdog.cancel(watch)
    return HookReport(calls: calls)
  }

  private func startTask(_ state: inout State) {
    state.reported.reserveCapacity(targets.count)
    state.task = Task { [generation = state.generation, first = state.current] in
      for index in first..<targets.count {
        let outcome: HookReport.Call.Outcome?
        do {
          outcome = try await targets[index].call().map { .returned(isHandled: $0) }
        } catch {
          outcome = .failed("\(error)")
        }
        guard finishCall(outcome, in: generation) else { return }
      }
    }
  }

  /// Records the outcome of the current call; false when the call was abandoned before.
  private func finishCall(_ outcome: HookReport.Call.Outcome?, in generation: Int) -> Bool {
    let now = watchdog.clock.now()
    return state.withLock { state in
      guard state.generation == generation else { return false }
      advance(outcome, at: now, &state)
      return true
    }
  }

  /// Abandons the current call when its deadline has passed; returns the time until the next check.
  private func checkDeadline() -> Duration? {
    let now = watchdog.clock.now()
    return state.withLock { state in
      guard state.current < targets.count else { return nil }
      let remaining = deadline(targets[state.current]) - (now - state.began)
      guard remaining <= .zero else { return remaining }
      state.task?.cancel()
      state.generation += 1
      advance(.abandoned, at: now, &state)
      guard state.current < targets.count else { return nil }
      startTask(&state)
      return deadline(targets[state.current])
    }
  }

  private func advance(
    _ outcome: HookReport.Call.Outcome?, at now: Duration, _ state: inout State
  ) {
    let target = targets[state.current]
    if let outcome {
      state.reported.append(
        HookReport.Call(
          module: target.instance.manifest.name, hook: target.hook, took: now - state.began,
          outcome: outcome))
    }
    state.current += 1
    state.began = now
    if state.current == targets.count { finished.fulfil(.success(state.reported)) }
  }
}
