import Foundation

/// A state of a database as one connection sees it, by which what was read of it can be kept.
public struct DataVersion: Hashable, Sendable {
  /// Tells connections apart, since each counts on its own.
  let connection: UUID
  /// Differs when another connection has changed the database since.
  let others: Int
  /// How many rows this connection has changed.
  let own: Int
}
