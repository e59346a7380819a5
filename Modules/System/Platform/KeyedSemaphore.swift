/// Lets a limited number of callers run at the same time for each key, in the order of their calls.
package final class KeyedSemaphore: Sendable {
  private struct Entry {
    var running = 0
    var waiting: [(id: Int, caller: CheckedContinuation<Void, any Error>)] = []
  }

  private struct State {
    var entries: [String: Entry] = [:]
    var nextID = 0
  }

  private let limit: Int
  private let state = Lock(State())

  /// Creates a semaphore.
  /// - Parameter limit: The maximum number of callers for each key.
  package init(limit: Int) {
    self.limit = limit
  }

  /// Runs `work` when fewer callers than the limit run for the key.
  /// - Parameter onWait: Called before `work` if it has to wait.
  /// - Throws: What `work` throws, and `CancellationError`.
  package func run<Result>(
    _ key: String = "", onWait: () -> Void = {}, _ work: () async throws -> Result
  ) async throws -> Result {
    try await acquire(key, onWait)
    defer { release(key) }
    return try await work()
  }

  private func acquire(_ key: String, _ onWait: () -> Void) async throws {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { caller in
        let result: Result<Void, any Error>? = state.withLock { state in
          if Task.isCancelled { return .failure(CancellationError()) }
          if state.entries[key, default: Entry()].running < limit {
            state.entries[key, default: Entry()].running += 1
            return .success(())
          }
          state.entries[key]?.waiting.append((id, caller))
          return nil
        }
        if let result { caller.resume(with: result) } else { onWait() }
      }
    } onCancel: {
      let caller = state.withLock { state -> CheckedContinuation<Void, any Error>? in
        guard let index = state.entries[key]?.waiting.firstIndex(where: { $0.id == id }) else {
          return nil
        }
        return state.entries[key]?.waiting.remove(at: index).caller
      }
      caller?.resume(throwing: CancellationError())
    }
  }

  private func release(_ key: String) {
    let next = state.withLock { state -> CheckedContinuation<Void, any Error>? in
      guard var entry = state.entries[key] else { return nil }
      // The next caller takes over the released place, so the number of running callers stays.
      let next = entry.waiting.isEmpty ? nil : entry.waiting.removeFirst().caller
      if next == nil { entry.running -= 1 }
      state.entries[key] = entry.running == 0 ? nil : entry
      return next
    }
    next?.resume()
  }
}
