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
}
