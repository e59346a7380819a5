public import Foundation
import Mediator

extension ModuleManager {
  /// Tells all modules at work that the host is in the foreground again.
  @discardableResult
  public func willEnterForeground() async -> HookReport {
    await call(.willEnterForeground) { try await $0.willEnterForeground() }
  }

  /// Tells all modules at work that the host is in the background, and may be suspended.
  @discardableResult
  public func didEnterBackground() async -> HookReport {
    await call(.didEnterBackground) { try await $0.didEnterBackground() }
  }

  /// Tells all modules at work that memory is short.
  @discardableResult
  public func didReceiveMemoryWarning() async -> HookReport {
    await call(.didReceiveMemoryWarning) { try await $0.didReceiveMemoryWarning() }
  }

  /// Offers a URL that is no action's. One whose host is a module's target starts that module and
  /// is offered to it alone, any other to all modules at work.
  /// - Throws: Why the module cannot start.
  @discardableResult
  public func open(_ url: URL) async throws -> HookReport {
    let addressee = try await start(target: url.host(), because: .url)
    return await call(.open, of: addressee) { try await $0.open(url) }
  }

  /// Offers a notification to the module whose target it names, which starts, or to all modules at
  /// work.
  /// - Throws: Why the module cannot start.
  @discardableResult
  public func didReceive(_ notification: RemoteNotification) async throws -> HookReport {
    let addressee = try await start(target: notification.target, because: .notification)
    return await call(.didReceive, of: addressee) { try await $0.didReceive(notification) }
  }

  private func start(target: String?, because reason: ActivationReason) async throws -> Launch? {
    let number = graph.manifests.firstIndex { $0.interface.target == target }
    guard let number else { return nil }
    return try await start(number, because: reason)
  }

  private func call(
    _ hook: Hook, _ body: @escaping @Sendable (any Module) async throws -> Void
  ) async -> HookReport {
    await call(hook, of: nil) {
      try await body($0)
      return true
    }
  }

  private func call(
    _ hook: Hook, of addressee: Launch?,
    _ body: @escaping @Sendable (any Module) async throws -> Bool
  ) async -> HookReport {
    let launches = addressee.map { [$0] } ?? state.withLock { $0.started }
    let steps = launches.filter { $0.has(hook) }.map { FanOut.Step(launch: $0, hook: hook) }
    let report = await FanOut.run(steps, watchdog) { [deadlines] step in
      (step.launch.manifest.deadlines ?? deadlines).allowance(for: hook)
    } call: { step in
      guard let module = step.launch.running?.module else { return false }
      return try await body(module)
    }
    keep(report, for: hook)
    return report
  }

  func keep(_ report: HookReport, for hook: Hook) {
    guard !report.calls.isEmpty else { return }
    state.withLock { $0.reports[hook] = report }
    for call in report.failures {
      guard let number = try? graph.number(of: call.module) else { continue }
      notify(.hookFailed(graph.manifests[number], call.hook, reason: call.reason))
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
