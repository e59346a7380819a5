/// Hands events to one async follower, one after the other, in the order of publication.
final class Queue<Followed: Event>: Sendable {
  private typealias Item = (event: Followed, done: @Sendable () -> Void)
  private let items: AsyncStream<Item>.Continuation

  init(_ follower: @escaping @Sendable (Followed) async -> Void) {
    let (stream, items) = AsyncStream.makeStream(of: Item.self)
    self.items = items
    Task {
      for await item in stream {
        await follower(item.event)
        item.done()
      }
    }
  }

  deinit { items.finish() }

  func add(_ event: Followed, done: @escaping @Sendable () -> Void) {
    if case .terminated = items.yield((event, done)) { done() }
  }
}
