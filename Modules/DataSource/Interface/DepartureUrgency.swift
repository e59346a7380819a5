public import Documents

/// The urgency of a departure, with its words and its role.
public enum DepartureUrgency: Sendable, Hashable, CaseIterable {
  /// At least four minutes are left, or another train leaves soon after it.
  case calm
  /// Less than four minutes are left, and the next train leaves more than ten minutes later.
  case hurry
  /// The departure has passed.
  case gone

  /// The urgency of a departure after `time`, which is negative for a past departure.
  /// - Parameters:
  ///   - next: The time from the departure to the next one; nil if there is none, or it is unknown.
  ///   - headway: The time between trains where the feed gives only that: a train may leave so much
  ///     later, and another one leaves so much after it. Nil for an exact departure.
  public init(untilDeparture time: Duration, next: Duration? = nil, headway: Duration? = nil) {
    let wait = [next, headway].compactMap(\.self).min()
    self =
      switch time {
      case ..<(.zero - (headway ?? .zero)): .gone
      case ..<(.seconds(240)) where wait.map { $0 > .seconds(600) } ?? true: .hurry
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

  /// The time until a departure of this urgency in words, such as `in 12 min`, `in 2 min, hurry` or
  /// `gone`. Minutes are rounded down, so nobody arrives too late.
  public func countdown(untilDeparture time: Duration) -> String {
    let minutes = time.components.seconds / 60
    let wait = minutes < 1 ? "now" : "in \(minutes) min"
    return switch self {
    case .calm: wait
    case .hurry: "\(wait), hurry"
    case .gone: "gone"
    }
  }
}
