/// The first and the last departure of a line from a station, in one direction on one day.
public struct DepartureSpan: Codable, Hashable, Sendable {
  /// The line.
  public let line: Line
  /// The feed's `direction_id`, 0 or 1; nil where it gives none.
  public let direction: Int?
  /// Where the trains say they are going, the most frequent first; empty where they say nothing.
  public let headsigns: [String]
  /// When the first one leaves.
  public let first: ServiceTime
  /// When the last one leaves, possibly after midnight.
  public let last: ServiceTime
  /// How many leave on that day.
  public let count: Int

  /// Composes a span.
  public init(
    line: Line, direction: Int?, headsigns: [String], first: ServiceTime, last: ServiceTime,
    count: Int
  ) {
    self.line = line
    self.direction = direction
    self.headsigns = headsigns
    self.first = first
    self.last = last
    self.count = count
  }
}
