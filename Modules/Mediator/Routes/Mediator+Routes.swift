extension Mediator {
  /// Every pattern whose URLs are answered, in order, with its action.
  public var routes: [(route: Route, action: any ActionDeclaration)] {
    registry.withLock { registry in
      registry.routes.ends.compactMap { end in
        registry.entries[end.slot].map { (end.route, $0.action) }
      }
    }
  }
}
