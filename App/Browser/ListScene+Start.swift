import Console
import ListScene
import Mediator

/// What a person may open first.
private struct Door: ListItem {
  let title: String
  let summary: String
}

extension ListScene {
  /// The first scene: all that modules offer.
  static func start(_ scenes: [SceneDescription], _ mediator: Mediator) -> ListScene {
    let section = ListSection(
      "scenes", id: \Door.title,
      layout: .table(
        .init { .init($0.title, .bold) }, .init(isFlexible: true) { .init($0.summary, .dim) }),
      pageSize: max(scenes.count, 1), empty: "No module offers a scene."
    ) { _ in ListPage(scenes.map { Door(title: $0.title, summary: $0.summary) }) }
    return ListScene("metro", ListController(section)) { scene, event in
      guard let door = event.selected(Door.self),
        let chosen = scenes.first(where: { $0.title == door.title })
      else { return event }
      do { scene.push(try chosen.make(mediator)) } catch { scene.report(error) }
      return nil
    }
  }
}
