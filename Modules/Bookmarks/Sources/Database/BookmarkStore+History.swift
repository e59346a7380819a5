import BookmarksInterface
import DataSourceInterface
import Foundation
import Store

extension BookmarkStore {
  /// Adds an entry to the history in place of an earlier one about the same journey, and deletes
  /// the entries beyond its maximum length.
  func addToHistory(_ entry: HistoryEntry) async throws {
    try await write { [historyLength] transaction in
      // The new row has the largest id, and replaces the row of the same journey.
      try transaction.run(
        """
        INSERT OR REPLACE INTO question (
          asked_at, city, from_id, from_name, to_id, to_name,
          from_latitude, from_longitude, to_latitude, to_longitude, count
        ) VALUES (
          \(entry.askedAt.timeIntervalSince1970), \(entry.city.description), \(entry.from.id),
          \(entry.from.name), \(entry.to.id), \(entry.to.name),
          \(orNull: entry.from.coordinate?.latitude), \(orNull: entry.from.coordinate?.longitude),
          \(orNull: entry.to.coordinate?.latitude), \(orNull: entry.to.coordinate?.longitude),
          \(entry.count) + coalesce(
            (
              SELECT count FROM question
              WHERE city = \(entry.city.description) AND from_id = \(entry.from.id)
                AND to_id = \(entry.to.id)
            ), 0)
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

  /// The last entries of the history, newest first; all when `limit` is nil.
  /// - Throws: `BookmarksError.badLimit` when the limit is below 1.
  func history(limit: Int?) async throws -> [HistoryEntry] {
    let limit = limit ?? historyLength
    guard limit > 0 else { throw BookmarksError.badLimit(limit) }
    return try await database.read { transaction in
      try transaction.rows("SELECT * FROM question ORDER BY id DESC LIMIT \(limit)") {
        try HistoryEntry($0)
      }
    }
  }

  /// Removes the journeys of a city from the history, and returns them, the newest first.
  func removeHistory(of city: CityID) async throws -> [HistoryEntry] {
    try await write { transaction in
      let removed = try transaction.rows(
        "SELECT * FROM question WHERE city = \(city.description) ORDER BY id DESC"
      ) { try HistoryEntry($0) }
      try transaction.run("DELETE FROM question WHERE city = \(city.description)")
      return (removed, [])
    }
  }
}

extension HistoryEntry {
  /// Decodes a row of the table `question`.
  fileprivate init(_ row: borrowing Row) throws {
    self.init(
      askedAt: Date(timeIntervalSince1970: try row[1]), city: try CityID(stored: try row[2]),
      from: PointOfInterest(
        id: try row[3], name: try row[4],
        coordinate: Coordinate(storedLatitude: try row[7], longitude: try row[8])),
      to: PointOfInterest(
        id: try row[5], name: try row[6],
        coordinate: Coordinate(storedLatitude: try row[9], longitude: try row[10])),
      count: try row[11])
  }
}
