public import Foundation
import Mediator

extension ModuleManager {
  /// Tells all modules at work that the host is in the foreground again.
  @discardableResult
  public func willEnterForeground() async -> HookReport {
    await call(.willEnterForeground) { step in
      try await step.running.module.willEnterForeground()
      return true
    }
  }

  /// Tells all modules at work that the host is in the background, and may be suspended.
  @discardableResult
  public func didEnterBackground() async -> HookReport {
    await call(.didEnterBackground) { step in
      try await step.running.module.didEnterBackground()
      return true
    }
  }

  /// Tells all modules at work that memory is short.
  @discardableResult
  public func didReceiveMemoryWarning() async -> HookReport {
    await call(.didReceiveMemoryWarning) { step in
      try await step.running.module.didReceiveMemoryWarning()
      return true
    }
  }

  /// Offers a URL that is no action's. One whose host is a module's target starts that module and
  /// is offered to it alone, any other to all modules at work.
  /// - Throws: Why the module cannot start.
  @discardableResult
  public func open(_ url: URL) async throws -> HookReport {
    let addressee = try await start(target: url.host(), because: .url)
    return await call(.open, of: addressee) { try await $0.running.module.open(url) }
  }

  /// Offers a notification to the module whose target it names, which starts, or to all modules at
  /// work.
  /// - Throws: Why the module cannot start.
  @discardableResult
  public func didReceive(_ notification: RemoteNotification) async throws -> HookReport {
    let addressee = try await start(target: notification.target, because: .notification)
    return await call(.didReceive, of: addressee) {
      try await $0.running.module.didReceive(notification)
    }
  }

  private func start(target: String?, because reason: ActivationReason) async throws -> Launch? {
    let number = manifests.firstIndex { $0.interface.target == target }
    guard let number else { return nil }
    return try await start(number, because: reason)
  }

  private func call(
    _ hook: Hook, of addressee: Launch? = nil,
    _ body: @escaping @Sendable (FanOut.Step) async throws -> Bool
  ) async -> HookReport {
    let steps =
      addressee.map { [$0].compactMap { FanOut.Step($0, hook) } }
      ?? state.withLock { $0.steps(of: hook) }
    let allowance = { @Sendable [deadlines] (step: FanOut.Step) in
      (step.launch.manifest.deadlines ?? deadlines).allowance(for: hook)
    }
    let report = await FanOut.run(steps, watchdog, allowance: allowance, call: body)
    if report.calls.count < steps.count { state.withLock { $0.steps[hook] = nil } }
    keep(report, for: hook)
    return report
  }

  func keep(_ report: HookReport, for hook: Hook) {
    guard !report.calls.isEmpty else { return }
    state.withLock { $0.reports[hook] = report }
    for call in report.failures {
      guard let number = try? graph.number(of: call.module) else { continue }
      notify(.hookFailed(manifests[number], call.hook, reason: call.reason))
    }
  }
}

extension HookReport.Call {
  /// Why it did not go well.
  fileprivate var reason: String {
    switch outcome {
    case .returned: ""
    case .failed(let reason): reason
    case .abandoned: "it did not return within \(took.formatted)"
    }
  }
}
