import BookmarksInterface
import Console
import DataSourceInterface
public import ListScene
import Mediator
import RoutingInterface

extension BookmarksModule: SceneModule {
  /// The bookmarks, each of which opens its journey or its station.
  public static let scenes = [
    SceneDescription("Bookmarks", "go where you often go") { .bookmarks(through: $0) }
  ]
}

extension ListScene {
  private static let layout = ListLayout<Bookmark>.table(
    .init("name", isFlexible: true) { .init($0.name, .bold) },
    .init("way", isFlexible: true) { .init($0.places.map(\.name).joined(separator: " → ")) },
    .init("city") { .init($0.city.description, .dim) })

  fileprivate static func bookmarks(through mediator: Mediator) -> ListScene {
    let section = ListSection(
      "bookmarks", id: \.name, layout: layout,
      empty: "No bookmarks yet; 'b' keeps a journey or a station."
    ) { _ in ListPage(try await mediator.perform(Bookmarks.list)) }
    let scene = ListScene("Bookmarks", ListController(section)) { _, event in
      guard let bookmark = event.selected(Bookmark.self) else { return event }
      return ListEvent(.custom(bookmark.destination))
    }
    scene.keys = [
      ListKey(.character("d"), "remove") { row in
        guard let bookmark = row?.item as? Bookmark else { return nil }
        let reference = BookmarkReference(name: bookmark.name)
        let removed = try await mediator.perform(Bookmarks.remove, reference)
        await section.refresh()
        return "'\(removed.name)' is removed; 'u' brings it back."
      },
      ListKey(.character("u"), "undo") { _ in
        let undone = try await mediator.perform(Bookmarks.undo)
        await section.refresh()
        return "Undone: \(undone.change)."
      },
    ]
    return scene
  }
}

extension Bookmark {
  fileprivate var places: [Place] {
    let ends: [Place?] = [from, to]
    return ends.compactMap(\.self)
  }

  /// What another module's scene shows of it.
  fileprivate var destination: any Sendable {
    guard places.count == 2 else { return StationDetailsQuery(name: "id:\(from.id)", city: city) }
    return JourneyEnds(city: city, from: from, to: places[1])
  }
}
