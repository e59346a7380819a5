import Mediator

/// Says when something takes too long: one sleeping task, however much it watches.
final class Watchdog: Sendable {
  /// Called when the time is over; returns how much more there is, nil for none.
  typealias Expiry = @Sendable () -> Duration?

  private struct State {
    var watches: [Int: (due: Duration, expire: Expiry)] = [:]
    var nextID = 0
    /// When the task wakes; nil when there is none.
    var wakes: Duration?
    var task: Task<Void, Never>?
  }

  let time: Time
  private let state = Lock(State())

  init(_ time: Time) {
    self.time = time
  }

  deinit { state.withLock { $0.task }?.cancel() }

  /// Calls `expire` after `allowance`, unless the watch is ended before.
  func watch(for allowance: Duration, expire: @escaping Expiry) -> Int {
    let due = time.now() + allowance
    return state.withLock { state in
      state.nextID += 1
      state.watches[state.nextID] = (due, expire)
      if state.wakes.map({ due < $0 }) ?? true { sleep(until: due, &state) }
      return state.nextID
    }
  }

  func end(_ watch: Int) {
    state.withLock { $0.watches[watch] = nil }
  }

  private func sleep(until due: Duration, _ state: inout State) {
    state.task?.cancel()
    state.wakes = due
    state.task = Task { [time, weak self] in
      do { try await time.sleep(due) } catch { return }
      self?.wake()
    }
  }

  private func wake() {
    let now = time.now()
    let expired = state.withLock { $0.watches.filter { $0.value.due <= now } }
    for (id, watch) in expired {
      let more = watch.expire()
      state.withLock { state in
        guard state.watches[id] != nil else { return }
        state.watches[id] = more.map { (now + $0, watch.expire) }
      }
    }
    state.withLock { state in
      state.wakes = nil
      if let next = state.watches.values.map(\.due).min() { sleep(until: next, &state) }
    }
  }
}
