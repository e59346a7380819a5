extension String {
  /// The text in one line and safe to write to a terminal: without escape sequences and invisible
  /// characters, and with spaces for line breaks and tabs. `TextFilter` says what is removed.
  ///
  /// Use it for every text from a feed, a file or the network before it is laid out. What is written
  /// is filtered once more, so that a view that forgets it draws a crooked line at worst.
  public var printable: String { filtered(as: .line) }

  /// The text of an error in one line: like `printable`, but with escapes such as `\u{1b}` for control
  /// and invisible characters, which the text may be about.
  package var printableError: String { filtered(as: .errorLine) }

  /// The lines of the text, each `printable`.
  public var printableLines: [String] {
    split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map { String($0).printable }
  }
}
