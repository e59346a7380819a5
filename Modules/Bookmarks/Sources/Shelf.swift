import BookmarksInterface
import DataSourceInterface
import Foundation
import Mediator
import Store

/// Holds bookmarks and history in a database of their own.
actor Shelf {
  private let folder: URL
  /// How many questions the history keeps.
  private let historyLength: Int
  private var opened: Database?

  init(folder: URL, historyLength: Int) {
    self.folder = folder
    self.historyLength = historyLength
  }

  func open() async throws {
    try await using { _ in }
  }

  func close() {
    opened = nil
  }

  /// Every bookmark, in the order of adding.
  var bookmarks: [Bookmark] {
    get async throws {
      try await using { database in
        try await database.read { transaction in
          try transaction.rows("SELECT * FROM bookmark ORDER BY id") { try Bookmark($0) }
        }
      }
    }
  }

  func add(_ bookmark: Bookmark) async throws {
    try await using { database in
      try await database.write { transaction in
        if let taken = try transaction.bookmark(named: bookmark.name) {
          throw BookmarksError.nameTaken(taken.name)
        }
        try transaction.run(
          """
          INSERT INTO bookmark (name, key, city, from_id, from_name, to_id, to_name)
          VALUES (
            \(bookmark.name), \(bookmark.name.key), \(bookmark.city.description), \(bookmark.from.id),
            \(bookmark.from.name), \(bookmark.to.id), \(bookmark.to.name)
          )
          """)
      }
    }
  }

  func remove(_ name: String) async throws -> Bookmark {
    try await using { database in
      try await database.write { transaction in
        guard let bookmark = try transaction.bookmark(named: name) else {
          let names = try transaction.rows("SELECT name FROM bookmark") { try $0[0] as String }
          throw BookmarksError.unknownBookmark(name, nearest: names.nearest(to: name).first)
        }
        try transaction.run("DELETE FROM bookmark WHERE key = \(name.key)")
        return bookmark
      }
    }
  }

  /// Puts a question at the head of the history, and drops what has become too old.
  func remember(_ entry: HistoryEntry) async throws {
    try await using { database in
      try await database.write { transaction in
        try transaction.run(
          """
          INSERT INTO question (asked_at, city, from_id, from_name, to_id, to_name)
          VALUES (
            \(entry.askedAt.timeIntervalSince1970), \(entry.city.description), \(entry.from.id),
            \(entry.from.name), \(entry.to.id), \(entry.to.name)
          )
          """)
        try transaction.run(
          """
          DELETE FROM question WHERE id <=
            (SELECT id FROM question ORDER BY id DESC LIMIT 1 OFFSET \(historyLength))
          """)
      }
    }
  }

  /// The questions asked last, the newest first.
  func history(limit: Int?) async throws -> [HistoryEntry] {
    let limit = limit ?? historyLength
    guard limit > 0 else { throw BookmarksError.badLimit(limit) }
    return try await using { database in
      try await database.read { transaction in
        try transaction.rows("SELECT * FROM question ORDER BY id DESC LIMIT \(limit)") {
          try HistoryEntry($0)
        }
      }
    }
  }

  /// The database, opened by the first who needs it.
  private var database: Database {
    get throws {
      if let opened { return opened }
      let database = try Database(in: folder, migrations: migrations)
      opened = database
      return database
    }
  }

  private func using<Result>(_ work: (Database) async throws -> Result) async throws -> Result {
    do {
      return try await work(database)
    } catch let error as StoreError {
      throw BookmarksError(error, folder: folder)
    }
  }
}

/// What shaped the database, the oldest first; only ever added to.
private let migrations: [SQL] = [
  """
  CREATE TABLE bookmark (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, key TEXT NOT NULL UNIQUE, city TEXT NOT NULL,
    from_id TEXT NOT NULL, from_name TEXT NOT NULL, to_id TEXT NOT NULL, to_name TEXT NOT NULL
  )
  """,
  """
  CREATE TABLE question (
    id INTEGER PRIMARY KEY, asked_at REAL NOT NULL, city TEXT NOT NULL,
    from_id TEXT NOT NULL, from_name TEXT NOT NULL, to_id TEXT NOT NULL, to_name TEXT NOT NULL
  )
  """,
]

extension String {
  /// The same for all spellings of a bookmark's name that count as one.
  fileprivate var key: String {
    trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
      .precomposedStringWithCanonicalMapping
  }
}

extension Transaction {
  fileprivate borrowing func bookmark(named name: String) throws -> Bookmark? {
    try first("SELECT * FROM bookmark WHERE key = \(name.key)") { try Bookmark($0) }
  }
}

extension Row {
  fileprivate var city: CityID {
    get throws {
      let text: String = try self["city"]
      guard let city = CityID(text) else {
        throw BookmarksError.database(reason: "'\(text)' in it is no city; restore it from a copy")
      }
      return city
    }
  }
}

extension Bookmark {
  fileprivate init(_ row: borrowing Row) throws {
    self.init(
      name: try row["name"], city: try row.city,
      from: Place(id: try row["from_id"], name: try row["from_name"]),
      to: Place(id: try row["to_id"], name: try row["to_name"]))
  }
}

extension HistoryEntry {
  fileprivate init(_ row: borrowing Row) throws {
    self.init(
      askedAt: Date(timeIntervalSince1970: try row["asked_at"]), city: try row.city,
      from: Place(id: try row["from_id"], name: try row["from_name"]),
      to: Place(id: try row["to_id"], name: try row["to_name"]))
  }
}

extension BookmarksError {
  fileprivate init(_ error: StoreError, folder: URL) {
    self =
      switch error {
      case .unusable(_, let reason): .storage(folder.path, reason: reason)
      case .damaged, .unknownVersion, .busy, .constraint, .badStatement, .badColumn:
        .database(reason: "\(error)")
      }
  }
}
