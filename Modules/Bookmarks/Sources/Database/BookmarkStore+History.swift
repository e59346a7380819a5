import BookmarksInterface
import DataSourceInterface
import Foundation
import Store

/// A journey that was removed from the history.
struct RemovedJourney {
  /// The id of its row.
  let id: Int
  let entry: HistoryEntry
  /// The last change of the bookmarks before the removal; nil if there was none.
  let lastChange: LoggedChange?
}

extension BookmarkStore {
  /// Adds an entry to the history in place of an earlier one about the same journey, and deletes
  /// the entries beyond its maximum length.
  func addToHistory(_ entry: HistoryEntry) async throws {
    try await write { [historyLength] transaction in
      // The new row has the largest id, and replaces the row of the same journey.
      try transaction.insert(entry)
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

  /// Removes a journey from the history, and returns it.
  /// - Throws: `BookmarksError.notInHistory`
  func removeFromHistory(_ journey: HistoryReference) async throws -> HistoryEntry {
    let removed = try await write { transaction in
      let lastChange = try transaction.lastChange(of: .bookmarks)
      let found = try transaction.question(about: journey) { row in
        RemovedJourney(id: try row[0], entry: try HistoryEntry(row), lastChange: lastChange)
      }
      guard let found else { throw BookmarksError.notInHistory(journey) }
      try transaction.run("DELETE FROM question WHERE id = \(found.id)")
      return (found, [])
    }
    removedJourneys.append(removed)
    return removed.entry
  }

  /// Restores the journey that was removed last, unless the bookmarks have changed since; returns nil
  /// if none was restored.
  func restoreJourney() async throws -> HistoryEntry? {
    guard let removed = removedJourneys.popLast() else { return nil }
    var isRestored = false
    defer { if !isRestored { removedJourneys.append(removed) } }
    isRestored = try await write { transaction in
      guard try transaction.lastChange(of: .bookmarks) == removed.lastChange else {
        return (false, [])
      }
      // Meanwhile, the journey may have been planned again, or its id be that of another one.
      let isTaken = try transaction.first("SELECT 1 FROM question WHERE id = \(removed.id)") { _ in
        true
      }
      try transaction.insert(removed.entry, id: isTaken == nil ? removed.id : nil)
      return (true, [])
    }
    return isRestored ? removed.entry : nil
  }

  /// Removes the journeys of a city from the history, and returns them, the newest first.
  func removeHistory(of city: CityID) async throws -> [HistoryEntry] {
    removedJourneys.removeAll { $0.entry.city == city }
    return try await write { transaction in
      let removed = try transaction.rows(
        "SELECT * FROM question WHERE city = \(city.description) ORDER BY id DESC"
      ) { try HistoryEntry($0) }
      try transaction.run("DELETE FROM question WHERE city = \(city.description)")
      return (removed, [])
    }
  }
}

extension Transaction {
  /// Adds an entry in place of an earlier one about the same journey.
  /// - Parameter id: The id of its row; nil for the largest one.
  fileprivate func insert(_ entry: HistoryEntry, id: Int? = nil) throws {
    let earlier = try question(about: HistoryReference(entry)) { try $0[11] as Int }
    try run(
      """
      INSERT OR REPLACE INTO question (
        id, asked_at, city, from_id, from_name, to_id, to_name,
        from_latitude, from_longitude, to_latitude, to_longitude, count
      ) VALUES (
        \(orNull: id), \(entry.askedAt.timeIntervalSince1970), \(entry.city.description),
        \(entry.from.id), \(entry.from.name), \(entry.to.id), \(entry.to.name),
        \(orNull: entry.from.coordinate?.latitude), \(orNull: entry.from.coordinate?.longitude),
        \(orNull: entry.to.coordinate?.latitude), \(orNull: entry.to.coordinate?.longitude),
        \(entry.count + (earlier ?? 0))
      )
      """)
  }

  /// Reads the row about a journey; nil if there is none.
  fileprivate func question<Result>(
    about journey: HistoryReference, _ read: (borrowing Row) throws -> Result
  ) throws -> Result? {
    try first(
      """
      SELECT * FROM question
      WHERE city = \(journey.city.description) AND from_id = \(journey.from)
        AND to_id = \(journey.to)
      """, read)
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
