import BookmarksInterface
import DataSourceInterface
import Store

extension BookmarkStore {
  /// All bookmarks, in order; from the cache when the database has not changed since it was filled.
  var bookmarks: [Bookmark] {
    get async throws {
      let cached = cache
      let (current, last) = try await database.read { transaction in
        let last = try transaction.lastChange(of: .bookmarks)
        let version = try transaction.dataVersion
        guard cached?.version != version else { return (cached, last) }
        var (city, ids) = (CityID?.none, [Int]())
        let bookmarks = try transaction.rows("SELECT * FROM bookmark ORDER BY id") { row in
          // Most bookmarks are in the same city as the previous one.
          let bookmark = try Bookmark(row, likelyCity: city)
          city = bookmark.city
          ids.append(try row["id"])
          return bookmark
        }
        return (BookmarkCache(version: version, bookmarks: bookmarks, ids: ids), last)
      }
      known.didRead(last)
      cache = current
      return current?.bookmarks ?? []
    }
  }

  func find(_ name: String) async throws -> Bookmark {
    try await database.read { try $0.bookmark(named: name).bookmark }
  }

  func add(_ bookmark: Bookmark) async throws {
    try await write { transaction in
      try transaction.checkNameIsFree(bookmark.name)
      let change = try transaction.beginChange("adding '\(bookmark.name)'", in: .bookmarks)
      let id = try transaction.unusedID(before: nil)
      try transaction.insert(bookmark, key: bookmark.name.key, id: id)
      try transaction.recordAddition(of: id, in: change)
      return ((), [id])
    }
  }

  func remove(_ name: String) async throws -> Bookmark {
    try await write { transaction in
      let (id, bookmark) = try transaction.bookmark(named: name)
      let change = try transaction.beginChange("removing '\(bookmark.name)'", in: .bookmarks)
      try transaction.recordRemoval(of: id, in: change)
      try transaction.run("DELETE FROM bookmark WHERE id = \(id)")
      return (bookmark, [id])
    }
  }

  func rename(_ name: String, to newName: String) async throws -> Bookmark {
    try await write { transaction in
      let (id, bookmark) = try transaction.bookmark(named: name)
      try transaction.checkNameIsFree(newName, exceptFor: id)
      let change = try transaction.beginChange(
        "renaming '\(bookmark.name)' to '\(newName)'", in: .bookmarks)
      try transaction.recordChange(of: id, in: change)
      try transaction.run(
        "UPDATE bookmark SET name = \(newName), key = \(newName.key) WHERE id = \(id)")
      return (bookmark.named(newName), [id])
    }
  }

  /// Moves a bookmark before another one, or to the end.
  func move(_ name: String, before other: String?) async throws -> Bookmark {
    try await write { transaction in
      var (id, bookmark) = try transaction.bookmark(named: name)
      var next = try other.map { try transaction.bookmark(named: $0).id }
      guard id != next else { return (bookmark, []) }
      var newID = try transaction.unusedID(before: next)
      let fits = try newID > 0 && transaction.isUnused(newID)
      if !fits {
        try transaction.renumberBookmarks()
        id = try transaction.bookmark(named: name).id
        next = try other.map { try transaction.bookmark(named: $0).id }
        newID = try transaction.unusedID(before: next)
      }
      let change = try transaction.beginChange("moving '\(bookmark.name)'", in: .bookmarks)
      try transaction.recordChange(of: id, to: newID, in: change)
      try transaction.run("UPDATE bookmark SET id = \(newID) WHERE id = \(id)")
      return (bookmark, fits ? [id, newID] : nil)
    }
  }

  /// Undoes the last change, and returns its description.
  func undo() async throws -> String {
    try await write { [known, historyLength] transaction in
      let removed = try transaction.lastRemovedJourney
      guard let undone = try transaction.undo(.bookmarks, known: known) else {
        throw BookmarksError.nothingToUndo
      }
      try transaction.forgetRemovedJourneys()
      if let removed {
        try transaction.restore([removed], maximumLength: historyLength)
        return (undone.description, [])
      }
      // Many bookmarks are not worth updating one by one in the cache.
      return (undone.description, undone.ids.count < 9 ? undone.ids : nil)
    }
  }

  /// Adds all of `bookmarks` that are not stored yet; numbers names that other bookmarks have.
  func add(all bookmarks: [Bookmark]) async throws -> ImportedBookmarks {
    try await write { transaction in
      let change = try transaction.beginChange("importing bookmarks", in: .bookmarks)
      var known = 0
      var renamed: [String] = []
      var ends = try transaction.endsByKey
      ends.reserveCapacity(ends.count + bookmarks.count)
      // The last number that was appended to each name.
      var numbers: [String: Int] = [:]
      var id = try transaction.unusedID(before: nil)
      let first = id
      for bookmark in bookmarks {
        var (name, key) = (bookmark.name, bookmark.name.key)
        if let sameName = ends[key] {
          guard sameName != BookmarkEnds(bookmark) else {
            known += 1
            continue
          }
          let takenKey = key
          repeat {
            numbers[takenKey, default: 1] += 1
            name = "\(bookmark.name) \(numbers[takenKey, default: 1])"
            key = name.key
          } while ends[key] != nil
          renamed.append(name)
        }
        ends[key] = BookmarkEnds(bookmark)
        try transaction.insert(bookmark.named(name), key: key, id: id)
        id += transaction.idDistance
      }
      try transaction.recordAdditions(from: first, in: change)
      let added = bookmarks.count - known
      return (ImportedBookmarks(added: added, known: known, renamed: renamed), nil)
    }
  }

  /// Removes all entries of a section, and returns their number.
  func clear(_ section: BookmarkSection) async throws -> Int {
    try await write { transaction in
      let ids: [Int]
      switch section {
      case .history: return (try transaction.clearHistory(), [])
      case .stations:
        ids = try transaction.rows("SELECT id FROM bookmark WHERE to_id IS NULL") { try $0["id"] }
      case .journeys:
        ids = try transaction.rows("SELECT id FROM bookmark WHERE to_id IS NOT NULL") {
          try $0["id"]
        }
      }
      let change = try transaction.beginChange("clearing \(section.rawValue)", in: .bookmarks)
      for id in ids {
        try transaction.recordRemoval(of: id, in: change)
        try transaction.run("DELETE FROM bookmark WHERE id = \(id)")
      }
      return (ids.count, nil)
    }
  }
}

extension Bookmark {
  fileprivate func named(_ name: String) -> Bookmark {
    Bookmark(name: name, city: city, from: from, to: to, stepFree: stepFree)
  }
}
