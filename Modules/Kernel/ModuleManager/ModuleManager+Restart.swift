import Mediator
import Platform

extension ModuleManager {
  /// Waits until the previous instance is stopped and the back-off has passed, and records the
  /// start.
  func beginStart(of instance: ModuleInstance) async throws {
    guard instance.manifest.mayRestart else { return }
    let previous = state.withLock { $0.restarts[instance.index, default: .init()] }
    try await previous.failed?.cleanedUp.value
    if previous.nextStart > watchdog.clock.now() {
      try await watchdog.clock.sleep(previous.nextStart)
    }
    try Task.checkCancellation()
    let now = watchdog.clock.now()
    state.withLock { state in
      state.restarts[instance.index, default: .init()].starts.append(now)
      state.restarts[instance.index]?.hasBegun = true
    }
  }

  /// Records a failure of a module that may start again, and makes it unavailable after too many.
  /// - Returns: The reason for the report.
  func recordFailure(of index: Int, _ reason: String, _ state: inout State) -> String {
    guard manifests[index].mayRestart, let intensity = manifests[index].restarts else {
      return reason
    }
    let now = watchdog.clock.now()
    guard
      let exceeded = state.restarts[index, default: .init()].fail(reason, at: now, intensity)
    else { return reason }
    state.unavailable[index] = exceeded
    return exceeded
  }

  /// Lets a module start again that is out of use because of its restart intensity.
  func resetRestarts(of index: Int) {
    state.withLock { state in
      guard let history = state.restarts[index], history.isExceeded else { return }
      state.restarts[index] = RestartHistory(failed: history.failed)
      state.unavailable[index] = nil
    }
  }

  /// Stops a module whose `run` threw, so that it can start again.
  func cleanUp(_ instance: ModuleInstance) async {
    let stop = HookDispatcher.Call.closure {
      try await instance.running?.module.stop()
      return true
    }
    let target = target(.stop, of: instance.manifest, call: stop)
    store(await HookDispatcher.run([target], watchdog), for: .stop)
    state.withLock { $0.started.removeAll { $0 === instance } }
    instance.cleanedUp.fulfil(.success(()))
  }
}

extension Manifest {
  /// Whether the module starts again after a failure.
  var mayRestart: Bool { restarts != nil && failurePolicy == .optional }
}
