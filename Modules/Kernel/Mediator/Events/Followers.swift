import Synchronization

/// The followers of all event types.
struct FollowerTable: Sendable {
  /// The interceptors of all publications, the outermost first.
  var interceptors: [RegisteredInterceptor] = []
  /// The followers of each event type by their numbers, which grow with each subscription.
  private var followers: [ObjectIdentifier: [Int: Follower]] = [:]
  private var lastNumber = 0
  /// The lists of the event types that were published since their followers changed. Scenes come
  /// and go with dozens of followers each, much more often than events.
  private var lists: [ObjectIdentifier: FollowerList] = [:]

  /// The followers of exactly this event type.
  mutating func list(of event: any Event.Type) -> FollowerList? {
    let event = ObjectIdentifier(event)
    if let known = lists[event] { return known }
    guard let followers = followers[event] else { return nil }
    let list = FollowerList(followers.sorted { $0.key < $1.key }.map(\.value))
    lists[event] = list
    return list
  }

  /// Returns the number by which the follower is removed.
  mutating func add(_ follower: Follower, of event: any Event.Type) -> Int {
    let event = ObjectIdentifier(event)
    lastNumber += 1
    followers[event, default: [:]][lastNumber] = follower
    lists[event] = nil
    return lastNumber
  }

  mutating func remove(_ number: Int, of event: any Event.Type) {
    let event = ObjectIdentifier(event)
    followers[event]?[number] = nil
    if followers[event]?.isEmpty == true { followers[event] = nil }
    lists[event] = nil
  }
}

/// The followers of one event type, in the order of their subscription.
///
/// It never changes: a new list replaces it when a follower is added or removed, so a publication
/// can iterate over the list without a lock.
final class FollowerList: @unchecked Sendable {
  // Safe to share: immutable; `followers` retains the memory of `receivers`. The receivers are
  // called in place, because retaining and releasing each follower would take ten times as long.
  private let followers: [Follower]
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
