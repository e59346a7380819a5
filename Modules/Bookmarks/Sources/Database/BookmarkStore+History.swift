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
      let earlier = try transaction.question(about: entry)?.entry.count ?? 0
      try transaction.insert(entry, count: entry.count + earlier)
      try transaction.limitHistory(to: historyLength)
      return ((), [])
    }
  }

  /// The last entries of the history, newest first; all when `limit` is nil. At most as many as the
  /// setting `history-length` allows, also if more are stored.
  /// - Throws: `BookmarksError.badLimit` when the limit is below 1.
  func history(limit: Int?) async throws -> [HistoryEntry] {
    if let limit, limit < 1 { throw BookmarksError.badLimit(limit) }
    let limit = min(limit ?? historyLength, historyLength)
    return try await database.read { transaction in
      try transaction.rows("SELECT * FROM question ORDER BY id DESC LIMIT \(limit)") {
        try HistoryEntry($0)
      }
    }
  }

  /// Removes the last journey of a city between two places from the history, and returns it; nil if
  /// there is none. The places are given by their names or references.
  func removeFromHistory(
    from: String, to: String, in city: CityID
  ) async throws -> HistoryEntry? {
    try await write { transaction in
      let found = try transaction.questions(of: city)
        .first { $0.entry.from.isNamed(from) && $0.entry.to.isNamed(to) }
      guard let (id, entry) = found else { return (nil, []) }
      try transaction.removeQuestion(id, "\(entry.from.name) → \(entry.to.name)")
      return (entry, [])
    }
  }

  /// Removes the journeys of a city from the history, and returns them, the newest first.
  func removeHistory(of city: CityID) async throws -> [HistoryEntry] {
    try await write { transaction in
      let removed = try transaction.questions(of: city).map(\.entry)
      try transaction.run("DELETE FROM question WHERE city = \(city.description)")
      try transaction.run(
        """
        DELETE FROM change
          WHERE step IN (SELECT step FROM removed_question WHERE city = \(city.description))
        """)
      try transaction.forgetRemovedJourneys()
      return (removed, [])
    }
  }

  /// Adds removed journeys to the history again, at their earlier places.
  func restoreHistory(_ removed: [HistoryEntry]) async throws {
    try await write { [historyLength] transaction in
      try transaction.restore(removed, maximumLength: historyLength)
      return ((), [])
    }
  }
}

/// A row of the history; a larger id is a later journey.
private typealias HistoryRow = (id: Int, entry: HistoryEntry)

extension Transaction {
  /// The id that the removal of a journey has in the log of changes, where no bookmark has it.
  private var removalMark: Int { 0 }

  /// The journey whose removal is the last change; nil if that is another one.
  var lastRemovedJourney: HistoryEntry? {
    get throws {
      try first("SELECT * FROM removed_question WHERE step = (SELECT max(step) FROM change)") {
        try HistoryEntry($0)
      }
    }
  }

  /// Deletes the removed journeys whose removal can no longer be undone.
  func forgetRemovedJourneys() throws {
    try run("DELETE FROM removed_question WHERE step NOT IN (SELECT step FROM change)")
  }

  /// Deletes the history and the removed journeys, and returns the number of the former.
  func clearHistory() throws -> Int {
    try run("DELETE FROM change WHERE step IN (SELECT step FROM removed_question)")
    try run("DELETE FROM removed_question")
    return try run("DELETE FROM question")
  }

  /// Adds removed journeys at their earlier places. One that was planned again keeps its place, and
  /// is counted with its removed entry.
  /// - Parameter removed: The newest one first.
  func restore(_ removed: [HistoryEntry], maximumLength: Int) throws {
    for entry in removed.reversed() {
      if let current = try question(about: entry) {
        try run("UPDATE question SET count = count + \(entry.count) WHERE id = \(current.id)")
      } else {
        try insert(entry, count: entry.count)
      }
    }
    try sortHistory()
    try limitHistory(to: maximumLength)
  }

  /// Gives the rows of the history ids in the order of their times.
  private func sortHistory() throws {
    try run("UPDATE question SET id = -id")
    try run(
      """
      UPDATE question SET id = numbered.number FROM (
        SELECT id, row_number() OVER (ORDER BY asked_at, id DESC) AS number FROM question
      ) AS numbered WHERE question.id = numbered.id
      """)
  }

  /// Deletes the oldest rows of the history that are too many.
  fileprivate func limitHistory(to length: Int) throws {
    try run(
      """
      DELETE FROM question WHERE id <=
        (SELECT id FROM question ORDER BY id DESC LIMIT 1 OFFSET \(length))
      """)
  }

  /// Moves a row of the history to the removed ones, as a change that can be undone.
  fileprivate func removeQuestion(_ id: Int, _ title: String) throws {
    let change = try beginChange("removing '\(title)' from the history", in: .bookmarks)
    try recordAddition(of: removalMark, in: change)
    try forgetRemovedJourneys()
    try run(
      """
      INSERT INTO removed_question
        SELECT *, (SELECT max(step) FROM change) FROM question WHERE id = \(id)
      """)
    try run("DELETE FROM question WHERE id = \(id)")
  }

  /// Adds an entry with the largest id, in place of an earlier one about the same journey.
  fileprivate func insert(_ entry: HistoryEntry, count: Int) throws {
    try run(
      """
      INSERT OR REPLACE INTO question (
        asked_at, city, from_id, from_name, to_id, to_name,
        from_latitude, from_longitude, to_latitude, to_longitude, count
      ) VALUES (
        \(entry.askedAt.timeIntervalSince1970), \(entry.city.description),
        \(entry.from.id), \(entry.from.name), \(entry.to.id), \(entry.to.name),
        \(orNull: entry.from.coordinate?.latitude), \(orNull: entry.from.coordinate?.longitude),
        \(orNull: entry.to.coordinate?.latitude), \(orNull: entry.to.coordinate?.longitude),
        \(count)
      )
      """)
  }

  /// The row about the same journey as an entry; nil if there is none.
  fileprivate func question(about entry: HistoryEntry) throws -> HistoryRow? {
    try first(
      """
      SELECT * FROM question
      WHERE city = \(entry.city.description) AND from_id = \(entry.from.id)
        AND to_id = \(entry.to.id)
      """
    ) { (try $0["id"], try HistoryEntry($0)) }
  }

  /// The rows about the journeys of a city, the newest first.
  fileprivate func questions(of city: CityID) throws -> [HistoryRow] {
    try rows("SELECT * FROM question WHERE city = \(city.description) ORDER BY id DESC") {
      (try $0["id"], try HistoryEntry($0))
    }
  }
}

extension PointOfInterest {
  /// Whether the place has this name or reference.
  fileprivate func isNamed(_ text: String) -> Bool { name.key == text.key || reference == text }
}

extension HistoryEntry {
  /// Decodes a row of the table `question`.
  fileprivate init(_ row: borrowing Row) throws {
    self.init(
      askedAt: Date(timeIntervalSince1970: try row["asked_at"]),
      city: try CityID(stored: try row["city"]),
      from: PointOfInterest(
        id: try row["from_id"], name: TranslatedName(try row["from_name"]),
        coordinate: Coordinate(
          storedLatitude: try row["from_latitude"], longitude: try row["from_longitude"])),
      to: PointOfInterest(
        id: try row["to_id"], name: TranslatedName(try row["to_name"]),
        coordinate: Coordinate(
          storedLatitude: try row["to_latitude"], longitude: try row["to_longitude"])),
      count: try row["count"])
  }
}
