import BookmarksInterface
import Console
import DataSourceInterface
import Foundation
import Mediator

extension Bookmark {
  /// Creates the bookmark that a request describes: its ends are stations, places, or the names of
  /// bookmarks.
  init(
    _ request: AddBookmark, through mediator: Mediator
  ) async throws {
    // Before the stations are looked up.
    let name = try request.name.printable.validBookmarkName
    let texts = [request.from] + (request.to.map { [$0] } ?? [])
    let (timetable, found) = try await EndpointResolver(mediator: mediator)
      .endpoints(texts, in: request.city)
    let ends = zip(texts, found).map { text, end in
      // A typed coordinate has no name, even where another bookmark names the same place.
      if text.first == "@", Coordinate(text.dropFirst()) != nil, case .place(let place) = end,
        let coordinate = place.coordinate
      {
        return PointOfInterest(at: coordinate)
      }
      return end.pointOfInterest(in: timetable)
    }
    self = try Bookmark(
      name: name, city: timetable.city, from: ends[0], to: ends.count > 1 ? ends[1] : nil,
      stepFree: request.stepFree
    ).validated
  }

  /// The bookmark without white space around its name, if it can be stored.
  /// - Throws: `BookmarksError.emptyName`, `BookmarksError.longName` and `BookmarksError.sameEnds`.
  fileprivate var validated: Bookmark {
    get throws(BookmarksError) {
      if let to, to.id == from.id { throw .sameEnds(to.name) }
      return Bookmark(
        name: try name.validBookmarkName, city: city, from: from, to: to, stepFree: stepFree)
    }
  }
}

extension Bookmark {
  /// Whether a station has the whole name of the bookmark, and the bookmark is not that station
  /// alone. Where a command expects a station, the name means the station.
  func hasNameOfStation(through mediator: Mediator) async throws -> Bool {
    let found = try await mediator.perform(
      DataSource.endpoints, EndpointsQuery(city: city, texts: [name]))
    guard case .success(.station(let station, isExactName: true))? = found.results.first else {
      return false
    }
    return to != nil || found.timetable.stopReference(ofStation: station).id != from.id
  }
}

extension BookmarkArchive {
  /// The bookmarks, when every one of them can be stored.
  /// - Throws: `BookmarksError.unknownArchive`, `.emptyName`, `.longName` and `.sameEnds`.
  var validBookmarks: [Bookmark] {
    get throws(BookmarksError) {
      guard version == Self.currentVersion else { throw .unknownArchive(version: version) }
      var valid: [Bookmark] = []
      for bookmark in bookmarks { valid.append(try bookmark.validated) }
      return valid
    }
  }
}

extension String {
  /// The text without surrounding white space.
  /// - Throws: `BookmarksError.emptyName` if nothing of it is shown, and `BookmarksError.longName`
  ///   if more than 1000 bytes remain.
  var validBookmarkName: String {
    get throws(BookmarksError) {
      let name = trimmed
      guard name.utf8.count <= BookmarksError.maximumNameSize else {
        throw .longName(String(name.unicodeScalars.prefix(20)), bytes: name.utf8.count)
      }
      guard !name.printable.trimmed.isEmpty else { throw .emptyName }
      return name
    }
  }
}
