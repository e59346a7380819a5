extension [String] {
  /// The names as a choice between them, such as `a, b or c`.
  public var choice: String {
    guard let last, count > 1 else { return joined() }
    return dropLast().joined(separator: ", ") + " or " + last
  }
}
