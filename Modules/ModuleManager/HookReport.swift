/// How one hook went in every module that has it.
///
/// All are called in start order, one after the other (`stop` in the reverse of it), whatever one
/// of them throws. The results combine so: it is handled when one module handled it, and it went
/// well when every call returned.
public struct HookReport: Sendable, Hashable {
  /// One call of the hook.
  public struct Call: Sendable, Hashable {
    /// How it ended.
    public enum Outcome: Sendable, Hashable {
      /// It returned; `isHandled` is false when it left a URL or notification to others.
      case returned(isHandled: Bool)
      /// It threw.
      case failed(String)
      /// It did not return within its deadline, and was left behind.
      case abandoned
    }

    /// The module's name.
    public let module: String
    /// The hook.
    public let hook: Hook
    /// How long it took.
    public let took: Duration
    /// How it ended.
    public let outcome: Outcome
  }

  /// Every call, in order.
  public let calls: [Call]

  /// Whether a module handled it.
  public var isHandled: Bool { calls.contains { $0.outcome == .returned(isHandled: true) } }

  /// The calls that threw or were abandoned.
  public var failures: [Call] {
    calls.filter {
      if case .returned = $0.outcome { false } else { true }
    }
  }
}
