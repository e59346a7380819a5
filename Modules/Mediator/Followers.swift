/// Who follows which event.
struct Followers: Sendable {
  enum Kind<Followed: Event>: Sendable {
    case inPlace(@Sendable (Followed) -> Void)
    case queued(Queue<Followed>)
  }

  private var kinds: [ObjectIdentifier: [(id: Int, kind: any Sendable)]] = [:]
  private var nextID = 0

  mutating func add<Followed: Event>(_ kind: Kind<Followed>) -> Int {
    nextID += 1
    kinds[ObjectIdentifier(Followed.self), default: []].append((nextID, kind))
    return nextID
  }

  mutating func remove(_ id: Int, of type: any Event.Type) {
    kinds[ObjectIdentifier(type)]?.removeAll { $0.id == id }
  }

  func following<Followed: Event>(_ type: Followed.Type) -> [Kind<Followed>] {
    (kinds[ObjectIdentifier(type)] ?? []).compactMap { $0.kind as? Kind<Followed> }
  }
}

/// Hands events to one async follower, one after the other, in the order of publication.
final class Queue<Followed: Event>: Sendable {
  private typealias Item = (event: Followed, done: (@Sendable () -> Void)?)
  private let items: AsyncStream<Item>.Continuation

  init(_ follower: @escaping @Sendable (Followed) async -> Void) {
    let (stream, items) = AsyncStream.makeStream(of: Item.self)
    self.items = items
    Task {
      for await item in stream {
        await follower(item.event)
        item.done?()
      }
    }
  }

  deinit { items.finish() }

  func add(_ event: Followed, done: (@Sendable () -> Void)? = nil) {
    if case .terminated = items.yield((event, done)) { done?() }
  }
}
