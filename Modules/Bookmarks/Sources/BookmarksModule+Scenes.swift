import BookmarksInterface
public import ListScene
import Mediator
import RoutingInterface

extension BookmarksModule: SceneModule {
  /// The bookmarks, each of which opens its journey.
  public static let scenes = [
    SceneDescription("Bookmarks", "go where you often go") { .bookmarks(through: $0) }
  ]
}

extension ListScene {
  fileprivate static func bookmarks(through mediator: Mediator) -> ListScene {
    let section = ListSection(
      "bookmarks", id: \.name, layout: BookmarksView.list,
      empty: "No bookmarks yet; 'b' keeps a journey."
    ) { _ in ListPage(try await mediator.perform(Bookmarks.list)) }
    return ListScene("Bookmarks", ListController(section)) { _, event in
      guard let bookmark = event.selected(Bookmark.self) else { return event }
      return ListEvent(
        .custom(JourneyEnds(city: bookmark.city, from: bookmark.from, to: bookmark.to)))
    }
  }
}
