import Mediator

/// Calls a hook of many modules, one after the other, under one watchdog. A call that takes too long
/// is cancelled and left behind, and the next one begins.
final class FanOut: Sendable {
  /// A call to be made.
  final class Step: Sendable {
    let launch: Launch
    let hook: Hook
    let running: Launch.Running

    init?(_ launch: Launch, _ hook: Hook) {
      guard let running = launch.running else { return nil }
      self.launch = launch
      self.hook = hook
      self.running = running
    }
  }

  private struct State {
    var calls: [HookReport.Call] = []
    /// The step under way.
    var next = 0
    /// When it began.
    var since: Duration
    /// Counts the tasks that were left behind, so that they notice.
    var worker = 0
    var task: Task<Void, Never>?
  }

  private let steps: [Step]
  private let watchdog: Watchdog
  private let allowance: @Sendable (Step) -> Duration
  private let call: @Sendable (Step) async throws -> Bool
  private let done = Promise<[HookReport.Call]>()
  private let state: Lock<State>

  /// - Parameters:
  ///   - allowance: How long a call may take, asked when it may be too long.
  ///   - call: Makes a call; false when the module left a URL or notification to others.
  private init(
    _ steps: [Step], _ watchdog: Watchdog, allowance: @escaping @Sendable (Step) -> Duration,
    call: @escaping @Sendable (Step) async throws -> Bool
  ) {
    self.steps = steps
    self.watchdog = watchdog
    self.allowance = allowance
    self.call = call
    state = Lock(State(since: watchdog.time.now()))
  }

  /// Makes all calls, also when the caller is cancelled.
  static func run(
    _ steps: [Step], _ watchdog: Watchdog, allowance: @escaping @Sendable (Step) -> Duration,
    call: @escaping @Sendable (Step) async throws -> Bool
  ) async -> HookReport {
    // Each step is looked at this often, so that the shortest deadline is kept to as well.
    guard let interval = steps.lazy.map(allowance).min() else { return HookReport(calls: []) }
    let fanOut = FanOut(steps, watchdog, allowance: allowance, call: call)
    let watch = watchdog.watch(for: interval) { fanOut.check().map { min($0, interval) } }
    fanOut.state.withLock { fanOut.work(&$0) }
    let calls = (try? await fanOut.done.result.get()) ?? []
    watchdog.end(watch)
    return HookReport(calls: calls)
  }

  private func work(_ state: inout State) {
    state.calls.reserveCapacity(steps.count)
    state.task = Task { [worker = state.worker, start = state.next] in
      var next = start
      while next < steps.count {
        let outcome: HookReport.Call.Outcome?
        do {
          outcome = .returned(isHandled: try await call(steps[next]))
        } catch is HookIsMissing {
          steps[next].launch.miss(steps[next].hook)
          outcome = nil
        } catch {
          outcome = .failed("\(error)")
        }
        guard finish(outcome, by: worker) else { return }
        next += 1
      }
    }
  }

  /// Notes how the step under way ended; false when it was left behind before.
  private func finish(_ outcome: HookReport.Call.Outcome?, by worker: Int) -> Bool {
    let now = watchdog.time.now()
    return state.withLock { state in
      guard state.worker == worker else { return false }
      proceed(outcome, at: now, &state)
      return true
    }
  }

  /// Leaves the step under way behind when it takes too long; returns when to look again.
  private func check() -> Duration? {
    let now = watchdog.time.now()
    return state.withLock { state in
      guard state.next < steps.count else { return nil }
      let left = allowance(steps[state.next]) - (now - state.since)
      guard left <= .zero else { return left }
      state.task?.cancel()
      state.worker += 1
      proceed(.abandoned, at: now, &state)
      guard state.next < steps.count else { return nil }
      work(&state)
      return allowance(steps[state.next])
    }
  }

  private func proceed(
    _ outcome: HookReport.Call.Outcome?, at now: Duration, _ state: inout State
  ) {
    let step = steps[state.next]
    if let outcome {
      state.calls.append(
        HookReport.Call(
          module: step.launch.manifest.name, hook: step.hook, took: now - state.since,
          outcome: outcome))
    }
    state.next += 1
    state.since = now
    if state.next == steps.count { done.fulfil(.success(state.calls)) }
  }
}
