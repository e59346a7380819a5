/// How often a module may start within a time before it is taken out of use.
///
/// ```swift
/// Manifest(
///   name: "Weather", summary: "…", restarts: RestartIntensity(maximum: 3, within: .seconds(60)))
/// ```
///
/// Without a restart intensity, a module whose `run` throws is not started again. With one, it is
/// stopped, and the next call, event or notification for it starts it again, after a back-off that
/// begins with 0.1 s and doubles. The call waits for the start; no call is repeated. When the
/// module fails after more than `maximum` starts within the time, it is unavailable until the host
/// calls `ModuleManager.start(_:)`. For a module with the failure policy `required`, it has no
/// effect: the host stops.
///
/// Source: the restart intensity of supervisors in Erlang/OTP Design Principles.
public struct RestartIntensity: Sendable, Hashable {
  /// A module that fails after more than this number of starts within `window` is taken out of use.
  public let maximum: Int
  /// The time in which the starts are counted.
  public let window: Duration

  /// Takes a module out of use that fails after more than `maximum` starts within a time of the
  /// length `window`.
  public init(maximum: Int, within window: Duration) {
    self.maximum = maximum
    self.window = window
  }

  /// How long after a failure the module may start again.
  /// - Parameter starts: The number of starts within the window, from 1.
  func backOff(after starts: Int) -> Duration {
    min(.milliseconds(100) * (1 << min(starts - 1, 10)), .seconds(5))
  }
}

/// The starts of a module that has a restart intensity.
struct RestartHistory {
  /// When the starts within the window began.
  var starts: [Duration] = []
  /// Whether the last start has begun and neither it nor `run` has failed.
  var hasBegun = false
  /// When the next start may begin.
  var nextStart = Duration.zero
  /// The last instance whose `run` threw. It must be stopped before another one starts.
  var failed: ModuleInstance?
  /// Whether the module is out of use.
  var isExceeded = false

  /// Records a failure; returns why the module is out of use if it is from now on.
  mutating func fail(
    _ reason: String, at now: Duration, _ intensity: RestartIntensity
  ) -> String? {
    // The failure of a requirement, or a stop during the back-off, is no failure of the module.
    guard hasBegun else { return nil }
    hasBegun = false
    starts.removeAll { $0 < now - intensity.window }
    nextStart = now + intensity.backOff(after: max(starts.count, 1))
    guard starts.count > intensity.maximum else { return nil }
    isExceeded = true
    return "it was started \(starts.count) times within \(intensity.window.formatted) and failed "
      + "each time; the last reason: \(reason)"
  }
}
