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
    let found = try await mediator.perform(
      DataSource.endpoints, EndpointsQuery(city: request.city, texts: texts))
    var ends: [PointOfInterest] = []
    for (text, result) in zip(texts, found.results) {
      // A place and the exact name of a station take precedence over a bookmark.
      if let end = result.exactEnd(in: found.timetable) {
        ends.append(end)
      } else if let end = try await store.bookmarkIfAny(named: text)?.end(in: found.city.id) {
        ends.append(end)
      } else {
        let end = try await result.get(in: found.city.id, through: mediator)
        ends.append(end.pointOfInterest(in: found.timetable))
      }
    }
    self.init(
      name: name, city: found.city.id, from: ends[0], to: ends.count > 1 ? ends[1] : nil)
  }

  /// The station or place of a bookmark in `city`, which has the name of the bookmark if it has none
  /// of its own; nil for a journey.
  private func end(in city: CityID) -> PointOfInterest? {
    guard to == nil, self.city == city else { return nil }
    guard from.isPlace, let coordinate = from.coordinate else { return from }
    return PointOfInterest(at: coordinate, name: name)
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
