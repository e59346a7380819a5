/// The events of one type, as a sequence for one reader; made by `Mediator.events(of:)`.
///
/// It follows from the moment it is made until the sequence and its iterator are gone.
public struct EventStream<Followed: Event>: AsyncSequence, Sendable {
  let mailbox: Mailbox
  let subscription: Subscription

  /// Starts to read. A stream has one reader: a second one ends the first one's waiting.
  public func makeAsyncIterator() -> Iterator {
    Iterator(mailbox: mailbox, subscription: subscription)
  }

  /// Reads one event after the other.
  public struct Iterator: AsyncIteratorProtocol {
    let mailbox: Mailbox
    let subscription: Subscription

    /// The next event; nil when the mediator is gone, after the last one, or when the task is
    /// cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Followed? {
      await mailbox.next(isolation: actor)?.event as? Followed
    }
  }
}
