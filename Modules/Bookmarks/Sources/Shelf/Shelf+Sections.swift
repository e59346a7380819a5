import BookmarksInterface
import DataSourceInterface
import Foundation
import Store

extension Shelf {
  /// Puts a question at the head of the history, and drops what has become too old.
  func remember(_ entry: HistoryEntry) async throws {
    try await write { [historyLength] transaction in
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
      return ((), [])
    }
  }

  /// The questions asked last, the newest first.
  func history(limit: Int?) async throws -> [HistoryEntry] {
    let limit = limit ?? historyLength
    guard limit > 0 else { throw BookmarksError.badLimit(limit) }
    return try await read { transaction in
      try transaction.rows("SELECT * FROM question ORDER BY id DESC LIMIT \(limit)") {
        try HistoryEntry($0)
      }
    }
  }

  /// Forgets what was asked of a city.
  func forget(_ city: CityID) async throws {
    try await write {
      (try $0.run("DELETE FROM question WHERE city = \(city.description)"), [])
    }
  }

  /// Empties a section, and tells how much was in it.
  func clear(_ section: BookmarkSection) async throws -> Int {
    try await write { transaction in
      let ids: [Int]
      switch section {
      case .history: return (try transaction.run("DELETE FROM question"), [])
      case .stations:
        ids = try transaction.rows("SELECT id FROM bookmark WHERE to_id IS NULL") { try $0[0] }
      case .journeys:
        ids = try transaction.rows("SELECT id FROM bookmark WHERE to_id IS NOT NULL") { try $0[0] }
      }
      let step = try transaction.beginChange()
      for id in ids {
        try transaction.note(step, "clearing \(section.rawValue)", id: id, after: nil)
        try transaction.run("DELETE FROM bookmark WHERE id = \(id)")
      }
      return (ids.count, nil)
    }
  }
}
