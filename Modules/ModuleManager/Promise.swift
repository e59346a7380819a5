import Mediator

/// A result that is given later and that many may wait for. The first one given counts.
package final class Promise<Value: Sendable>: Sendable {
  private typealias Continuation = CheckedContinuation<Result<Value, any Error>, Never>

  private struct State {
    var result: Result<Value, any Error>?
    var waiting: [Int: Continuation] = [:]
    var lastID = 0
  }

  private let state = Lock(State())

  package init() {}

  /// The result; nil until it is given.
  package var given: Result<Value, any Error>? { state.withLock { $0.result } }

  /// Gives the result; false when there is one already.
  @discardableResult
  package func fulfil(_ result: Result<Value, any Error>) -> Bool {
    let waiting = state.withLock { state -> [Int: Continuation]? in
      guard state.result == nil else { return nil }
      defer { state.waiting = [:] }
      state.result = result
      return state.waiting
    }
    for continuation in (waiting ?? [:]).values { continuation.resume(returning: result) }
    return waiting != nil
  }

  /// Waits for the result, for as long as the caller is not cancelled.
  /// - Throws: `CancellationError` when the caller is cancelled first.
  package var value: Value {
    get async throws {
      let id = newID
      return try await withTaskCancellationHandler {
        await wait(as: id, unless: { Task.isCancelled })
      } onCancel: {
        let waiting = state.withLock { $0.waiting.removeValue(forKey: id) }
        waiting?.resume(returning: .failure(CancellationError()))
      }.get()
    }
  }

  /// Waits for the result, also when the caller is cancelled.
  package var result: Result<Value, any Error> {
    get async { await wait(as: newID, unless: { false }) }
  }

  private var newID: Int {
    state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
  }

  private func wait(as id: Int, unless givesUp: () -> Bool) async -> Result<Value, any Error> {
    await withCheckedContinuation { continuation in
      let result = state.withLock { state -> Result<Value, any Error>? in
        if let result = state.result { return result }
        if givesUp() { return .failure(CancellationError()) }
        state.waiting[id] = continuation
        return nil
      }
      if let result { continuation.resume(returning: result) }
    }
  }
}
