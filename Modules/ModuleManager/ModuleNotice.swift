/// What a manager tells its host as it happens.
public enum ModuleNotice: Sendable {
  /// A module has started.
  case started(Manifest, because: ActivationReason, took: Duration)
  /// A module could not start, or its `run` threw. When it is a required one, the manager stops.
  case failed(Manifest, reason: String)
  /// A module's `stop` has returned.
  case stopped(Manifest)
  /// A hook other than `start` threw or took longer than its deadline.
  case hookFailed(Manifest, Hook, reason: String)
}
