extension String {
  /// The text in one line and safe to write to a terminal: without escape sequences and invisible
  /// characters, and with spaces for line breaks and tabs. `TextFilter` says what is removed.
  ///
  /// The texts of a document are made printable when they are drawn. Use it for other texts before
  /// they are laid out. What is written is filtered once more, so that without it a line is crooked
  /// at worst.
  public var printable: String { filtered(as: .line) }

  /// The text of an error in one line: like `printable`, but with escapes such as `\u{1b}` for
  /// control and invisible characters, which the text may be about.
  package var printableError: String { filtered(as: .errorLine) }

  /// JSON in which invisible characters are escaped, as `--json` prints it.
  package var printableJSON: String { filtered(as: .json) }

  /// The lines of the text, each `printable`.
  public var printableLines: [String] {
    split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map { String($0).printable }
  }
}
