import BookmarksInterface
import Console
import DataSourceInterface
import Mediator
import RoutingInterface
public import Scenes
import StationsInterface

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
      empty: "No bookmarks yet; press a to add one, or b on a journey or a station."
    ) { _ in ListPage(try await mediator.perform(Bookmarks.list)) }
    let scene = ListScene("Bookmarks", [section]) { _, event in
      guard let bookmark = event.selectedItem(as: Bookmark.self) else { return event }
      return ListEvent(.custom(bookmark.destination))
    }
    scene.changes = { try await mediator.perform(Bookmarks.changesByOthers) }
    scene.bind(.character("a"), "add") { scene, _ in
      // Without the module Stations, the person types the names of stations.
      let stations = try? await mediator.perform(Stations.picker, nil).field()
      let bookmark = try await scene.fill(
        .addBookmark, calls: Bookmarks.add,
        pickers: stations.map { ["from": $0, "to": $0] } ?? [:], through: mediator)
      return scene.notice("Added", bookmark)
    }
    scene.bind(.character("n"), "rename") { scene, row in
      guard let old = row?.item as? Bookmark else { return nil }
      let bookmark = try await scene.fill(
        .renameBookmark, calls: Bookmarks.rename, given: ["name": old.name],
        initial: ["newName": old.name], through: mediator)
      return scene.notice("Renamed to", bookmark)
    }
    scene.bind(.character("d"), "remove", calls: Bookmarks.remove, through: mediator) {
      (bookmark: Bookmark) in
      BookmarkReference(name: bookmark.name)
    } notice: {
      "Removed '\($0.name)'; press u to undo."
    }
    scene.bind(
      .character("u"), "undo", calls: Bookmarks.undo, through: mediator,
      notice: BookmarksView.sentence)
    return scene
  }

  /// Selects a bookmark that was changed, and returns a sentence about it; nil without one.
  private func notice(_ change: String, _ bookmark: Bookmark?) -> String? {
    guard let bookmark else { return nil }
    select(bookmark.name)
    return "\(change) '\(bookmark.name)'; press u to undo."
  }
}

extension Bookmark {
  /// The value that the scene of another module shows: a journey, a station, or the stations around
  /// a place.
  var destination: any Sendable {
    if let to { return OriginDestination(city: city, from: from, to: to) }
    return StationDetailsQuery(name: from.reference, city: city)
  }
}
