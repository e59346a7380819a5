package import Mediator
import Platform

extension ListScene {
  /// Refreshes the scene after each event of some types, and after those that its sections follow,
  /// until the scene is released. The scenes that are pushed over it follow the same events.
  ///
  /// A `SceneDescription` calls this with the events that it declares; scenes of commands do not
  /// follow events.
  package func follow(_ events: [any Event.Type], through mediator: Mediator) {
    followed = (events, mediator)
    subscriptions = sections.flatMap { section in
      var seen: Set<ObjectIdentifier> = []
      return (section.following ?? events).filter { seen.insert(ObjectIdentifier($0)).inserted }
        .flatMap { section.subscriptions(to: $0, through: mediator) }
    }
  }
}

extension SceneSection {
  /// One refresh follows all events that are published before it starts. It does not wait for other
  /// sections, which may be slow.
  fileprivate func subscriptions<Followed: Event>(
    to type: Followed.Type, through mediator: Mediator
  ) -> [Subscription] {
    let counts = Lock((published: 0, seen: 0))
    return [
      mediator.follow(type) { _ in counts.withLock { $0.published += 1 } },
      mediator.follow(queued: type) { [weak self] _ in
        let isNew = counts.withLock { counts in
          defer { counts.seen = counts.published }
          return counts.seen < counts.published
        }
        guard isNew else { return }
        // In a task of its own, because a task keeps the memory of its deepest calls until it ends,
        // and that of the subscription is as old as the scene.
        await withDiscardingTaskGroup { group in group.addTask { await self?.refresh() } }
      },
    ]
  }
}
