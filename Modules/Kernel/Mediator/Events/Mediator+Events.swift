import Platform

extension Mediator {
  /// Publishes an event to all its followers, in the order of their subscription.
  ///
  /// When this returns, in-place followers have handled the event, and the queues of the others
  /// contain it. Followers added during a publication do not receive it. Followers that are removed
  /// during a publication do not receive it either, unless another thread is calling them at that
  /// moment. Two events published by one task arrive in that order. For events of several threads,
  /// the order can differ between followers.
  /// - Parameter publisher: The publishing file, for interceptors.
  public func publish<Published: Event>(
    _ event: Published, publisher: StaticString = #fileID
  ) {
    publish(event, from: .thisProcess, counting: nil, publisher)
  }

  /// Publishes an event that another process has published.
  package func publish(received event: some SharedEvent, publisher: StaticString = #fileID) {
    publish(event, from: .otherProcess, counting: nil, publisher)
  }

  /// Publishes an event and waits until all followers, including queued ones, have handled it.
  ///
  /// A queued follower must not call this with the event type that it follows: it would wait for
  /// itself.
  public func publishAndWait<Published: Event>(
    _ event: Published, publisher: StaticString = #fileID
  ) async {
    let pending = PendingDeliveries()
    publish(event, from: .thisProcess, counting: pending, publisher)
    await pending.drain()
  }

  /// Waits until queued followers have handled all events published so far, and all events that
  /// they publish meanwhile. A queued follower must not call this: it would wait for itself.
  public func drain() async {
    await pendingDeliveries.drain()
  }

  /// Follows an event in place until the subscription is released: `follower` runs inside
  /// `publish`, on the publisher's thread, so it must be brief.
  @inlinable
  public func follow<Followed: Event>(
    _ type: Followed.Type, _ follower: @escaping @Sendable (Followed) -> Void
  ) -> Subscription {
    subscribe(to: type) { event, _, _ in
      follower(event.assumingMemoryBound(to: Followed.self).pointee)
    }
  }

  /// Follows an event in place, as `follow(_:_:)` does, with a follower that distinguishes the
  /// events of other processes.
  package func follow<Followed: Event>(
    withOrigin type: Followed.Type,
    _ follower: @escaping @Sendable (Followed, EventOrigin) -> Void
  ) -> Subscription {
    subscribe(to: type) { event, origin, _ in
      follower(event.assumingMemoryBound(to: Followed.self).pointee, origin)
    }
  }

  /// Follows an event in the background until the subscription is released: `follower` runs for one
  /// event after the other, in the order of publication, on the executor of its own isolation.
  ///
  /// The publisher does not wait, and the queue has no limit, so no event is lost. A publisher that
  /// could be faster than its followers calls `publishAndWait` instead. When the subscription is
  /// released, waiting events are discarded. The first event fixes the priority for all later ones:
  /// that of its publisher, but at least `medium`.
  public func follow<Followed: Event>(
    queued type: Followed.Type, _ follower: @escaping @Sendable (Followed) async -> Void
  ) -> Subscription {
    follow(queued: type, by: nil, reports: { nil }) { event, _ in await follower(event) }
  }

  /// - Parameters:
  ///   - name: The name of the follower for `EventReports`.
  ///   - reports: Returns what collects the reports of the follower; called by `publish`.
  func follow<Followed: Event>(
    queued type: Followed.Type, by name: String?, reports: @escaping @Sendable () -> EventReports?,
    _ follower: @escaping @Sendable (Followed, EventOrigin) async -> Void
  ) -> Subscription {
    // Most events are never published in a short process: each task would cost it time.
    let queue = EventQueue { queue in
      // Detached, so that the followers of later events are not traced as part of this publication.
      // The publisher of the first event fixes the priority and the language for all later events.
      Task.detached(priority: max(Task.currentPriority, .medium)) { [language = Language.current] in
        await Language.$current.withValue(language) {
          while let next = await queue.next() {
            if let event = next.event as? Followed {
              await next.run { await follower(event, next.origin) }
            }
            next.finish()
          }
        }
      }
    }
    let producer = Producer(for: queue)
    return subscribe(to: type, onEnd: { queue.clear() }) {
      [pendingDeliveries] event, origin, publication in
      let event = event.assumingMemoryBound(to: Followed.self).pointee
      let reports = reports()
      // In this order, so that after `drain` nobody else waits for the event either.
      var pending = [pendingDeliveries]
      if let publication { pending.insert(publication, at: 0) }
      if let reports { pending.insert(reports.pending, at: 0) }
      if let name { reports?.begin(name) }
      for pending in pending { pending.begin() }
      producer.queue.add(
        QueuedEvent(
          event: event, origin: origin, span: TraceSpan.current, reports: reports, follower: name,
          pending: pending))
    }
  }

  /// Adds a follower.
  ///
  /// Events reach followers as untyped addresses, because unspecialized generic code would make
  /// publishing several times slower. An address is valid while `receive` runs. It always refers to
  /// an event of `type`, because `FollowerTable` has a list for each type.
  @usableFromInline
  func subscribe(
    to type: any Event.Type, onEnd: @escaping @Sendable () -> Void = {},
    _ receive: @escaping Receiver.Receive
  ) -> Subscription {
    let follower = Follower(receive)
    let number = followers.withLock { $0.add(follower, of: type) }
    // Weak, so that the follower is released with the mediator as well as with the subscription.
    return Subscription { [weak self, weak follower] in
      guard let follower else { return }
      follower.cancel()
      onEnd()
      self?.followers.withLock { $0.remove(number, of: type) }
    }
  }

  private func publish<Published: Event>(
    _ event: Published, from origin: EventOrigin, counting pending: PendingDeliveries?,
    _ publisher: StaticString
  ) {
    let (list, interceptors) = followers.withLock {
      ($0.list(of: Published.self), $0.interceptors)
    }
    func send(_ event: Published) {
      withUnsafePointer(to: event) { list?.send($0, from: origin, pending) }
    }
    guard !interceptors.isEmpty else { return send(event) }
    let publication = Publication(Published.self, in: publisher)
    func publish() {
      pass(publication, event, through: interceptors[...], to: send)
    }
    guard interceptors.contains(where: \.needsParents) else { return publish() }
    TraceSpan.$current.withValue(publication.id, operation: publish)
  }

  private func pass<Published: Event>(
    _ publication: Publication, _ event: Published,
    through interceptors: ArraySlice<RegisteredInterceptor>, to send: (Published) -> Void
  ) {
    guard let outermost = interceptors.first else { return send(event) }
    outermost.interceptor.intercept(publication, event) {
      pass(publication, $0, through: interceptors.dropFirst(), to: send)
    }
  }
}

/// The writing end of a queue. Releasing it, with the subscription or the mediator, closes the
/// queue.
private final class Producer: Sendable {
  let queue: EventQueue

  init(for queue: EventQueue) {
    self.queue = queue
  }

  deinit { queue.close() }
}
