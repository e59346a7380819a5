import Mediator

extension ModuleManager {
  /// What a stop takes at most beyond its deadline, shared by what is left then.
  private static let reserve = Duration.milliseconds(500)

  /// Stops what was started, the last first, and returns when that is done: at the latest half a
  /// second after the deadline of `stop`, whatever the modules do. Starts under way are cancelled.
  ///
  /// Every module's `run` is ended and its `stop` called, each within its own deadline and what is
  /// left of the host's; when nothing is left, each gets an equal share of that half second.
  /// - Parameter limit: Counts instead of the deadline where it is shorter.
  /// - Returns: How each `run`, `stop` and start under way ended.
  @discardableResult
  public func stop(within limit: Duration? = nil) async -> HookReport {
    let stop = Promise<HookReport>()
    let (other, pending) = state.withLock { state in
      let other = state.stop
      if other == nil { state.stop = stop }
      return (other, state.launches.compactMap { $0 }.filter { $0.started.given == nil })
    }
    if let other { return (try? await other.result.get()) ?? HookReport(calls: []) }
    let end = watchdog.time.now() + min(limit ?? deadlines.stop, deadlines.stop)
    let starts = await endStarts(pending, by: end)
    let stops = await stopAll(by: end)
    keep(HookReport(calls: starts), for: .start)
    let report = HookReport(calls: starts + stops.calls)
    stop.fulfil(.success(report))
    return report
  }

  /// Cancels starts, and leaves behind those that do not end in time, which are returned.
  private func endStarts(_ launches: [Launch], by end: Duration) async -> [HookReport.Call] {
    let began = watchdog.time.now()
    for launch in launches { launch.cancel() }
    let watch = watchdog.watch(for: end - began) { [weak self] in
      for launch in launches { self?.abandon(launch, after: end - began) }
      return nil
    }
    defer { watchdog.end(watch) }
    var calls: [HookReport.Call] = []
    for launch in launches {
      guard case .failure(let error) = await launch.started.result else { continue }
      guard case .startTookTooLong = error as? ModuleManagerError else { continue }
      let took = watchdog.time.now() - began
      calls.append(
        .init(module: launch.manifest.name, hook: .start, took: took, outcome: .abandoned))
    }
    return calls
  }

  private func stopAll(by end: Duration) async -> HookReport {
    let steps = state.withLock { $0.started }.reversed().flatMap {
      [FanOut.Step($0, .run), FanOut.Step($0, .stop)].compactMap(\.self)
    }
    let report = await FanOut.run(steps, watchdog, allowance: allowance(by: end, of: steps)) {
      [self] step in
      step.hook == .run ? try await endRun(of: step) : try await stop(step)
      return true
    }
    state.withLock { state in
      for call in report.calls {
        guard let number = try? graph.number(of: call.module), call.hook == .stop else { continue }
        state.stopped.insert(number)
        if call.outcome == .abandoned { state.broken[number] = "it did not stop in time" }
      }
    }
    keep(report, for: .stop)
    return report
  }

  private func endRun(of step: FanOut.Step) async throws {
    state.withLock { $0.launches[step.launch.number] = nil }
    step.running.connection.close()
    step.launch.cancel()
    let isToldBefore = state.withLock { $0.broken[step.launch.number] != nil }
    if case .success? = step.launch.ended.given { throw HookIsMissing() }
    guard !isToldBefore else { throw HookIsMissing() }
    do {
      try await step.launch.ended.result.get()
    } catch is CancellationError {
      // So does a work end that is cancelled.
    }
  }

  private func stop(_ step: FanOut.Step) async throws {
    try await step.running.module.stop()
    notify(.stopped(step.launch.manifest))
  }

  private func allowance(
    by end: Duration, of steps: [FanOut.Step]
  ) -> @Sendable (FanOut.Step) -> Duration {
    let share = Self.reserve / max(steps.count, 1)
    return { [watchdog, deadlines] step in
      let own = (step.launch.manifest.deadlines ?? deadlines).allowance(for: step.hook)
      return max(min(own, end - watchdog.time.now()), share)
    }
  }
}
