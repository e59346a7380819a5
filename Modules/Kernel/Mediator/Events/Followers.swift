import Synchronization

/// The followers of all event types.
struct FollowerTable: Sendable {
  /// The interceptors of all publications, the outermost first.
  var interceptors: [RegisteredInterceptor] = []
  private var lists: [ObjectIdentifier: FollowerList] = [:]

  /// The followers of exactly this event type.
  func list(of event: any Event.Type) -> FollowerList? {
    lists[ObjectIdentifier(event)]
  }

  mutating func add(_ follower: Follower, of event: any Event.Type) {
    lists[ObjectIdentifier(event)] = FollowerList((list(of: event)?.followers ?? []) + [follower])
  }

  mutating func remove(_ follower: Follower, of event: any Event.Type) {
    let others = list(of: event)?.followers.filter { $0 !== follower } ?? []
    lists[ObjectIdentifier(event)] = others.isEmpty ? nil : FollowerList(others)
  }
}

/// The followers of one event type, in the order of their subscription.
///
/// It never changes: a new list replaces it when a follower is added or removed, so a publication
/// can iterate over the list without a lock.
final class FollowerList: @unchecked Sendable {
  // Safe to share: immutable; `followers` retains the memory of `receivers`. The receivers are
  // called in place, because retaining and releasing each follower would take ten times as long.
  let followers: [Follower]
  private let receivers: [UnsafeMutablePointer<Receiver>]

  init(_ followers: [Follower]) {
    self.followers = followers
    receivers = followers.map(\.receiver)
  }

  /// - Parameter event: The address of an event of the type that the followers follow.
  func send(_ event: UnsafeRawPointer, from origin: EventOrigin, _ pending: PendingDeliveries?) {
    for receiver in receivers { receiver.pointee.send(event, origin, pending) }
    withExtendedLifetime(self) {}
  }
}

/// One subscription to an event type. It owns a receiver at an address that never changes.
@usableFromInline
final class Follower: @unchecked Sendable {
  // Safe to share: the address is immutable, and a receiver is `Sendable`.
  fileprivate let receiver: UnsafeMutablePointer<Receiver>

  init(_ receive: @escaping Receiver.Receive) {
    receiver = .allocate(capacity: 1)
    receiver.initialize(to: Receiver(receive))
  }

  deinit {
    receiver.deinitialize(count: 1)
    receiver.deallocate()
  }

  /// Stops all deliveries, including those of publications in progress.
  func cancel() {
    receiver.pointee.isCancelled.store(true, ordering: .releasing)
  }
}

/// The closure of a follower. It is called in place and never copied.
@usableFromInline
struct Receiver: ~Copyable, Sendable {
  /// Handles the event at an address. A follower that finishes later counts the event as pending.
  @usableFromInline
  typealias Receive = @Sendable (UnsafeRawPointer, EventOrigin, PendingDeliveries?) -> Void

  fileprivate let isCancelled = Atomic(false)
  private let receive: Receive

  fileprivate init(_ receive: @escaping Receive) {
    self.receive = receive
  }

  fileprivate borrowing func send(
    _ event: UnsafeRawPointer, _ origin: EventOrigin, _ pending: PendingDeliveries?
  ) {
    if !isCancelled.load(ordering: .acquiring) { receive(event, origin, pending) }
  }
}
