/// Who follows which event.
struct Followers: Sendable {
  /// What stands around every publication, the outermost first.
  var interceptors: [AnyInterceptor] = []
  /// By event type: its followers and no others, in the order of their subscription. A publication
  /// goes through a list while others come and go, so that lists are replaced, never changed.
  private var lists: [ObjectIdentifier: FollowerList] = [:]

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

/// Those who follow one event.
final class FollowerList: @unchecked Sendable {
  // Safe to share: immutable; the borrowed followers are those that are held.
  let followers: [Follower]
  private let borrowed: [Unmanaged<Follower>]

  init(_ followers: [Follower]) {
    self.followers = followers
    borrowed = followers.map { Unmanaged.passUnretained($0) }
  }

  func hear(_ event: UnsafeRawPointer, _ deliveries: Deliveries?) {
    for follower in borrowed {
      follower._withUnsafeGuaranteedRef { $0.hear(event, deliveries) }
    }
  }
}
