import BookmarksInterface
import Console
import DataSourceInterface
import Foundation
import Mediator
import Store

extension Transaction {
  /// The distance between the ids of two neighbours when nothing was moved between them.
  var idDistance: Int { 1 << 32 }

  /// The maximum number of names among which a similar one is searched.
  private var maximumNames: Int { 1000 }

  /// Finds a bookmark and its id by name.
  /// - Throws: `BookmarksError.unknownBookmark`
  func bookmark(named name: String) throws -> (id: Int, bookmark: Bookmark) {
    let found = try first("SELECT * FROM bookmark WHERE key = \(name.key)") { row in
      (id: try row["id"] as Int, bookmark: try Bookmark(row))
    }
    guard let found else {
      let names = try rows("SELECT name FROM bookmark LIMIT \(maximumNames)") {
        try $0["name"] as String
      }
      throw BookmarksError.unknownBookmark(name, nearest: names.nearest(to: name).first)
    }
    return found
  }

  /// Finds a bookmark by its id; nil when there is none.
  func bookmark(at id: Int) throws -> Bookmark? {
    try first("SELECT * FROM bookmark WHERE id = \(id)") { try Bookmark($0) }
  }

  /// - Throws: `BookmarksError.nameTaken` when another bookmark than the one with `id` has the
  ///   name.
  func checkNameIsFree(_ name: String, exceptFor id: Int? = nil) throws {
    let taken = try first(
      "SELECT name FROM bookmark WHERE key = \(name.key) AND id IS NOT \(orNull: id)"
    ) {
      try $0["name"] as String
    }
    if let taken { throw BookmarksError.nameTaken(taken) }
  }

  /// The ends of all bookmarks, by the keys of their names.
  var endsByKey: [String: BookmarkEnds] {
    get throws {
      let bookmarks = try rows("SELECT key, city, from_id, to_id FROM bookmark") { row in
        (
          try row["key"] as String,
          BookmarkEnds(city: try row["city"], from: try row["from_id"], to: try row["to_id"])
        )
      }
      return Dictionary(bookmarks) { first, _ in first }
    }
  }

  func insert(_ bookmark: Bookmark, key: String, id: Int) throws {
    try run(
      """
      INSERT INTO bookmark (
        id, name, key, city, from_id, from_name, to_id, to_name,
        from_latitude, from_longitude, to_latitude, to_longitude, step_free
      ) VALUES (
        \(id), \(bookmark.name), \(key), \(bookmark.city.description),
        \(bookmark.from.id), \(bookmark.from.name), \(orNull: bookmark.to?.id),
        \(orNull: bookmark.to?.name), \(orNull: bookmark.from.coordinate?.latitude),
        \(orNull: bookmark.from.coordinate?.longitude),
        \(orNull: bookmark.to?.coordinate?.latitude),
        \(orNull: bookmark.to?.coordinate?.longitude),
        \(orNull: bookmark.stepFree.map { $0 ? 1 : 0 })
      )
      """)
  }

  /// An id between `next` and the bookmark before it; after all bookmarks when `next` is nil. When
  /// no id is left there, the result is not usable: 0 or the id of a bookmark.
  func unusedID(before next: Int?) throws -> Int {
    guard let next else {
      let last = try first("SELECT id FROM bookmark ORDER BY id DESC LIMIT 1") {
        try $0["id"] as Int
      }
      return (last ?? 0) / idDistance * idDistance + idDistance
    }
    let previous = try first("SELECT id FROM bookmark WHERE id < \(next) ORDER BY id DESC LIMIT 1")
    {
      try $0["id"] as Int
    }
    return (previous ?? 0) + (next - (previous ?? 0)) / 2
  }

  func isUnused(_ id: Int) throws -> Bool {
    try first("SELECT 1 FROM bookmark WHERE id = \(id)") { _ in true } == nil
  }

