/// A fact that a module publishes. Its type has a name in the past tense and is declared in the
/// interface of that module.
public protocol Event: Sendable {}

/// The registration of a follower, an interceptor or a replacement. Releasing it ends the
/// registration.
public final class Subscription: Sendable {
  private let end: @Sendable () -> Void

  init(end: @escaping @Sendable () -> Void) {
    self.end = end
  }

  deinit { end() }
}

/// The events of one type, for one reader; see `Mediator.events(of:)`.
///
/// It contains the events that are published from its creation until the stream and its iterator
/// are released.
public struct EventStream<Followed: Event>: AsyncSequence, Sendable {
  let queue: EventQueue
  let subscription: Subscription

  /// Starts reading. A stream has one reader: a second one ends the iteration of the first.
  public func makeAsyncIterator() -> Iterator {
    Iterator(queue: queue, subscription: subscription)
  }

  /// Reads one event after the other.
  public struct Iterator: AsyncIteratorProtocol {
    let queue: EventQueue
    let subscription: Subscription

    /// Waits for the next event; nil when the mediator is released and all events are read, or when
    /// the task is cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Followed? {
      await queue.next(isolation: actor)?.event as? Followed
    }
  }
}
