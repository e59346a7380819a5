public import Documents

/// The urgency of a departure, with its words and its role.
public enum DepartureUrgency: Sendable, Hashable, CaseIterable {
  /// At least four minutes are left.
  case calm
  /// Less than four minutes are left.
  case hurry
  /// The departure has passed.
  case gone

  /// The urgency of a departure after `time`, which is negative for a past departure.
  public init(untilDeparture time: Duration) {
    self =
      switch time {
      case ..<(.zero): .gone
      case ..<(.seconds(240)): .hurry
      default: .calm
      }
  }

  /// The role of the departure's text.
  public var role: TextRole {
    switch self {
    case .calm: .positive
    case .hurry: .warning
    case .gone: .faint
    }
  }

  /// The time until a departure in words, such as `in 12 min`, `in 2 min, hurry` or `gone`. Minutes
  /// are rounded down, so nobody arrives too late.
  public static func countdown(untilDeparture time: Duration) -> String {
    let minutes = time.components.seconds / 60
    let wait = minutes == 0 ? "now" : "in \(minutes) min"
    return switch DepartureUrgency(untilDeparture: time) {
    case .calm: wait
    case .hurry: "\(wait), hurry"
    case .gone: "gone"
    }
  }
}
