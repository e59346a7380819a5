import BookmarksInterface
import DataSourceInterface
import Store

extension Shelf {
  /// Every bookmark, in order; read again only when they may have become others unseen.
  var bookmarks: [Bookmark] {
    get async throws {
      let known = reading
      let found = try await read { transaction in
        let version = try transaction.version
        guard known?.version != version else { return known }
        // Most are of one city.
        var (city, ids) = (CityID?.none, [Int]())
        let bookmarks = try transaction.rows("SELECT * FROM bookmark ORDER BY id") { row in
          let bookmark = try Bookmark(row, near: city)
          city = bookmark.city
          ids.append(try row[0])
          return bookmark
        }
        return Reading(version: version, bookmarks: bookmarks, ids: ids)
      }
      reading = found
      return found?.bookmarks ?? []
    }
  }

  func find(_ name: String) async throws -> Bookmark {
    try await read { try $0.bookmark(named: name).bookmark }
  }

  func add(_ bookmark: Bookmark) async throws {
    try await write { transaction in
      try transaction.refuse(bookmark.name)
      let step = try transaction.beginChange()
      let id = try transaction.append(bookmark)
      try transaction.note(step, "adding '\(bookmark.name)'", after: id)
      return ((), [id])
    }
  }

  func remove(_ name: String) async throws -> Bookmark {
    try await write { transaction in
      let (id, bookmark) = try transaction.bookmark(named: name)
      let step = try transaction.beginChange()
      try transaction.note(step, "removing '\(bookmark.name)'", id: id, after: nil)
      try transaction.run("DELETE FROM bookmark WHERE id = \(id)")
      return (bookmark, [id])
    }
  }

  func rename(_ name: String, to newName: String) async throws -> Bookmark {
    try await write { transaction in
      let (id, bookmark) = try transaction.bookmark(named: name)
      try transaction.refuse(newName, takenByOtherThan: id)
      let step = try transaction.beginChange()
      try transaction.note(step, "renaming '\(bookmark.name)' to '\(newName)'", id: id, after: id)
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
      var free = try transaction.freeID(before: next)
      let hasRoom = try free > 0 && transaction.isFree(free)
      if !hasRoom {
        try transaction.makeRoom()
        id = try transaction.bookmark(named: name).id
        next = try other.map { try transaction.bookmark(named: $0).id }
        free = try transaction.freeID(before: next)
      }
      let step = try transaction.beginChange()
      try transaction.note(step, "moving '\(bookmark.name)'", id: id, after: free)
      try transaction.run("UPDATE bookmark SET id = \(free) WHERE id = \(id)")
      return (bookmark, hasRoom ? [id, free] : nil)
    }
  }

  /// Takes the last change back, and tells what it was.
  func undo() async throws -> String {
    try await write { try $0.undo() }
  }

  /// Adds all of `bookmarks` that are not there yet.
  func add(all bookmarks: [Bookmark]) async throws -> ImportedBookmarks {
    try await write { transaction in
      let step = try transaction.beginChange()
      var (added, known, renamed) = (0, 0, [String]())
      var numbers: [String: Int] = [:]
      for bookmark in bookmarks {
        let former = try transaction.first(
          "SELECT * FROM bookmark WHERE key = \(bookmark.name.key)"
        ) { try Bookmark($0) }
        guard former.map({ $0.named(bookmark.name) != bookmark }) ?? true else {
          known += 1
          continue
        }
        let name =
          try former == nil
          ? bookmark.name
          : transaction.freeName(
            like: bookmark.name, after: &numbers[bookmark.name.key, default: 1])
        if former != nil { renamed.append(name) }
        let id = try transaction.append(bookmark.named(name))
        try transaction.note(step, "importing bookmarks", after: id)
        added += 1
      }
      return (ImportedBookmarks(added: added, known: known, renamed: renamed), nil)
    }
  }
}

extension Transaction {
  fileprivate func isFree(_ id: Int) throws -> Bool {
    try first("SELECT 1 FROM bookmark WHERE id = \(id)") { _ in true } == nil
  }

  /// The name with the first number behind `number` that makes it free.
  fileprivate func freeName(like name: String, after number: inout Int) throws -> String {
    repeat {
      number += 1
    } while try first(
      "SELECT 1 FROM bookmark WHERE key = \("\(name) \(number)".key)", { _ in true }) != nil
    return "\(name) \(number)"
  }
}

extension Bookmark {
  fileprivate func named(_ name: String) -> Bookmark {
    Bookmark(name: name, city: city, from: from, to: to)
  }
}
