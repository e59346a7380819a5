extension Mediator {
  /// Tells an event to all who follow it: those in place before this returns, in the order of
  /// their subscription; the others soon after.
  public func publish<Published: Event>(_ event: Published) {
    for follower in followers.withLock({ $0.following(Published.self) }) {
      switch follower {
      case .inPlace(let follow): follow(event)
      case .queued(let queue):
        deliveries.withLock { $0.begin() }
        queue.add(event) { [deliveries] in
          for waiting in deliveries.withLock({ $0.end() }) { waiting.resume() }
        }
      }
    }
  }

  /// Returns when every event published so far, and every event that its followers published, has
  /// been dealt with by all who follow it.
  public func settle() async {
    await withCheckedContinuation { continuation in
      let isWaiting = deliveries.withLock { $0.wait(continuation) }
      if !isWaiting { continuation.resume() }
    }
  }

  /// Follows an event in place: `follower` runs inside `publish`, so it must be brief.
  public func follow<Followed: Event>(
    _ type: Followed.Type, _ follower: @escaping @Sendable (Followed) -> Void
  ) -> Subscription {
    subscribe(.inPlace(follower))
  }

  /// Follows an event in the background: `follower` runs for one event after the other, in the
  /// order of publication.
  public func follow<Followed: Event>(
    queued type: Followed.Type, _ follower: @escaping @Sendable (Followed) async -> Void
  ) -> Subscription {
    subscribe(.queued(Queue(follower)))
  }

  private func subscribe<Followed: Event>(_ kind: Followers.Kind<Followed>) -> Subscription {
    let id = followers.withLock { $0.add(kind) }
    return Subscription { [weak self] in
      self?.followers.withLock { $0.remove(id, of: Followed.self) }
    }
  }
}
