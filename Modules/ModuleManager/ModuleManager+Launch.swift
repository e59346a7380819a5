import Mediator

extension ModuleManager {
  /// The launch of a module, begun with those of all that it requires unless it is under way.
  func launch(_ number: Int, because reason: ActivationReason, _ state: inout State) -> Launch {
    if let launch = state.launches[number] { return launch }
    let needed = graph.closure(of: number) { state.launches[$0] != nil }
    let obstacle = obstacle(to: number, needed, state)
    var launch = Launch(number, manifests[number], reason: reason, at: watchdog.time.now())
    if let obstacle { launch.started.fulfil(.failure(obstacle)) }
    for next in needed where obstacle == nil {
      let cause = ActivationReason.requirement(of: manifests[number].name)
      launch = Launch(
        next, manifests[next], reason: next == number ? reason : cause, at: launch.at,
        requirements: graph.requirements[next].compactMap { state.launches[$0] })
      state.launches[next] = launch
      state.attempts[next] = launch
      launch.begin { [self, launch] in await live(launch) }
    }
    return launch
  }

  /// What keeps a module from starting, before anything is tried.
  private func obstacle(
    to number: Int, _ needed: [Int], _ state: State
  ) -> ModuleManagerError? {
    guard state.stop == nil else { return .stopping }
    guard let broken = needed.first(where: { state.broken[$0] != nil }) else { return nil }
    let name = manifests[broken].name
    let reason = state.broken[broken, default: ""]
    return broken == number
      ? .failedBefore(name, reason: reason)
      : .requirementFailed(name, requiredBy: manifests[number].name, reason: reason)
  }

  /// A module's life from its creation to the end of its `run`.
  private func live(_ launch: Launch) async {
    do {
      for requirement in launch.requirements { try await wait(for: requirement, launch) }
      try await create(launch).run()
      launch.ended.fulfil(.success(()))
    } catch {
      guard launch.running != nil else { return fail(launch, error) }
      crash(launch, error)
      launch.ended.fulfil(.failure(error))
    }
  }

  private func wait(for requirement: Launch, _ launch: Launch) async throws {
    do {
      _ = try await requirement.started.value
    } catch {
      try Task.checkCancellation()
      throw ModuleManagerError.requirementFailed(
        requirement.manifest.name, requiredBy: launch.manifest.name, reason: error.sentence)
    }
  }

  private func create(_ launch: Launch) async throws -> any Module {
    let manifest = launch.manifest
    let deadline = (manifest.deadlines ?? deadlines).start
    let began = watchdog.time.now()
    let watch = watchdog.watch(for: deadline) { [weak self] in
      self?.abandon(launch, after: deadline)
      return nil
    }
    defer { watchdog.end(watch) }
    let module = try await module(launch.number)
    let connection = Connection(manifest, on: mediator)
    module.connect(connection)
    let faults = connection.faults
    guard faults.isEmpty else {
      throw ModuleManagerError.brokenManifest(manifest.name, faults: faults)
    }
    try await module.start()
    let running = Launch.Running(module, connection, took: watchdog.time.now() - began)
    do {
      try accept(running, of: launch)
    } catch {
      try? await module.stop()
      throw error
    }
    notify(.started(manifest, because: launch.reason, took: running.took))
    return module
  }

  /// Lets calls through to a module that has started, and ends its start.
  /// - Throws: `CancellationError` when the start came too late for its deadline or for the host's
  ///   stop, so that another one may be under way.
  private func accept(_ running: Launch.Running, of launch: Launch) throws {
    try state.withLock { state in
      guard launch.started.given == nil else { throw CancellationError() }
      try running.connection.open()
      launch.started.fulfil(.success(running))
      state.failures[launch.number] = nil
      state.started.append(launch)
    }
  }

  /// Leaves a start behind that takes too long.
  func abandon(_ launch: Launch, after deadline: Duration) {
    let name = launch.manifest.name
    fail(launch, ModuleManagerError.startTookTooLong(name, deadline: deadline))
    launch.cancel()
  }

  /// Ends a start; the next call tries again.
  private func fail(_ launch: Launch, _ error: any Error) {
    let isNews = state.withLock { state in
      let isStopping = state.stop != nil
      let error = isStopping && error is CancellationError ? ModuleManagerError.stopping : error
      guard launch.started.fulfil(.failure(error)) else { return false }
      state.launches[launch.number] = nil
      state.failures[launch.number] = error.sentence
      return !isStopping
    }
    if isNews { report(launch.manifest, error.sentence) }
  }

  /// Takes a module out of use whose `run` threw. It is stopped in its turn.
  private func crash(_ launch: Launch, _ error: any Error) {
    let isNews = state.withLock { state in
      guard state.stop == nil else { return false }
      state.launches[launch.number] = nil
      state.broken[launch.number] = error.sentence
      return true
    }
    guard isNews else { return }
    launch.running?.connection.close()
    report(launch.manifest, error.sentence)
  }

  private func report(_ manifest: Manifest, _ reason: String) {
    notify(.failed(manifest, reason: reason))
    if manifest.failurePolicy == .required { Task { await stop() } }
  }
}
