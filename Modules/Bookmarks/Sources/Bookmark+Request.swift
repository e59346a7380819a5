import BookmarksInterface
import DataSourceInterface
import Foundation
import Mediator
import RoutingInterface

extension Bookmark {
  /// Asks DataSource which stations of which city a person means.
  init(_ request: AddBookmark, through mediator: Mediator) async throws {
    let name = try request.name.bookmarkName
    let city = try await mediator.perform(DataSource.city, CityQuery(city: request.city)).id
    func place(_ name: String) async throws -> Place {
      let station = try await mediator.perform(
        DataSource.station, StationQuery(name: name, city: city))
      return Place(id: station.id, name: station.name)
    }
    let from = try await place(request.from)
    var to: Place?
    if let end = request.to { to = try await place(end) }
    self.init(name: name, city: city, from: from, to: to)
  }
}

extension String {
  /// The text as the name of a bookmark, without white space around it.
  /// - Throws: `BookmarksError.emptyName`
  var bookmarkName: String {
    get throws(BookmarksError) {
      let name = trimmingCharacters(in: .whitespacesAndNewlines)
      guard !name.isEmpty else { throw .emptyName }
      return name
    }
  }
}

extension BookmarkArchive {
  /// The bookmarks, each of which can be kept.
  /// - Throws: `BookmarksError.unknownArchive` and `BookmarksError.emptyName`
  var checked: [Bookmark] {
    get throws(BookmarksError) {
      guard version == Self.currentVersion else { throw .unknownArchive(version: version) }
      var checked: [Bookmark] = []
      for bookmark in bookmarks {
        checked.append(
          Bookmark(
            name: try bookmark.name.bookmarkName, city: bookmark.city, from: bookmark.from,
            to: bookmark.to))
      }
      return checked
    }
  }
}

extension HistoryEntry {
  init(_ planned: JourneyPlanned, askedAt: Date) {
    self.init(askedAt: askedAt, city: planned.city, from: planned.from, to: planned.to)
  }
}
