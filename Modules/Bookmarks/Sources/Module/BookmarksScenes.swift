import BookmarksInterface
import Console
import DataSourceInterface
import Mediator
import RoutingInterface
public import Scenes

extension BookmarksModule: SceneModule {
  /// The list of bookmarks, which opens the journey, the station or the place of a bookmark.
  public static let scenes = [
    SceneDescription(
      "Bookmarks", "open a bookmark",
      following: [BookmarkAdded.self, BookmarkRemoved.self, BookmarksChanged.self]
    ) { .bookmarks(through: $0) }
  ]
}

extension ListScene {
  fileprivate static func bookmarks(through mediator: Mediator) -> ListScene {
    let section = ListSection(
      "bookmarks", id: \.name, layout: BookmarksView.all,
      empty: "No bookmarks yet; press b on a journey or a station to add one."
    ) { _ in ListPage(try await mediator.perform(Bookmarks.list)) }
    let scene = ListScene("Bookmarks", [section]) { _, event in
      guard let bookmark = event.selectedItem(as: Bookmark.self) else { return event }
      return ListEvent(.custom(bookmark.destination))
    }
    scene.keyBindings = [
      KeyBinding(.character("d"), "remove") { row in
        guard let bookmark = row?.item as? Bookmark else { return nil }
        let reference = BookmarkReference(name: bookmark.name)
        let removed = try await mediator.perform(Bookmarks.remove, reference)
        return "Removed '\(removed.name)'; press u to undo."
      },
      KeyBinding(.character("u"), "undo") { _ in
        let undone = try await mediator.perform(Bookmarks.undo)
        return BookmarksView.sentence(undone)
      },
    ]
    return scene
  }
}

extension Bookmark {
  /// The value that the scene of another module shows: a journey, a station, or the stations around
  /// a place.
  fileprivate var destination: any Sendable {
    if let to { return OriginDestination(city: city, from: from, to: to) }
    return StationDetailsQuery(name: from.reference, city: city)
  }
}
