/// The urgency of a departure, with its words and its colour.
public enum Urgency: Sendable, Hashable, CaseIterable {
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

  /// The style of the departure's text.
  public var style: Style {
    switch self {
    case .calm: .color(Color(rgb: 0x2E_A043))
    case .hurry: Style(foreground: Color(rgb: 0xE3_6209), isBold: true)
    case .gone: .dim
    }
  }

  /// The word for the urgency, for outputs without colours; empty for `.calm`.
  public var word: String {
    switch self {
    case .calm: ""
    case .hurry: "hurry"
    case .gone: "gone"
    }
  }

  /// The time until a departure in words, such as `in 12 min`, `in 2 min, hurry` or `gone`. Minutes
  /// are rounded down, so nobody arrives too late.
  public static func countdown(untilDeparture time: Duration) -> String {
    let urgency = Urgency(untilDeparture: time)
    let minutes = time.components.seconds / 60
    let wait = minutes == 0 ? "now" : "in \(minutes) min"
    return switch urgency {
    case .calm: wait
    case .hurry: "\(wait), \(urgency.word)"
    case .gone: urgency.word
    }
  }
}
