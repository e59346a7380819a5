/// What has become of a module so far.
public struct ModuleRecord: Sendable {
  /// Where a module is in its life.
  public enum State: Sendable, Hashable {
    /// Not needed yet.
    case idle
    /// On its way.
    case starting
    /// At work.
    case started
    /// It could not start, or its `run` threw; the reason.
    case failed(String)
    /// At its end.
    case stopped
  }

  /// The module's last start that was tried.
  public struct Activation: Sendable, Hashable {
    /// What made it start.
    public let reason: ActivationReason
    /// When, after the manager was made.
    public let at: Duration
    /// How long creating, connecting and starting it took; nil while it is on its way.
    public let took: Duration?
  }

  /// What the module is, needs and offers.
  public let manifest: Manifest
  /// Where it is in its life.
  public let state: State
  /// Its last start; nil when there was none.
  public let activation: Activation?
  /// The last call of each of its hooks other than `start`.
  public let calls: [HookReport.Call]
}
