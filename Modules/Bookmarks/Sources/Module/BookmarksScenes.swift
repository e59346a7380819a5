import BookmarksInterface
import DataSourceInterface
import Documents
import JourneysInterface
import Mediator
import Scenes

extension BookmarksModule {
  /// The bookmarks and the last journeys, which open their journey, station or place.
  static let scenes = [
    SceneDescription(
      "Bookmarks", "open a bookmark", following: [BookmarksChanged.self, HistoryChanged.self]
    ) { .bookmarks(through: $0) }
    .counting { mediator in
      let count = try await mediator.perform(Bookmarks.list).count
      return count > 0 ? "\(count)" : nil
    }
  ]
}

extension ListScene {
  fileprivate static func bookmarks(through mediator: Mediator) -> ListScene {
    let bookmarks = Bookmark.Kind.allCases.map { kind in
      let section = ListSection(
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
      // A journey is not a detail, because opening it adds it to the last journeys.
      switch kind {
      case .journeys: section.opens = \.destination
      case .places, .stations: section.detail = { .value($0.destination) }
      }
      section.slot = BookmarksModule.slot
      return section
    }
    let history = ListSection(
      "history", title: "Last journeys", id: \.id, layout: BookmarksView.lastJourneys
    ) { _ in ListPage(try await mediator.perform(Bookmarks.history, HistoryQuery(limit: 10))) }
    history.opens = { OriginDestination(city: $0.city, from: $0.from, to: $0.to) }
    let scene = ListScene("Bookmarks", bookmarks + [history])
    scene.addAction("add", key: "a", on: history) { scene, last in
      try await scene.addBookmark(from: last.from, to: last.to, through: mediator)
    }
    scene.addAction("add", key: "a") { scene in
      try await scene.addBookmark(from: nil, to: nil, through: mediator)
    }
    for section in bookmarks {
      scene.addAction("rename", key: "e", on: section) { scene, old in
        let bookmark = try await scene.fill(
          "Rename a bookmark", calls: Bookmarks.rename, given: ["name": old.name],
          initial: ["newName": old.name], through: mediator)
        return scene.notice("Renamed to", bookmark)
      }
      scene.addAction("remove", key: "d", on: section, calls: Bookmarks.remove, through: mediator) {
        BookmarkReference(name: $0.name)
      } notice: {
        "Removed '\($0.name)'; press u to undo."
      }
    }
    scene.addAction(
      "remove", key: "d", on: history, calls: Bookmarks.removeFromHistory, through: mediator
    ) {
      HistoryReference($0)
    } notice: {
      "Removed '\($0.from.name) → \($0.to.name)'; press u to undo."
    }
    scene.addAction("undo", key: "u", calls: Bookmarks.undo, through: mediator) {
      BookmarksView.sentence($0)
    }
    return scene
  }

  /// Shows the form for a bookmark, with the ends of a journey if there is one.
  private func addBookmark(
    from: PointOfInterest?, to: PointOfInterest?, through mediator: Mediator
  ) async throws -> LocalizedText? {
    let bookmark = try await fill(
      "Bookmark a station, place or journey", calls: Bookmarks.add,
      chosen: ["from": from, "to": to].compactMapValues { place in
        place.map { FieldValue($0.reference, label: $0.name) }
      }, through: mediator)
    return notice("Added", bookmark)
  }

  /// Selects a bookmark that was changed, and returns a sentence about it; nil without one.
  private func notice(_ change: LocalizedText, _ bookmark: Bookmark?) -> LocalizedText? {
    guard let bookmark else { return nil }
    select(bookmark.name, in: bookmark.kind.rawValue)
    return "\(change) '\(bookmark.name)'; press u to undo."
  }
}

extension Bookmark {
  /// What a bookmark is for; the raw value is the id of its section.
  fileprivate enum Kind: String, CaseIterable {
    case places, stations, journeys

    var title: LocalizedText {
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
    if let to { return OriginDestination(city: city, from: from, to: to, stepFree: stepFree) }
    return StationDetailsQuery(name: from.reference, city: city)
  }
}
