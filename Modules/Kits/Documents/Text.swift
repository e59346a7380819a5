public import Mediator

/// A text of one or several roles, and badges.
///
/// ```swift
/// let text: Text = "\(order.count) pieces"
/// let line = Text("No order yet.", .faint)
/// let row = Text.badges([category]) + " " + Text(verbatim: order.name, .strong)
/// ```
public struct Text: Sendable, Hashable {
  package enum Part: Sendable, Hashable {
    case text(LocalizedText, TextRole)
    case badge(Badge)
  }

  package private(set) var parts: [Part]
  /// The badges of which those that look alike are shown once; nil for other texts.
  package private(set) var distinctBadges: [Badge]?

  /// Creates a text in a role.
  public init(_ text: LocalizedText, _ role: TextRole = .plain) {
    parts = [.text(text, role)]
  }

  /// Creates a text that is the same in every language, such as a name or a number, in a role.
  public init(verbatim text: String, _ role: TextRole = .plain) {
    self.init(LocalizedText(verbatim: text), role)
  }

  package init(parts: [Part]) {
    self.parts = parts
  }

  /// Badges with spaces between them.
  public static func badges(_ badges: [Badge]) -> Text {
    Text(parts: Array(badges.map { [.badge($0)] }.joined(separator: [.text(" ", .plain)])))
  }

  /// Badges with spaces between them, without those that look like an earlier one where they are
  /// shown.
  public static func distinctBadges(_ badges: [Badge]) -> Text {
    var text = self.badges(badges)
    text.distinctBadges = badges
    return text
  }

  /// Joins two texts.
  public static func + (left: Text, right: Text) -> Text {
    Text(parts: left.parts + right.parts)
  }
}

extension Text: ExpressibleByStringInterpolation {
  /// Creates a plain text of words only.
  public init(stringLiteral words: String) {
    self.init(LocalizedText(stringLiteral: words))
  }

  /// Creates a plain text of words and inserted values.
  public init(stringInterpolation: LocalizedText.StringInterpolation) {
    self.init(LocalizedText(stringInterpolation: stringInterpolation))
  }
}
