import Platform

/// Modules that wait for each other, because the `start` of one calls an action of the other: both would
/// wait until their deadlines.
extension ModuleManager {
  /// Runs the creation and the `start` of a module, so that `waitForStart` knows who calls in it.
  func withStarter<Result>(
    of instance: ModuleInstance, _ body: () async throws -> Result
  ) async throws -> Result {
    guard let task = Self.currentTask else { return try await body() }
    state.withLock { $0.starters[task] = instance.index }
    defer { state.withLock { $0.starters[task] = nil } }
    return try await body()
  }

  /// Waits until a module has started.
  /// - Throws: `ModuleManagerError.startCycle` when the caller is a `start` for which that module waits,
  ///   directly or not; otherwise the error that prevents the start.
  func waitForStart(of instance: ModuleInstance) async throws {
    let starter = try state.withLock { state in
      let starter = Self.currentTask.flatMap { state.starters[$0] }
      guard let starter, instance.running == nil else { return Int?.none }
      if let path = state.waitingPath(from: instance.index, to: starter) {
        throw ModuleManagerError.startCycle(([starter] + path).map { manifests[$0].name })
      }
      state.awaited[starter] = instance.index
      return starter
    }
    defer { if let starter { state.withLock { $0.awaited[starter] = nil } } }
    _ = try await instance.started.value
  }

  /// Identifies the current task while it runs. A task that a `start` creates is another one, for
  /// which `start` need not wait.
  private static var currentTask: Int? {
    // Safe: the reference itself does not leave the closure.
    withUnsafeCurrentTask { $0?.hashValue }
  }
}

extension ModuleManager.State {
  /// The indexes of modules of which each waits for the start of the next one; nil if there are none.
  fileprivate func waitingPath(from index: Int, to goal: Int) -> [Int]? {
    if index == goal { return [index] }
    let requirements = instances[index]?.requirements.filter { $0.running == nil }.map(\.index)
    for next in (requirements ?? []) + [awaited[index]].compactMap({ $0 }) {
      if let path = waitingPath(from: next, to: goal) { return [index] + path }
    }
    return nil
  }
}
