import Synchronization

/// One who follows an event.
@usableFromInline
final class Follower: Sendable {
  /// Takes the event that lies at an address; whoever is finished with it only later says so to the
  /// deliveries.
  @usableFromInline typealias Receive = @Sendable (UnsafeRawPointer, Deliveries?) -> Void

  private let isGone = Atomic(false)
  private let ear: Ear

  init(_ receive: @escaping Receive) {
    ear = Ear(receive: receive)
  }

  func hear(_ event: UnsafeRawPointer, _ deliveries: Deliveries?) {
    if !isGone.load(ordering: .acquiring) { ear.hear(event, deliveries) }
  }

  /// Hears nothing from now on, even from a publication that is under way.
  func leave() {
    isGone.store(true, ordering: .releasing)
  }
}

/// A closure that is called where it lies: a copy would be retained and released.
private struct Ear: ~Copyable, Sendable {
  let receive: Follower.Receive

  borrowing func hear(_ event: UnsafeRawPointer, _ deliveries: Deliveries?) {
    receive(event, deliveries)
  }
}
