import Testing

extension Issue {
  /// Records a problem at the line of a test that calls the harness.
  static func record(_ problem: String, at sourceLocation: SourceLocation) {
    record(Comment(rawValue: problem), sourceLocation: sourceLocation)
  }
}
