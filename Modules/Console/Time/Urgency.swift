/// How urgent a departure is, and how that looks.
public enum Urgency: Sendable, Hashable, CaseIterable {
  /// There is time.
  case calm
  /// Whoever wants to catch it goes now.
  case hurry
  /// It has left.
  case gone

  /// The urgency of a departure that is so far off; negative once it has left.
  public init(untilDeparture time: Duration) {
    self =
      switch time {
      case ..<(.zero): .gone
      case ..<(.seconds(240)): .hurry
      default: .calm
      }
  }

  /// How the departure is drawn.
  public var style: Style {
    switch self {
    case .calm: .color(Color(rgb: 0x2E_A043))
    case .hurry: Style(foreground: Color(rgb: 0xE3_6209), isBold: true)
    case .gone: .dim
    }
  }

  /// What it is called, where there may be no colours.
  public var word: String {
    switch self {
    case .calm: ""
    case .hurry: "hurry"
    case .gone: "gone"
    }
  }

  /// How far off a departure is, such as `in 12 min`, `in 2 min, hurry` or `gone`; minutes are
  /// rounded down, as who has to catch it needs it.
  public static func words(untilDeparture time: Duration) -> String {
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
