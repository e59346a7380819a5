import BookmarksInterface
import Store

/// All bookmarks of one state of the database, in order.
struct Reading {
  private(set) var version: DataVersion
  private(set) var bookmarks: [Bookmark]
  /// The ids of the bookmarks, which ascend.
  private var ids: [Int]

  init(version: DataVersion, bookmarks: [Bookmark], ids: [Int]) {
    self.version = version
    self.bookmarks = bookmarks
    self.ids = ids
  }

  /// What a change made of the bookmarks of some ids; nil is for one that is not there.
  struct Edit {
    let before: DataVersion
    let after: DataVersion
    let rows: [(id: Int, bookmark: Bookmark?)]
  }

  /// Follows a change of the state that was read; after a change of another state, all has to be
  /// read anew.
  mutating func apply(_ edit: Edit) {
    guard edit.before == version else { return }
    version = edit.after
    for (id, bookmark) in edit.rows {
      let index = index(of: id)
      let known = index < ids.count && ids[index] == id ? index..<index + 1 : index..<index
      ids.replaceSubrange(known, with: bookmark == nil ? [] : [id])
      bookmarks.replaceSubrange(known, with: bookmark.map { [$0] } ?? [])
    }
  }

  /// The first that is not before an id.
  private func index(of id: Int) -> Int {
    var range = 0..<ids.count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range = ids[middle] < id ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }
}
