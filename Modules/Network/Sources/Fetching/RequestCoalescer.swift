import Mediator

/// Lets equal concurrent requests share one transfer. The transfer is cancelled when all its
/// callers are cancelled.
final class RequestCoalescer<Request: Hashable & Sendable, Response: Sendable>: Sendable {
  private typealias Caller = CheckedContinuation<Response, any Error>

  private struct SharedRead {
    let id: Int
    /// Nil until the first caller has started it.
    var task: Task<Void, Never>?
    var callers: [Int: Caller] = [:]
  }

  private struct State {
    var reads: [Request: SharedRead] = [:]
    var nextID = 0
  }

  private let state = Lock(State())

  /// Returns the result of `fetch`, or of an equal request in progress.
  func response(
    to request: Request, fetch: @escaping @Sendable () async throws -> Response
  ) async throws -> Response {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { caller in
        let isFirst: Bool? = state.withLock { state in
          guard !Task.isCancelled else { return nil }
          let isFirst = state.reads[request] == nil
          state.reads[request, default: SharedRead(id: id)].callers[id] = caller
          return isFirst
        }
        guard let isFirst else { return caller.resume(throwing: CancellationError()) }
        if isFirst { start(request, id, fetch) }
      }
    } onCancel: {
      cancel(request, id)
    }
  }

  private func start(
    _ request: Request, _ id: Int,
    _ fetch: @escaping @Sendable () async throws -> Response
  ) {
    // It runs on this thread until it waits, without the cost of a hop to another one.
    let task = Task.immediate { await run(request, id, fetch) }
    let isCancelled = state.withLock { state in
      guard state.reads[request]?.id == id else { return true }
      state.reads[request]?.task = task
      return false
    }
    // All callers were cancelled meanwhile, or the task has ended.
    if isCancelled { task.cancel() }
  }

  private func run(
    _ request: Request, _ id: Int, _ fetch: () async throws -> Response
  ) async {
    var outcome: Result<Response, any Error>
    do { outcome = .success(try await fetch()) } catch { outcome = .failure(error) }
    let callers = state.withLock { state -> [Caller] in
      guard let read = state.reads[request], read.id == id else { return [] }
      state.reads[request] = nil
      return Array(read.callers.values)
    }
    for caller in callers { caller.resume(with: outcome) }
  }

  private func cancel(_ request: Request, _ id: Int) {
    let (caller, task) = state.withLock { state -> (Caller?, Task<Void, Never>?) in
      let caller = state.reads[request]?.callers.removeValue(forKey: id)
      guard caller != nil, let read = state.reads[request], read.callers.isEmpty else {
        return (caller, nil)
      }
      state.reads[request] = nil
      return (caller, read.task)
    }
    task?.cancel()
    caller?.resume(throwing: CancellationError())
  }
}
