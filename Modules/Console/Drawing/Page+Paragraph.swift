extension Page {
  /// Draws a text in as many lines as it takes.
  ///
  /// The text may come from anywhere: it is made `printable`.
  public func paragraph(_ text: String, _ style: Style = .plain) -> String {
    text.printable.wrapped(to: columns).map { paint($0, style) }.joined(separator: "\n")
  }
}
