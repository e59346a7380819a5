import BookmarksInterface
import DataSourceInterface
import Foundation
import Mediator

extension Bookmark {
  /// Creates the bookmark that a request describes: DataSource finds its city and its stations.
  init(_ request: AddBookmark, through mediator: Mediator) async throws {
    let name = try request.name.validBookmarkName
    let city = try await mediator.perform(DataSource.city, CityQuery(city: request.city)).id
    func place(_ name: String) async throws -> PointOfInterest {
      let station = try await mediator.perform(
        DataSource.station, StationQuery(name: name, city: city))
      return PointOfInterest(
        id: station.id, name: station.name, coordinate: station.coordinate)
    }
    let from = try await place(request.from)
    var to: PointOfInterest?
    if let name = request.to { to = try await place(name) }
    self.init(name: name, city: city, from: from, to: to)
  }
}

extension BookmarkArchive {
  /// The bookmarks, when every one of them can be stored.
  /// - Throws: `BookmarksError.unknownArchive` and `BookmarksError.emptyName`
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
  /// - Throws: `BookmarksError.emptyName`
  var validBookmarkName: String {
    get throws(BookmarksError) {
      let name = trimmingCharacters(in: .whitespacesAndNewlines)
      guard !name.isEmpty else { throw .emptyName }
      return name
    }
  }
}
