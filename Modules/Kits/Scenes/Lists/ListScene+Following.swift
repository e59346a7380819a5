package import Mediator
import ModuleManager
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
        .flatMap { subscriptions(of: section, to: $0, through: mediator) }
    }
  }

  /// Refreshes the sections for which time has passed while another scene was over this one.
  func refreshAfterReturn() {
    let sections = outdatedSections
    outdatedSections = []
    for section in sections { Task { await section.refresh() } }
  }

  /// One refresh follows all events that are published before it starts. It does not wait for other
  /// sections, which may be slow.
  private func subscriptions<Followed: Event>(
    of section: SceneSection, to type: Followed.Type, through mediator: Mediator
  ) -> [Subscription] {
    let isTime = timeEvents.contains { $0 == type }
    let counts = Lock((published: 0, seen: 0))
    return [
      mediator.follow(type) { _ in counts.withLock { $0.published += 1 } },
      mediator.follow(queued: type) { [weak self, weak section] _ in
        let isNew = counts.withLock { counts in
          defer { counts.seen = counts.published }
          return counts.seen < counts.published
        }
        guard isNew, let section else { return }
        if isTime, await self?.delaysRefresh(of: section) == true { return }
        // In a task of its own, because a task keeps the memory of its deepest calls until it ends,
        // and that of the subscription is as old as the scene.
        await withDiscardingTaskGroup { group in group.addTask { await section.refresh() } }
      },
    ]
  }

  /// Whether another scene hides this one, so that the section is refreshed when that is left.
  private func delaysRefresh(of section: SceneSection) -> Bool {
    guard pushed?.presentation == .fullScreen else { return false }
    if !outdatedSections.contains(where: { $0 === section }) { outdatedSections.append(section) }
    return true
  }
}
