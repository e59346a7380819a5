extension Mediator {
  /// Tells an event to all who follow it, in the order of their subscription.
  ///
  /// Those who follow in place have heard it when this returns; queues and streams have it in store.
  /// Whoever begins to follow meanwhile does not hear it; whoever ends does not either, unless
  /// another thread is just telling him. Two events published by one task arrive in that order;
  /// between threads, each follower hears an order of its own.
  /// - Parameter publisher: The file that publishes, for interceptors.
  public func publish<Published: Event>(
    _ event: Published, publisher: StaticString = #fileID
  ) {
    publish(event, counting: nil, publisher)
  }

  /// Tells an event to all who follow it, and returns when they have finished with it: queued
  /// followers included. A stream has finished when it has the event in store.
  ///
  /// A queued follower must not deliver what it follows itself: it would wait for itself.
  public func deliver<Published: Event>(
    _ event: Published, publisher: StaticString = #fileID
  ) async {
    let deliveries = Deliveries()
    publish(event, counting: deliveries, publisher)
    await deliveries.settle()
  }

  /// Returns when queued followers have finished with every event published so far, and with every
  /// event that they published in turn. Must not be awaited by a queued follower.
  public func settle() async {
    await deliveries.settle()
  }

  /// Follows an event in place, until the token is gone: `follower` runs inside `publish`, on the
  /// publisher's thread, so it must be brief.
  @inlinable
  public func follow<Followed: Event>(
    _ type: Followed.Type, _ follower: @escaping @Sendable (Followed) -> Void
  ) -> Subscription {
    subscribe(to: type) { event, _ in
      follower(event.assumingMemoryBound(to: Followed.self).pointee)
    }
  }

  /// Follows an event in the background, until the token is gone: `follower` runs for one event after
  /// the other, in the order of publication, wherever its own isolation says.
  ///
  /// Nothing is dropped and the publisher is not held up: events wait in a queue without a bound. A
  /// publisher that could outrun its followers awaits `deliver` instead. Once the token is gone, what
  /// waits is not told any more.
  public func follow<Followed: Event>(
    queued type: Followed.Type, _ follower: @escaping @Sendable (Followed) async -> Void
  ) -> Subscription {
    let mailbox = Mailbox()
    // Detached, so that what follows is not taken for a part of where the following began.
    Task.detached {
      while let letter = await mailbox.next() {
        if let event = letter.event as? Followed {
          if let step = letter.step {
            await Step.within(step) { await follower(event) }
          } else {
            await follower(event)
          }
        }
        for deliveries in letter.deliveries { deliveries.end() }
      }
    }
    let sender = Sender(to: mailbox)
    return subscribe(to: type, whenOver: { mailbox.clear() }) { [deliveries] event, receipt in
      let counting = receipt.map { [deliveries, $0] } ?? [deliveries]
      for deliveries in counting { deliveries.begin() }
      sender.mailbox.add(
        Mailbox.Letter(
          event: event.assumingMemoryBound(to: Followed.self).pointee, step: Step.current,
          deliveries: counting))
    }
  }

  /// The events of a type from now on, as a sequence for one reader.
  /// - Parameter limit: How many events wait for the reader, at least 1. When one more comes, the
  ///   oldest is dropped: a slow reader misses what is past, never what is new.
  public func events<Followed: Event>(
    of type: Followed.Type, newest limit: Int = 64
  ) -> EventStream<Followed> {
    let mailbox = Mailbox(limit: max(1, limit))
    let sender = Sender(to: mailbox)
    let subscription = subscribe(to: type) { event, _ in
      sender.mailbox.add(
        Mailbox.Letter(event: event.assumingMemoryBound(to: Followed.self).pointee))
    }
    return EventStream(mailbox: mailbox, subscription: subscription)
  }

  /// - Parameter receive: Takes events of `type`, and is given no others.
  @usableFromInline
  func subscribe(
    to type: any Event.Type, whenOver: @escaping @Sendable () -> Void = {},
    _ receive: @escaping Follower.Receive
  ) -> Subscription {
    let follower = Follower(receive)
    followers.withLock { $0.add(follower, of: type) }
    // The mediator alone holds the follower, so that it goes with either of them.
    return Subscription { [weak self, weak follower] in
      guard let follower else { return }
      follower.leave()
      whenOver()
      self?.followers.withLock { $0.remove(follower, of: type) }
    }
  }
}

/// Closes a mailbox when nobody is left who could send to it: the token or the mediator is gone.
private final class Sender: Sendable {
  let mailbox: Mailbox

  init(to mailbox: Mailbox) {
    self.mailbox = mailbox
  }

  deinit { mailbox.close() }
}
