import BookmarksInterface
import Store

/// All bookmarks in one state of the database, in order.
struct BookmarkCache {
  /// The bookmarks with some ids after a change; nil where there is none with that id.
  struct Update {
    let from: DataVersion
    let to: DataVersion
    let rows: [(id: Int, bookmark: Bookmark?)]
  }

  private(set) var version: DataVersion
  private(set) var bookmarks: [Bookmark]
  /// The ids of the bookmarks, ascending.
  private var ids: [Int]

  init(version: DataVersion, bookmarks: [Bookmark], ids: [Int]) {
    self.version = version
    self.bookmarks = bookmarks
    self.ids = ids
  }

  /// Applies a change of the cached state. Ignores a change of another state: the version then
  /// differs from the database's, so that the next read replaces the cache.
  mutating func apply(_ update: Update) {
    guard update.from == version else { return }
    version = update.to
    for (id, bookmark) in update.rows {
      let index = index(of: id)
      let cached = index < ids.count && ids[index] == id ? index..<index + 1 : index..<index
      ids.replaceSubrange(cached, with: bookmark == nil ? [] : [id])
      bookmarks.replaceSubrange(cached, with: bookmark.map { [$0] } ?? [])
    }
  }

  /// The index of the first id that is not less than `id`, by binary search.
  private func index(of id: Int) -> Int {
    var range = 0..<ids.count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range = ids[middle] < id ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }
}
