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
    let (city, ends) = try await PlaceLookup(store: store, mediator: mediator)
      .ends(texts, in: request.city)
    if ends.count > 1, ends[0].id == ends[1].id { throw BookmarksError.sameEnds(ends[1].name) }
    self.init(name: name, city: city, from: ends[0], to: ends.count > 1 ? ends[1] : nil)
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
