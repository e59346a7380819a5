import BookmarksInterface
import Console
import DataSourceInterface
import Foundation
import Mediator

extension Bookmark {
  /// Creates the bookmark that a request describes: DataSource finds its city, and its ends are
  /// stations, places, or the names of bookmarks in the store.
  init(
    _ request: AddBookmark, store: BookmarkStore, through mediator: Mediator
  ) async throws {
    let name = try request.name.printable.validBookmarkName
    let texts = [request.from] + (request.to.map { [$0] } ?? [])
    let (city, ends) = try await store.ends(texts, in: request.city, through: mediator)
    self.init(name: name, city: city, from: ends[0], to: ends.count > 1 ? ends[1] : nil)
  }

  /// The station or place of a bookmark in `city`, which has the name of the bookmark if it has none
  /// of its own; nil for a journey.
  fileprivate func end(in city: CityID) -> PointOfInterest? {
    guard to == nil, self.city == city else { return nil }
    guard from.isPlace, let coordinate = from.coordinate else { return from }
    return PointOfInterest(at: coordinate, name: name)
  }
}

extension HistoryReference {
  /// Removes the journey from the history, and returns it. Looks its ends up in the timetable if the
  /// history has none with these names.
  /// - Throws: `BookmarksError.notInHistory`, and the errors of `DataSource.endpoints`.
  func remove(
    from store: BookmarkStore, through mediator: Mediator
  ) async throws -> HistoryEntry {
    let known: CityID
    if let city {
      known = city
    } else {
      known = try await mediator.perform(DataSource.city, CityQuery()).id
    }
    if let removed = try await store.removeFromHistory(from: from, to: to, in: known) {
      return removed
    }
    let (city, ends) = try await store.ends([from, to], in: known, through: mediator)
    let references = ends.map(\.reference)
    let removed = try await store.removeFromHistory(
      from: references[0], to: references[1], in: city)
    guard let removed else { throw BookmarksError.notInHistory(self) }
    return removed
  }
}

extension BookmarkStore {
  /// Finds the stations and places that texts name; a place may have the name of its bookmark.
  fileprivate nonisolated func ends(
    _ texts: [String], in city: CityID?, through mediator: Mediator
  ) async throws -> (city: CityID, ends: [PointOfInterest]) {
    let found = try await mediator.perform(
      DataSource.endpoints, EndpointsQuery(city: city, texts: texts))
    var ends: [PointOfInterest] = []
    for (text, result) in zip(texts, found.results) {
      // A place and the exact name of a station take precedence over a bookmark.
      if let end = result.exactEnd(in: found.timetable) {
        ends.append(end)
      } else if let end = try await bookmarkIfAny(named: text)?.end(in: found.city.id) {
        ends.append(end)
      } else {
        let end = try await result.get(in: found.city.id, through: mediator)
        ends.append(end.pointOfInterest(in: found.timetable))
      }
    }
    return (found.city.id, ends)
  }
}

extension Result<Endpoint, DataSourceError> {
  /// A place, or a station whose whole name was given; nil for everything else.
  fileprivate func exactEnd(in timetable: Timetable) -> PointOfInterest? {
    switch self {
    case .success(let end) where end.isExact: end.pointOfInterest(in: timetable)
    case .success, .failure: nil
    }
  }
}

extension Endpoint {
  fileprivate var isExact: Bool {
    switch self {
    case .place: true
    case .station(_, let isExactName): isExactName
    }
  }

  fileprivate func pointOfInterest(in timetable: Timetable) -> PointOfInterest {
    switch self {
    case .place(let place): place
    case .station(let station, _): timetable.pointOfInterest(ofStation: station)
    }
  }
}

extension BookmarkArchive {
  /// The bookmarks, when every one of them can be stored.
  /// - Throws: `BookmarksError.unknownArchive`, `BookmarksError.emptyName` and
  ///   `BookmarksError.longName`
  var validBookmarks: [Bookmark] {
    get throws(BookmarksError) {
      guard version == Self.currentVersion else { throw .unknownArchive(version: version) }
      var valid: [Bookmark] = []
      for bookmark in bookmarks {
        valid.append(
          Bookmark(
            name: try bookmark.name.validBookmarkName, city: bookmark.city, from: bookmark.from,
            to: bookmark.to))
      }
      return valid
    }
  }
}

extension String {
  /// The text without surrounding white space.
  /// - Throws: `BookmarksError.emptyName`, and `BookmarksError.longName` if more than 1000 bytes
  ///   remain.
  var validBookmarkName: String {
    get throws(BookmarksError) {
      let name = trimmed
      guard name.utf8.count <= BookmarksError.maximumNameSize else {
        throw .longName(String(name.unicodeScalars.prefix(20)), bytes: name.utf8.count)
      }
      guard !name.isEmpty else { throw .emptyName }
      return name
    }
  }
}
