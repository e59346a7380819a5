import Mediator
import Foundation
import ModuleManager
import Store
import TripsInterface

/// Keeps the trips in a database.
struct TripsStore: Sendable {
  let database: ModuleDatabase

  init(_ context: ModuleContext) {
    database = ModuleDatabase(context, migrations: .migrations)
  }

  var trips: [Trip] {
    get async throws {
      try await database.read { try $0.rows("SELECT * FROM trip ORDER BY id") { try Trip($0) } }
    }
  }

  func trip(_ id: Int) async throws -> Trip {
    try await database.read { try $0.trip(id) }
  }

  func add(_ trip: Trip) async throws -> Trip {
    let content = try JSON.encode(trip)
    return try await database.write { transaction in
      let change = try transaction.beginChange("adding '\(trip.title)'", in: .trips)
      let sql: SQL = "INSERT INTO trip (content) VALUES (\(content)) RETURNING *"
      guard let trip = try transaction.first(sql, { try Trip($0) }) else { return trip }
      try transaction.recordAddition(of: trip.id, in: change)
      return trip
    }
  }

  /// Replaces the trip that has the same id.
  func replace(_ trip: Trip, _ description: String) async throws -> Trip {
    let content = try JSON.encode(trip)
    return try await database.write { transaction in
      let old = try transaction.trip(trip.id)
      let change = try transaction.beginChange("\(description) '\(old.title)'", in: .trips)
      try transaction.recordChange(of: trip.id, in: change)
      try transaction.run("UPDATE trip SET content = \(content) WHERE id = \(trip.id)")
      return trip
    }
  }

  func remove(_ id: Int) async throws -> Trip {
    try await database.write { transaction in
      let trip = try transaction.trip(id)
      let change = try transaction.beginChange("removing '\(trip.title)'", in: .trips)
      try transaction.recordRemoval(of: id, in: change)
      try transaction.run("DELETE FROM trip WHERE id = \(id)")
      return trip
    }
  }

  func undo() async throws -> UndoneTripsChange {
    try await database.write { transaction in
      guard let undone = try transaction.undo(.trips) else { throw TripsError.nothingToUndo }
      return UndoneTripsChange(change: undone.description)
    }
  }
}

extension [SQL] {
  /// All migrations of the database, oldest first. Only append to this list.
  fileprivate static let migrations: [SQL] =
    // The content is a `Trip` as JSON; its id is that of the row.
    ["CREATE TABLE trip (id INTEGER PRIMARY KEY, content BLOB NOT NULL)"] + UndoLog.trips.migrations
}

extension UndoLog {
  fileprivate static let trips = UndoLog(of: "trip", in: "trip_change")
}

extension Transaction {
  /// - Throws: `TripsError.unknownTrip`
  fileprivate borrowing func trip(_ id: Int) throws -> Trip {
    let trip = try first("SELECT * FROM trip WHERE id = \(id)") { try Trip($0) }
    guard let trip else { throw TripsError.unknownTrip(id) }
    return trip
  }
}

extension Trip {
  fileprivate init(_ row: borrowing Row) throws {
    self = try JSON.decode(Trip.self, from: try row["content"])
    id = try row["id"]
  }
}
