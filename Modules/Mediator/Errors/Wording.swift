extension String? {
  /// What a near miss adds to a sentence, such as `; did you mean 'Trindade'?`; without one, another
  /// remedy where there is any.
  public func suggestion(or remedy: String? = nil) -> String {
    (map { "did you mean '\($0)'?" } ?? remedy).map { "; \($0)" } ?? ""
  }
}

extension [String] {
  /// The names to choose from, as in `a, b or c`.
  public var choice: String {
    guard let last, count > 1 else { return joined() }
    return dropLast().joined(separator: ", ") + " or " + last
  }
}
