extension Mediator {
  /// Every pattern whose URLs are answered, in order, with its action.
  public var routes: [(route: Route, action: any ActionDeclaration)] {
    registry.withLock { $0.routes.ends }.map { ($0.route, $0.action) }
  }
}