  /// Gives all bookmarks ids with the full distance again, in the same order. Deletes the recorded
  /// changes, because they contain the old ids.
  func renumberBookmarks() throws {
    try removeAllChanges()
    try run("UPDATE bookmark SET id = -id")
    try run(
      """
      UPDATE bookmark SET id = numbered.number * \(idDistance) FROM (
        SELECT id, row_number() OVER (ORDER BY id DESC) AS number FROM bookmark
      ) AS numbered WHERE bookmark.id = numbered.id
      """)
  }

  /// Forgets all changes, which cannot be undone any more.
  private func removeAllChanges() throws {
    try run("DELETE FROM change")
    try forgetRemovedJourneys()
  }

  /// Whether an earlier version of the program may have computed some of the keys.
  var hasOutdatedKeys: Bool {
    get throws { try first("SELECT id FROM outdated_keys") { _ in true } != nil }
  }

  /// Computes the keys again that an earlier version of the program computed. Numbers the names
  /// that other bookmarks now have, and removes changes with such keys, which cannot be undone.
  func updateKeys() throws {
    let stored = try rows("SELECT id, name, key FROM bookmark ORDER BY id") { row in
      (id: try row["id"] as Int, name: try row["name"] as String, key: try row["key"] as String)
    }
    let changed = try rows("SELECT name, key FROM change WHERE key IS NOT NULL") { row in
      (name: try row["name"] as String, key: try row["key"] as String)
    }
    let outdated = stored.filter { $0.name.key != $0.key }
    if !outdated.isEmpty || changed.contains(where: { $0.name.key != $0.key }) {
      try removeAllChanges()
    }
    var keys = Set(stored.map(\.key))
    for bookmark in outdated {
      var (name, number) = (bookmark.name, 1)
      while !keys.insert(name.key).inserted {
        number += 1
        name = "\(bookmark.name) \(number)"
      }
      try run("UPDATE bookmark SET name = \(name), key = \(name.key) WHERE id = \(bookmark.id)")
    }
    try run("DELETE FROM outdated_keys")
  }
}

extension Bookmark {
  /// Decodes a row of the table `bookmark`.
  /// - Parameter city: The city that the row probably has, which saves parsing its id.
  init(_ row: borrowing Row, likelyCity city: CityID? = nil) throws {
    let (to, stepFree): (String?, Int?) = (try row["to_id"], try row["step_free"])
    self.init(
      name: try row["name"], city: try CityID(stored: try row["city"], likely: city),
      from: PointOfInterest(
        id: try row["from_id"], name: TranslatedName(try row["from_name"]),
        coordinate: Coordinate(
          storedLatitude: try row["from_latitude"], longitude: try row["from_longitude"])),
      to: try to.map {
        PointOfInterest(
          id: $0, name: TranslatedName(try row["to_name"]),
          coordinate: Coordinate(
            storedLatitude: try row["to_latitude"], longitude: try row["to_longitude"]))
      }, stepFree: stepFree.map { $0 != 0 })
  }
}

/// The stations or places of a bookmark, without their names and coordinates: an earlier version
/// stored no coordinates.
struct BookmarkEnds: Hashable {
  let city: String
  let from: String
  let to: String?
}

extension BookmarkEnds {
  init(_ bookmark: Bookmark) {
    self.init(city: bookmark.city.description, from: bookmark.from.id, to: bookmark.to?.id)
  }
}

extension Coordinate {
  /// Nil when one of the columns is null.
  init?(storedLatitude latitude: Double?, longitude: Double?) {
    guard let latitude, let longitude else { return nil }
    self.init(latitude: latitude, longitude: longitude)
  }
}

extension CityID {
  init(stored text: String, likely city: CityID? = nil) throws {
    guard let found = city?.description == text ? city : CityID(text) else {
      throw StoreError.badColumn(
        "city", reason: "'\(text)' is not the id of a city; restore the database from a copy")
    }
    self = found
  }
}

extension String {
  /// The name as it is compared: as it is shown, without surrounding white space, in lower case,
  /// normalized.
  var key: String {
    let name = printable.trimmed.lowercased()
    return name.utf8.allSatisfy { $0 < 0x80 } ? name : name.precomposedStringWithCanonicalMapping
  }
}
