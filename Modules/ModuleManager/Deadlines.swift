/// How long the hooks of a module may take. One that takes longer is cancelled, named and abandoned.
public struct Deadlines: Sendable, Hashable {
  /// What holds unless the host or the module says otherwise.
  public static let standard = Deadlines()

  /// Creating, connecting and starting it.
  public var start: Duration
  /// Ending its `run` and stopping it; the host's also counts for all modules together.
  public var stop: Duration
  /// Any other hook.
  public var hook: Duration

  /// The standard ones where no others are given.
  public init(
    start: Duration = .seconds(10), stop: Duration = .seconds(5), hook: Duration = .seconds(5)
  ) {
    self.start = start
    self.stop = stop
    self.hook = hook
  }

  func allowance(for hook: Hook) -> Duration {
    switch hook {
    case .start: start
    case .run, .stop: stop
    case .willEnterForeground, .didEnterBackground, .didReceiveMemoryWarning, .open, .didReceive:
      self.hook
    }
  }
}
