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
