extension Mediator {
  func publish<Published: Event>(
    _ event: Published, counting deliveries: Deliveries?, _ publisher: StaticString
  ) {
    let (list, interceptors) = followers.withLock {
      ($0.list(of: Published.self), $0.interceptors)
    }
    guard !interceptors.isEmpty else {
      return withUnsafePointer(to: event) { list?.hear($0, deliveries) ?? () }
    }
    let publication = Publication(Published.self, in: publisher)
    func publish() {
      pass(publication, event, through: interceptors[...]) {
        withUnsafePointer(to: $0) { list?.hear($0, deliveries) ?? () }
      }
    }
    guard interceptors.contains(where: \.needsParents) else { return publish() }
    Step.$current.withValue(publication.id, operation: publish)
  }

  private func pass<Published: Event>(
    _ publication: Publication, _ event: Published,
    through interceptors: ArraySlice<AnyInterceptor>, to tell: (Published) -> Void
  ) {
    guard let outermost = interceptors.first else { return tell(event) }
    outermost.body.intercept(publication, event) {
      pass(publication, $0, through: interceptors.dropFirst(), to: tell)
    }
  }
}
