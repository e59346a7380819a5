/// What became of a damaged database: it lies aside, and a new one has what could be read of it.
public struct Salvage: Sendable, Hashable, CustomStringConvertible {
  /// The path where the damaged file lies now.
  public let aside: String
  /// How many rows the new database has of it.
  public let rows: Int
  /// What was wrong.
  public let reason: String

  /// What happened, in one sentence.
  public var description: String {
    "a database was damaged: \(reason); it lies in '\(aside)', and \(rows) rows of it were kept"
  }
}
