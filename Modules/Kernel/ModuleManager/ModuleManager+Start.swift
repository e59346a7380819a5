import Mediator
import Platform

extension ModuleManager {
  /// The module's current instance or, when there is none, a new one that starts with new instances
  /// of everything it requires.
  func obtainInstance(
    of index: Int, because reason: ActivationReason, _ state: inout State
  ) -> ModuleInstance {
    if let instance = state.instances[index] { return instance }
    let needed = graph.closure(of: index) { state.instances[$0] != nil }
    let now = watchdog.clock.now()
    if let error = blockingError(for: index, needed, state) {
      let failed = ModuleInstance(index, manifests[index], reason: reason, creationTime: now)
      failed.started.fulfil(.failure(error))
      return failed
    }
    for requirement in needed where requirement != index {
      createInstance(
        of: requirement, because: .requirement(of: manifests[index].name), at: now, &state)
    }
    return createInstance(of: index, because: reason, at: now, &state)
  }

  @discardableResult
  private func createInstance(
    of index: Int, because reason: ActivationReason, at now: Duration, _ state: inout State
  ) -> ModuleInstance {
    let instance = ModuleInstance(
      index, manifests[index], reason: reason, creationTime: now,
      requirements: graph.requirements[index].compactMap { state.instances[$0] })
    state.instances[index] = instance
    state.lastAttempts[index] = instance
    instance.begin { [self, instance] in await runLifecycle(of: instance) }
    return instance
  }

  /// Why the modules cannot start, when that is known before any of them is created.
  private func blockingError(
    for index: Int, _ needed: [Int], _ state: State
  ) -> ModuleManagerError? {
    guard state.stop == nil else { return .stopping }
    guard let blocked = needed.first(where: { state.unavailable[$0] != nil }) else { return nil }
    let name = manifests[blocked].name
    let reason = state.unavailable[blocked, default: ""]
    return blocked == index
      ? .failedBefore(name, reason: reason)
      : .requirementFailed(name, requiredBy: manifests[index].name, reason: reason)
  }

  /// Creates and starts the module, and waits until its `run` ends.
  private func runLifecycle(of instance: ModuleInstance) async {
    do {
      for requirement in instance.requirements {
        try await wait(for: requirement, requiredBy: instance)
      }
      try await startModule(of: instance).run()
      instance.runEnded.fulfil(.success(()))
    } catch {
      guard instance.running != nil else { return failStart(of: instance, error) }
      await failRun(of: instance, error)
      instance.runEnded.fulfil(.failure(error))
    }
  }

  private func wait(
    for requirement: ModuleInstance, requiredBy instance: ModuleInstance
  ) async throws {
    do {
      _ = try await requirement.started.value
    } catch {
      try Task.checkCancellation()
      throw ModuleManagerError.requirementFailed(
        requirement.manifest.name, requiredBy: instance.manifest.name, reason: error.plainText)
    }
  }

  private func startModule(of instance: ModuleInstance) async throws -> any ModuleLifecycle {
    let manifest = instance.manifest
    // The deadline counts from here: the stop of the previous instance has its own, and the
    // back-off is short.
    try await beginStart(of: instance)
    let deadline = (manifest.deadlines ?? deadlines).start
    let watch = watchdog.schedule(after: deadline) { [weak self] in
      self?.abandonStart(of: instance, after: deadline)
      return nil
    }
    defer { watchdog.cancel(watch) }
    let began = watchdog.clock.now()
    let registrar = Registrar(manifest, on: mediator)
    let module = try await withStarter(of: instance) {
      let module = try await createModule(instance.index)
      module.register(with: registrar)
      let faults = registrar.faults
      guard faults.isEmpty else {
        throw ModuleManagerError.brokenManifest(manifest.name, faults: faults)
      }
      try await module.start()
      return module
    }
    let running = ModuleInstance.Running(
      module, registrar, startDuration: watchdog.clock.now() - began)
    do {
      try completeStart(of: instance, running)
    } catch {
      try? await module.stop()
      throw error
    }
    notify(.started(manifest, because: instance.reason, took: running.startDuration))
    return module
  }

  /// Registers the module's handlers and fulfils `started`.
  /// - Throws: `CancellationError` when the start was abandoned; another start may be running.
  private func completeStart(
    of instance: ModuleInstance, _ running: ModuleInstance.Running
  ) throws {
    try state.withLock { state in
      guard state.instances[instance.index] === instance, !state.isUnregistered else {
        throw CancellationError()
      }
      try running.registrar.open()
      instance.started.fulfil(.success(running))
      state.startErrors[instance.index] = nil
      state.started.append(instance)
    }
  }

  /// Fails a start that exceeds its deadline, without waiting for its end.
  func abandonStart(of instance: ModuleInstance, after deadline: Duration) {
    let manifest = instance.manifest
    failStart(
      of: instance,
      ModuleManagerError.startTookTooLong(
        manifest.name, deadline: deadline, remedy: manifest.startRemedy))
    instance.cancel()
  }

  /// Fails a start; the next call for the module tries again.
  private func failStart(of instance: ModuleInstance, _ error: any Error) {
    let failure = state.withLock { state -> (error: any Error, reason: String?)? in
      guard state.instances[instance.index] === instance, instance.running == nil else {
        return nil
      }
      let isStopping = state.stop != nil
      let error = isStopping && error is CancellationError ? ModuleManagerError.stopping : error
      state.instances[instance.index] = nil
      let reason =
        isStopping ? error.plainText : recordFailure(of: instance.index, error.plainText, &state)
      // Every call tries again, and most often fails for the same reason.
      let isNew = state.startErrors.updateValue(reason, forKey: instance.index) != reason
      return (error, isNew && !isStopping ? reason : nil)
    }
    guard let failure else { return }
    // A caller that continues after the error finds the failure reported.
    if let reason = failure.reason { report(instance.manifest, reason) }
    instance.started.fulfil(.failure(failure.error))
  }

  /// Reacts to an error of a module's `run`. A module that may start again is stopped now; another
  /// one becomes unavailable, and its `stop` is called when the host stops.
  private func failRun(of instance: ModuleInstance, _ error: any Error) async {
    let (index, mayRestart) = (instance.index, instance.manifest.mayRestart)
    let reason = state.withLock { state -> String? in
      guard state.stop == nil else { return nil }
      state.instances[index] = nil
      guard mayRestart else {
        state.unavailable[index] = error.plainText
        return error.plainText
      }
      state.restarts[index, default: .init()].failed = instance
      let reason = recordFailure(of: index, error.plainText, &state)
      state.startErrors[index] = reason
      return reason
    }
    guard let reason else { return }
    instance.running?.registrar.close()
    report(instance.manifest, reason)
    if mayRestart { await cleanUp(instance) }
  }

  private func report(_ manifest: Manifest, _ reason: String) {
    notify(.failed(manifest, reason: reason))
    if manifest.failurePolicy == .required { Task { await stop() } }
  }
}
