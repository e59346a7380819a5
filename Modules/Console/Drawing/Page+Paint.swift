extension Page {
  /// Draws a text in a style, or the text alone where there are no colours.
  ///
  /// The text may come from anywhere: it is made `printable` first, and so loses the style of
  /// parts that were painted before.
  public func paint(_ text: String, _ style: Style) -> String {
    let parameters = style.parameters(at: colors).map(String.init).joined(separator: ";")
    let text = text.printable
    guard !parameters.isEmpty, !text.isEmpty else { return text }
    return "\u{1B}[\(parameters)m\(text)\u{1B}[0m"
  }

  /// Draws the name of a line on the line's own colour, in black or white, or in square brackets
  /// where there is no colour. It takes `Page.badgeColumns(_:)` columns either way.
  public func badge(_ text: String, color: Color?) -> String {
    guard let color, colors > .none else { return "[\(text.printable)]" }
    let text = " \(text.printable) "
    let label = color.shown(at: colors).readableText
    return paint(text, Style(foreground: label, background: color, isBold: true))
  }

  /// How many columns the badge of a text takes.
  public static func badgeColumns(_ text: String) -> Int {
    text.printable.columns + 2
  }
}
