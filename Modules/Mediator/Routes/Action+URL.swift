extension ActionDeclaration {
  /// The pattern of the action's URLs: its own, or `target/action`.
  /// - Throws: `MediatorError.badRoute` when the pattern is malformed, or the action not remote.
  public var route: Route {
    get throws(MediatorError) {
      guard reach == .remote else {
        throw .badRoute(pattern ?? path, reason: "expected '\(path)' to be declared remote")
      }
      return try Route(pattern ?? path)
    }
  }
}

extension Action where Input: Encodable {
  /// The URL that calls the action with an input.
  /// - Throws: `MediatorError.badRoute` when the action is not remote or the input does not fit its
  ///   pattern; `ShapeError.needsJSON` when parameters cannot express the input.
  public func url(for input: Input, scheme: String = Mediator.scheme) throws -> String {
    try route.url(Parameters(encoding: input), scheme: scheme)
  }
}
