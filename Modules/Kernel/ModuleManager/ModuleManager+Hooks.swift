import Mediator
import Platform

extension ModuleManager {
  /// Calls `willEnterForeground` of every started module that implements it.
  @discardableResult
  public func willEnterForeground() async -> HookReport {
    await call(.willEnterForeground) { module in
      (module as? any ForegroundHandler).map { .willEnterForeground($0) }
    }
  }

  /// Calls `didEnterBackground` of every started module that implements it.
  @discardableResult
  public func didEnterBackground() async -> HookReport {
    await call(.didEnterBackground) { module in
      (module as? any BackgroundHandler).map { .didEnterBackground($0) }
    }
  }

  /// Calls `didReceiveMemoryWarning` of every started module that implements it.
  @discardableResult
  public func didReceiveMemoryWarning() async -> HookReport {
    await call(.didReceiveMemoryWarning) { module in
      (module as? any MemoryWarningHandler).map { .didReceiveMemoryWarning($0) }
    }
  }

  /// Passes a notification on to every module that is a `NotificationHandler`, and starts those
  /// whose type is one before. A module that cannot start misses it.
  @discardableResult
  public func didReceive(_ notification: RemoteNotification) async -> HookReport {
    let handlers = modules.indices.filter { modules[$0].handlesNotifications }
    let starting = state.withLock { state in
      handlers.map { obtainInstance(of: $0, because: .notification, &state) }
    }
    for instance in starting { _ = try? await instance.started.value }
    let instances = state.withLock { $0.stop == nil ? $0.started : [] }
    return await run(
      .didReceive,
      targets(of: .didReceive, in: instances) { module in
        guard let handler = module as? any NotificationHandler else { return nil }
        return .closure {
          try await handler.didReceive(notification)
          return true
        }
      })
  }

  /// Calls a hook without arguments in every started module that implements it, unless the stop has
  /// begun. The list of these modules is cached until another module starts.
  private func call(
    _ hook: Hook, _ makeCall: (any ModuleLifecycle) -> HookDispatcher.Call?
  ) async -> HookReport {
    let targets = state.withLock { state -> [HookDispatcher.Target] in
      guard state.stop == nil else { return [] }
      if let stored = state.hookTargets[hook] { return stored }
      let found = self.targets(of: hook, in: state.started, makeCall)
      state.hookTargets[hook] = found
      return found
    }
    return await run(hook, targets)
  }

  /// - Parameter makeCall: Returns the call of the hook; nil when the module does not implement it.
  private func targets(
    of hook: Hook, in instances: [ModuleInstance],
    _ makeCall: (any ModuleLifecycle) -> HookDispatcher.Call?
  ) -> [HookDispatcher.Target] {
    instances.compactMap { instance in
      guard let module = instance.running?.module, let call = makeCall(module) else { return nil }
      return target(hook, of: instance.manifest, call: call)
    }
  }

  func target(
    _ hook: Hook, of manifest: Manifest, call: HookDispatcher.Call
  ) -> HookDispatcher.Target {
    HookDispatcher.Target(
      module: manifest.name, hook: hook,
      deadline: (manifest.deadlines ?? deadlines).deadline(for: hook), call: call)
  }

  private func run(_ hook: Hook, _ targets: [HookDispatcher.Target]) async -> HookReport {
    let report = await HookDispatcher.run(targets, watchdog)
    store(report, for: hook)
    return report
  }

  /// Stores a report for `records` and notifies the host of its failures.
  func store(_ report: HookReport, for hook: Hook) {
    guard !report.calls.isEmpty else { return }
    state.withLock { $0.reports[hook.rawValue] = report }
    for call in report.failures {
      guard let index = try? graph.index(of: call.module) else { continue }
      notify(.hookFailed(manifests[index], call.hook, reason: call.reason))
    }
  }
}

extension HookReport.Call {
  fileprivate var reason: String {
    switch outcome {
    case .returned: ""
    case .failed(let reason): reason
    case .abandoned: "it did not return within \(took.formatted)"
    }
  }
}
