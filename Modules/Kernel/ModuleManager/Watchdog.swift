import Platform

/// Calls functions when their deadlines pass. One task sleeps for all deadlines.
final class Watchdog: Sendable {
  /// Called when a deadline passes; returns the time until the next call, or nil for none.
  typealias Expiry = @Sendable () -> Duration?

  private struct State {
    var watches: [Int: (due: Duration, expire: Expiry)] = [:]
    var lastID = 0
    /// When the sleeping task wakes; nil when there is none.
    var wakeTime: Duration?
    var task: Task<Void, Never>?
  }

  let clock: AnyClock
  private let state = Lock(State())

  init(_ clock: AnyClock) {
    self.clock = clock
  }

  deinit { state.withLock { $0.task }?.cancel() }

  /// Calls `expire` after `delay` unless `cancel` is called before; returns the id for `cancel`.
  func schedule(after delay: Duration, _ expire: @escaping Expiry) -> Int {
    let due = clock.now() + delay
    return state.withLock { state in
      state.lastID += 1
      state.watches[state.lastID] = (due, expire)
      if state.wakeTime.map({ due < $0 }) ?? true { sleep(until: due, &state) }
      return state.lastID
    }
  }

  func cancel(_ id: Int) {
    state.withLock { $0.watches[id] = nil }
  }

  private func sleep(until due: Duration, _ state: inout State) {
    state.task?.cancel()
    state.wakeTime = due
    state.task = Task { [clock, weak self] in
      do { try await clock.sleep(due) } catch { return }
      self?.wake()
    }
  }

  private func wake() {
    let now = clock.now()
    let expired = state.withLock { $0.watches.filter { $0.value.due <= now } }
    for (id, watch) in expired {
      let delay = watch.expire()
      state.withLock { state in
        guard state.watches[id] != nil else { return }
        state.watches[id] = delay.map { (now + $0, watch.expire) }
      }
    }
    state.withLock { state in
      state.wakeTime = nil
      if let next = state.watches.values.map(\.due).min() { sleep(until: next, &state) }
    }
  }
}
