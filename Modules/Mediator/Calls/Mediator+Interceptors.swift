extension Mediator {
  /// Passes every call and publication through an interceptor, until the token is gone. Without
  /// interceptors nothing is paid for them.
  public func intercept(with interceptor: some Interceptor) -> Subscription {
    let added = AnyInterceptor(interceptor)
    changeInterceptors { $0.append(added) }
    return Subscription { [weak self] in
      self?.changeInterceptors { $0.removeAll { $0 === added } }
    }
  }

  private func changeInterceptors(_ body: (inout [AnyInterceptor]) -> Void) {
    registry.withLock { registry in
      body(&registry.interceptors)
      for slot in registry.entries.keys { cells.fill(slot, with: registry.quickAnswer(slot)) }
      followers.withLock { $0.interceptors = registry.interceptors }
    }
  }
}

/// One registration of an interceptor.
final class AnyInterceptor: Sendable {
  let body: any Interceptor
  let needsParents: Bool

  init(_ body: any Interceptor) {
    self.body = body
    needsParents = body.needsParents
  }
}
