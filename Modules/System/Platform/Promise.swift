/// A result that is set once, later, and that any number of tasks can wait for.
package final class Promise<Value: Sendable>: Sendable {
  private struct State {
    var result: Result<Value, any Error>?
    var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    var lastID = 0
  }

  private let state = Lock(State())

  package init() {}

  /// The result; nil until it is set.
  package var currentResult: Result<Value, any Error>? { state.withLock { $0.result } }

  /// Sets the result and resumes all waiting tasks; returns false when it was set before.
  @discardableResult
  package func fulfil(_ result: Result<Value, any Error>) -> Bool {
    let waiting = state.withLock { state -> [Int: CheckedContinuation<Void, Never>]? in
      guard state.result == nil else { return nil }
      defer { state.waiting = [:] }
      state.result = result
      return state.waiting
    }
    for continuation in (waiting ?? [:]).values { continuation.resume() }
    return waiting != nil
  }

  /// Waits for the result.
  /// - Throws: `CancellationError` as soon as the caller's task is cancelled.
  package var value: Value {
    get async throws {
      let id = makeID()
      await withTaskCancellationHandler {
        await wait(as: id, unless: { Task.isCancelled })
      } onCancel: {
        state.withLock { $0.waiting.removeValue(forKey: id) }?.resume()
      }
      guard let result = currentResult else { throw CancellationError() }
      return try result.get()
    }
  }

  /// Waits for the result, even when the caller's task is cancelled.
  package var result: Result<Value, any Error> {
    get async {
      while true {
        if let result = currentResult { return result }
        await wait(as: makeID(), unless: { false })
      }
    }
  }

  private func makeID() -> Int {
    state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
  }

  /// Waits until the result is set, or the wait is cancelled.
  private func wait(as id: Int, unless isCancelled: () -> Bool) async {
    await withCheckedContinuation { continuation in
      let isWaiting = state.withLock { state in
        guard state.result == nil, !isCancelled() else { return false }
        state.waiting[id] = continuation
        return true
      }
      if !isWaiting { continuation.resume() }
    }
  }
}
