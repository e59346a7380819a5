import Mediator

/// Stands open until a test closes it, and tells who waits before it.
final class Gate: Sendable {
  private struct State {
    var isOpen = true
    var waiting: [CheckedContinuation<Void, Never>] = []
    var arrival: CheckedContinuation<Void, Never>?
  }

  private let state = Lock(State())

  func close() {
    state.withLock { $0.isOpen = false }
  }

  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Returns when somebody waits.
  func arrival() async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        guard state.waiting.isEmpty else { return true }
        state.arrival = continuation
        return false
      }
      if isThere { continuation.resume() }
    }
  }

  func pass() async {
    await withCheckedContinuation { continuation in
      let (isOpen, arrival) = state.withLock { state in
        guard !state.isOpen else { return (true, nil as CheckedContinuation<Void, Never>?) }
        state.waiting.append(continuation)
        defer { state.arrival = nil }
        return (false, state.arrival)
      }
      if isOpen { continuation.resume() }
      arrival?.resume()
    }
  }
}
