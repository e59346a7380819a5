import BookmarksInterface
import Console
import DataSourceInterface
import Documents
import JourneysInterface
import Mediator
import Scenes

extension BookmarksModule {
  /// The bookmarks and the last journeys, which open their journey, station or place.
  static let scenes = [
    SceneDescription(
      "Bookmarks", "open a bookmark", following: [BookmarksChanged.self]
    ) { .bookmarks(through: $0) }
    .counting { mediator in
      let count = try await mediator.perform(Bookmarks.list).count
      return count > 0 ? "\(count)" : nil
    }
  ]
}

extension ListScene {
  fileprivate static func bookmarks(through mediator: Mediator) -> ListScene {
    let sections = Bookmark.Kind.allCases.map { kind in
      ListSection(
        kind.rawValue, title: kind.title, id: \.name, layout: kind.layout
      ) { _ in
        let all = try await mediator.perform(Bookmarks.list)
        // One text for all sections.
        let isEmpty = all.isEmpty && kind == .journeys
        return ListPage(
          all.filter { $0.kind == kind },
          empty: isEmpty
            ? "No bookmarks yet; press a to add one, or b on a journey or a station." : nil)
      }
    }
    let history = ListSection(
      "history", title: "Last journeys", id: \.id, layout: BookmarksView.lastJourneys
    ) { _ in ListPage(try await mediator.perform(Bookmarks.history, HistoryQuery(limit: 10))) }
    let scene = ListScene("Bookmarks", sections + [history]) { _, event in
      // A journey is not a detail, because opening it adds it to the last journeys.
      if let entry = event.selectedItem(as: HistoryEntry.self) {
        return ListEvent(
          .custom(OriginDestination(city: entry.city, from: entry.from, to: entry.to)))
      }
      guard let bookmark = event.selectedItem(as: Bookmark.self), bookmark.to != nil else {
        return event
      }
      return ListEvent(.custom(bookmark.destination))
    }
    scene.detail = { row in
      guard let bookmark = row.item as? Bookmark, bookmark.to == nil else { return nil }
      return .value(bookmark.destination)
    }
    scene.bind(.character("a"), "add") { scene, row in
      let last = row?.item as? HistoryEntry
      let bookmark = try await scene.fill(
        .addBookmark, calls: Bookmarks.add,
        chosen: ["from": last?.from, "to": last?.to].compactMapValues { place in
          place.map { FieldValue($0.reference, label: $0.name) }
        }, through: mediator)
      return scene.notice("Added", bookmark)
    }
    scene.bind(.character("e"), "rename", applies: { $0?.item is Bookmark }) { scene, row in
      guard let old = row?.item as? Bookmark else { return nil }
      let bookmark = try await scene.fill(
        .renameBookmark, calls: Bookmarks.rename, given: ["name": old.name],
        initial: ["newName": old.name], through: mediator)
      return scene.notice("Renamed to", bookmark)
    }
    scene.bind(.character("d"), "remove", applies: { $0 != nil }) { _, row in
      switch row?.item {
      case let bookmark as Bookmark:
        let removed = try await mediator.perform(
          Bookmarks.remove, BookmarkReference(name: bookmark.name))
        return "Removed '\(removed.name)'; press u to undo."
      case let entry as HistoryEntry:
        let removed = try await mediator.perform(
          Bookmarks.removeFromHistory, HistoryReference(entry))
        return "Removed '\(removed.from.name) → \(removed.to.name)'; press u to undo."
      default: return nil
      }
    }
    scene.bind(
      .character("u"), "undo", calls: Bookmarks.undo, through: mediator
    ) { (undone: UndoneChange) in "\(BookmarksView.sentence(undone))" }
    return scene
  }

  /// Selects a bookmark that was changed, and returns a sentence about it; nil without one.
  private func notice(_ change: String, _ bookmark: Bookmark?) -> String? {
    guard let bookmark else { return nil }
    select(bookmark.name, in: bookmark.kind.rawValue)
    return "\(change) '\(bookmark.name)'; press u to undo."
  }
}

extension Bookmark {
  /// What a bookmark is for; the raw value is the id of its section.
  fileprivate enum Kind: String, CaseIterable {
    case places, stations, journeys

    var title: String {
      switch self {
      case .places: "Places"
      case .stations: "Stations"
      case .journeys: "Journeys"
      }
    }

    @MainActor var layout: ListLayout<Bookmark> {
      self == .journeys ? BookmarksView.journeys : BookmarksView.places
    }
  }

  fileprivate var kind: Kind {
    if to != nil { return .journeys }
    return from.isPlace ? .places : .stations
  }

  /// The value that the scene of another module shows: a journey, a station, or the stations around
  /// a place.
  var destination: any Sendable {
    if let to { return OriginDestination(city: city, from: from, to: to) }
    return StationDetailsQuery(name: from.reference, city: city)
  }
}
