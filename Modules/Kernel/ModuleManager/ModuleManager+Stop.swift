import Mediator
import Platform

extension ModuleManager {
  /// The time beyond the deadline that the remaining modules share.
  private static let gracePeriod = Duration.milliseconds(500)

  /// Removes the actions and followers of all modules from the mediator, so that other modules can
  /// have their names. No start completes any more. It must be called before `stop`.
  package func unregister() {
    let former = state.withLock { state -> ([Registrar], [Subscription])? in
      // Another manager may have the same actions by now.
      guard !state.isUnregistered else { return nil }
      state.isUnregistered = true
      defer { state.subscriptions = [] }
      return (state.instances.compactMap { $0?.running?.registrar }, state.subscriptions)
    }
    guard let (registrars, subscriptions) = former else { return }
    // They must not remove the handlers of the next modules when this manager stops.
    for registrar in registrars { registrar.close() }
    for manifest in manifests {
      for action in manifest.answers { mediator.unregister(action) }
    }
    withExtendedLifetime(subscriptions) {}
  }

  /// Cancels starts and stops all started modules, the most recent first. It returns at most half a
  /// second after the deadline of `stop`, even when modules do not react.
  ///
  /// For every module, the task of `run` is cancelled and then `stop` is called, each within the
  /// module's own deadline and the time that the host has left. When the host's time is over, each
  /// remaining call gets an equal share of that half second.
  /// - Parameter limit: Replaces the host's deadline if `limit` is shorter.
  /// - Returns: How each `run`, `stop` and cancelled start ended.
  @discardableResult
  public func stop(within limit: Duration? = nil) async -> HookReport {
    let stop = Promise<HookReport>()
    let (earlier, pending) = state.withLock { state in
      let earlier = state.stop
      if earlier == nil { state.stop = stop }
      return (earlier, state.instances.compactMap { $0 }.filter { $0.started.currentResult == nil })
    }
    if let earlier { return (try? await earlier.result.get()) ?? HookReport(calls: []) }
    let end = watchdog.clock.now() + min(limit ?? deadlines.stop, deadlines.stop)
    let starts = await cancelStarts(pending, by: end)
    let stops = await stopModules(by: end)
    store(HookReport(calls: starts), for: .start)
    let report = HookReport(calls: starts + stops.calls)
    stop.fulfil(.success(report))
    return report
  }

  /// Cancels starts; returns those that did not end in time and were abandoned.
  private func cancelStarts(
    _ instances: [ModuleInstance], by end: Duration
  ) async -> [HookReport.Call] {
    let began = watchdog.clock.now()
    for instance in instances { instance.cancel() }
    let watch = watchdog.schedule(after: end - began) { [weak self] in
      for instance in instances { self?.abandonStart(of: instance, after: end - began) }
      return nil
    }
    defer { watchdog.cancel(watch) }
    var calls: [HookReport.Call] = []
    for instance in instances {
      guard case .failure(let error) = await instance.started.result else { continue }
      guard case .startTookTooLong = error as? ModuleManagerError else { continue }
      let took = watchdog.clock.now() - began
      calls.append(
        .init(module: instance.manifest.name, hook: .start, took: took, outcome: .abandoned))
    }
    return calls
  }

  private func stopModules(by end: Duration) async -> HookReport {
    let instances = state.withLock { $0.started }.reversed()
    let targets = instances.flatMap { instance in
      [
        target(
          .run, of: instance.manifest,
          call: .closure { [self] in try await endRun(of: instance) }),
        target(
          .stop, of: instance.manifest,
          call: .closure { [self] in try await stopModule(of: instance) }),
      ]
    }
    let limit = limit(by: end, sharedBy: targets.count)
    let report = await HookDispatcher.run(targets, watchdog, limit: limit)
    state.withLock { state in
      for call in report.calls where call.hook == .stop {
        guard let index = try? graph.index(of: call.module) else { continue }
        state.stopped.insert(index)
        if call.outcome == .abandoned { state.unavailable[index] = "it did not stop in time" }
      }
    }
    store(report, for: .stop)
    return report
  }

  /// Removes the module's handlers, cancels its `run` and waits until `run` ends. Returns false, to
  /// report nothing, when `run` has already returned or its failure is already reported.
  private func endRun(of instance: ModuleInstance) async throws -> Bool {
    state.withLock { $0.instances[instance.index] = nil }
    instance.running?.registrar.close()
    instance.cancel()
    if case .success? = instance.runEnded.currentResult { return false }
    let isReported = state.withLock { $0.unavailable[instance.index] != nil }
    guard !isReported, !hasFailed(instance) else { return false }
    do {
      try await instance.runEnded.result.get()
    } catch is CancellationError {
      // The expected end of cancelled work.
    }
    return true
  }

  /// Stops a module. Returns false, to report nothing, when it was stopped after its `run` threw.
  private func stopModule(of instance: ModuleInstance) async throws -> Bool {
    guard !hasFailed(instance) else {
      try await instance.cleanedUp.value
      return false
    }
    try await instance.running?.module.stop()
    notify(.stopped(instance.manifest))
    return true
  }

  /// Whether the `run` of a module that may start again threw before the stop of the host.
  private func hasFailed(_ instance: ModuleInstance) -> Bool {
    state.withLock { $0.restarts[instance.index]?.failed === instance }
  }

  private func limit(
    by end: Duration, sharedBy count: Int
  ) -> @Sendable (Duration) -> Duration {
    let share = Self.gracePeriod / max(count, 1)
    return { [watchdog] deadline in max(min(deadline, end - watchdog.clock.now()), share) }
  }
}
