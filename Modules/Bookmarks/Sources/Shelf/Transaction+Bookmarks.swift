import BookmarksInterface
import DataSourceInterface
import Mediator
import Store

extension Transaction {
  /// The distance between two bookmarks' ids where nothing has come in between.
  private var gap: Int { 1 << 32 }

  /// The bookmark of a name, and its id.
  /// - Throws: `BookmarksError.unknownBookmark`
  func bookmark(named name: String) throws -> (id: Int, bookmark: Bookmark) {
    let found = try first("SELECT * FROM bookmark WHERE key = \(name.key)") { row in
      (id: try row[0] as Int, bookmark: try Bookmark(row))
    }
    guard let found else {
      let names = try rows("SELECT name FROM bookmark") { try $0[0] as String }
      throw BookmarksError.unknownBookmark(name, nearest: names.nearest(to: name).first)
    }
    return found
  }

  /// The bookmark of an id; nil where there is none.
  func bookmark(at id: Int) throws -> Bookmark? {
    try first("SELECT * FROM bookmark WHERE id = \(id)") { try Bookmark($0) }
  }

  /// - Throws: `BookmarksError.nameTaken` when another bookmark than `id` has the name.
  func refuse(_ name: String, takenByOtherThan id: Int? = nil) throws {
    let taken = try first(
      "SELECT name FROM bookmark WHERE key = \(name.key) AND id IS NOT \(orNull: id)"
    ) {
      try $0[0] as String
    }
    if let taken { throw BookmarksError.nameTaken(taken) }
  }

  /// Puts a bookmark at the end, and returns its id.
  func append(_ bookmark: Bookmark) throws -> Int {
    let id = try freeID(before: nil)
    try insert(bookmark, at: id)
    return id
  }

  func insert(_ bookmark: Bookmark, at id: Int) throws {
    try run(
      """
      INSERT INTO bookmark (id, name, key, city, from_id, from_name, to_id, to_name)
      VALUES (
        \(id), \(bookmark.name), \(bookmark.name.key), \(bookmark.city.description),
        \(bookmark.from.id), \(bookmark.from.name), \(orNull: bookmark.to?.id), \(orNull: bookmark.to?.name)
      )
      """)
  }

  /// An id that stands right before another one, or at the end.
  func freeID(before next: Int?) throws -> Int {
    guard let next else { return (try lastID ?? 0) / gap * gap + gap }
    let previous = try first("SELECT id FROM bookmark WHERE id < \(next) ORDER BY id DESC LIMIT 1")
    {
      try $0[0] as Int
    }
    return (previous ?? 0) + (next - (previous ?? 0)) / 2
  }

  /// Gives all bookmarks the room again that they had between them; no change before that can be
  /// taken back.
  func makeRoom() throws {
    try run("DELETE FROM change")
    try run("UPDATE bookmark SET id = -id")
    try run(
      """
      UPDATE bookmark SET id = numbered.number * \(gap) FROM (
        SELECT id, row_number() OVER (ORDER BY id DESC) AS number FROM bookmark
      ) AS numbered WHERE bookmark.id = numbered.id
      """)
  }

  private var lastID: Int? {
    get throws {
      try first("SELECT id FROM bookmark ORDER BY id DESC LIMIT 1") { try $0[0] as Int }
    }
  }
}
