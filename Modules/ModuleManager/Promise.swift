import Mediator

/// A result that is set once, later, and that any number of tasks can wait for.
package final class Promise<Value: Sendable>: Sendable {
  private typealias Continuation = CheckedContinuation<Result<Value, any Error>, Never>

  private struct State {
    var result: Result<Value, any Error>?
    var waiting: [Int: Continuation] = [:]
    var lastID = 0
  }

  private let state = Lock(State())

  package init() {}

  /// The result; nil until it is set.
  var currentResult: Result<Value, any Error>? { state.withLock { $0.result } }

  /// Sets the result and resumes all waiting tasks; returns false when it was set before.
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

  /// Waits for the result.
  /// - Throws: `CancellationError` as soon as the caller's task is cancelled.
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

  /// Waits for the result, even when the caller's task is cancelled.
  package var result: Result<Value, any Error> {
    get async { await wait(as: newID, unless: { false }) }
  }

  private var newID: Int {
    state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
  }

  private func wait(as id: Int, unless isCancelled: () -> Bool) async -> Result<Value, any Error> {
    await withCheckedContinuation { continuation in
      let result = state.withLock { state -> Result<Value, any Error>? in
        if let result = state.result { return result }
        if isCancelled() { return .failure(CancellationError()) }
        state.waiting[id] = continuation
        return nil
      }
      if let result { continuation.resume(returning: result) }
    }
  }
}

/// Returns the result of some work; nil when it throws or takes longer than a duration. Then the work
/// is cancelled, but nobody waits until it ends. A cancellation of the caller's task changes nothing.
@discardableResult
package func first<Result: Sendable>(
  within duration: Duration, clock: any Clock<Duration> = ContinuousClock(),
  _ work: @escaping @Sendable () async throws -> Result
) async -> Result? {
  let end = Promise<Result>()
  let working = Task {
    do { end.fulfil(.success(try await work())) } catch { end.fulfil(.failure(error)) }
  }
  let timer = Task {
    try await clock.sleep(for: duration)
    end.fulfil(.failure(CancellationError()))
  }
  defer {
    working.cancel()
    timer.cancel()
  }
  return try? await end.result.get()
}
