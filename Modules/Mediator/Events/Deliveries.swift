/// How many queued deliveries are under way, and who waits for their end.
@usableFromInline
final class Deliveries: Sendable {
  private struct State {
    var underWay = 0
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Lock(State())

  func begin() {
    state.withLock { $0.underWay += 1 }
  }

  func end() {
    let waiting = state.withLock { state in
      state.underWay -= 1
      guard state.underWay == 0 else { return [CheckedContinuation<Void, Never>]() }
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Returns when nothing is under way.
  func settle() async {
    await withCheckedContinuation { continuation in
      let isWaiting = state.withLock { state in
        guard state.underWay > 0 else { return false }
        state.waiting.append(continuation)
        return true
      }
      if !isWaiting { continuation.resume() }
    }
  }
}
