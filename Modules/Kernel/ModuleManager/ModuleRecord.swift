import Platform

/// The state of a module in its manager, and its recent history.
public struct ModuleRecord: Sendable {
  /// Where a module is in its lifecycle.
  public enum State: Sendable, Hashable {
    /// It was not needed yet.
    case idle
    /// It is being created, registered or started.
    case starting
    /// It answers calls.
    case started
    /// It could not start, or its `run` threw; with the reason.
    case failed(String)
    /// It was stopped with the host.
    case stopped
  }

  /// The most recent attempt to start a module.
  public struct Activation: Sendable, Hashable {
    /// What made the module start.
    public let reason: ActivationReason
    /// When the start began, measured from the creation of the manager.
    public let at: Duration
    /// How long creating, registering and starting took; nil until the module has started.
    public let took: Duration?
  }

  /// What the module is, needs and offers.
  public let manifest: Manifest
  /// Where the module is in its lifecycle.
  public let state: State
  /// The most recent attempt to start it; nil when there was none.
  public let activation: Activation?
  /// The most recent call of each of its hooks; a start only if a stop of the host abandoned it.
  public let calls: [HookReport.Call]
}

/// What made a module start.
public enum ActivationReason: Sendable, Hashable, CustomStringConvertible {
  /// The host opened, and the module is eager.
  case opening
  /// The host started it by name.
  case host
  /// The first call of an action, given by its path.
  case action(String)
  /// The first event that the module follows, given by its type.
  case event(String)
  /// The first notification from outside the process.
  case notification
  /// The start of a module that requires it, given by that module's name.
  case requirement(of: String)

  /// A short text, such as `action catalogue/search`.
  public var description: String {
    switch self {
    case .opening: "opening"
    case .host: "host"
    case .action(let path): "action \(path)"
    case .event(let type): "event \(type)"
    case .notification: "notification"
    case .requirement(let name): "required by \(name)"
    }
  }
}

/// What a manager reports to its host while it happens.
public enum LifecycleEvent: Sendable {
  /// A module has started.
  case started(Manifest, because: ActivationReason, took: Duration)
  /// A module could not start, or its `run` threw. If the module is required, the manager then
  /// stops.
  case failed(Manifest, reason: String)
  /// A module's `stop` has returned.
  case stopped(Manifest)
  /// A hook threw or exceeded its deadline. For `start`, only a start that `ModuleManager.stop`
  /// abandoned.
  case hookFailed(Manifest, Hook, reason: String)
  /// A module could not handle an event, and no command reports that.
  case eventMissed(Manifest, event: String, reason: String)
}

extension ModuleManager {
  /// The record of each module, in start order.
  public var records: [ModuleRecord] {
    state.withLock { state in
      let calls = state.reports.flatMap { $0?.calls ?? [] }
      return manifests.enumerated().map { index, manifest in
        ModuleRecord(
          manifest: manifest, state: moduleState(of: index, in: state),
          activation: state.lastAttempts[index].map {
            ModuleRecord.Activation(
              reason: $0.reason, at: $0.creationTime, took: $0.running?.startDuration)
          },
          calls: calls.filter { $0.module == manifest.name }
            .sorted { $0.hook.rawValue < $1.hook.rawValue })
      }
    }
  }

  private func moduleState(of index: Int, in state: State) -> ModuleRecord.State {
    if let reason = state.unavailable[index] { return .failed(reason) }
    if state.stopped.contains(index) { return .stopped }
    if let instance = state.instances[index] {
      return instance.running == nil ? .starting : .started
    }
    return state.startErrors[index].map { .failed($0) } ?? .idle
  }
}
