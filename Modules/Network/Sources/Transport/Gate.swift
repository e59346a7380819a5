import Mediator

/// Lets at most so many through at a time for each key, in the order of coming.
final class Gate: Sendable {
  private struct Passage {
    var inside = 0
    var waiting: [(id: Int, caller: CheckedContinuation<Void, any Error>)] = []
  }

  private struct State {
    var passages: [String: Passage] = [:]
    var nextID = 0
  }

  private let limit: Int
  private let state = Lock(State())

  init(limit: Int) {
    self.limit = limit
  }

  /// Runs `work` when there is room.
  /// - Throws: What `work` throws, and `CancellationError`.
  func pass<Result>(_ key: String = "", _ work: () async throws -> Result) async throws -> Result {
    try await enter(key)
    defer { leave(key) }
    return try await work()
  }

  private func enter(_ key: String) async throws {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { caller in
        let verdict: Result<Void, any Error>? = state.withLock { state in
          if Task.isCancelled { return .failure(CancellationError()) }
          if state.passages[key, default: Passage()].inside < limit {
            state.passages[key, default: Passage()].inside += 1
            return .success(())
          }
          state.passages[key]?.waiting.append((id, caller))
          return nil
        }
        if let verdict { caller.resume(with: verdict) }
      }
    } onCancel: {
      let caller = state.withLock { state -> CheckedContinuation<Void, any Error>? in
        guard let index = state.passages[key]?.waiting.firstIndex(where: { $0.id == id }) else {
          return nil
        }
        return state.passages[key]?.waiting.remove(at: index).caller
      }
      caller?.resume(throwing: CancellationError())
    }
  }

  private func leave(_ key: String) {
    let next = state.withLock { state -> CheckedContinuation<Void, any Error>? in
      guard var passage = state.passages[key] else { return nil }
      // Whoever comes next takes the place of whoever leaves.
      let next = passage.waiting.isEmpty ? nil : passage.waiting.removeFirst().caller
      if next == nil { passage.inside -= 1 }
      state.passages[key] = passage.inside == 0 ? nil : passage
      return next
    }
    next?.resume()
  }
}
