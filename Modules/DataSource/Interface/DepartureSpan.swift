/// The first and the last departure of a line from a station, in one direction on one day; as JSON,
/// with the line's id as `route`.
public struct DepartureSpan: Hashable, Sendable {
  /// The line.
  public let line: Line
  /// The feed's `direction_id`, 0 or 1; nil where it gives none.
  public let direction: Int?
  /// Where the trains say they are going, the most frequent first; their last stops where they say
  /// nothing.
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

extension DepartureSpan: Codable {
  private enum Key: CodingKey {
    case line, route, direction, headsigns, first, last, count
  }

  /// Reads the fields; `route` follows from the line.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    line = try fields.decode(Line.self, forKey: .line)
    direction = try fields.decodeIfPresent(Int.self, forKey: .direction)
    headsigns = try fields.decode([String].self, forKey: .headsigns)
    first = try fields.decode(ServiceTime.self, forKey: .first)
    last = try fields.decode(ServiceTime.self, forKey: .last)
    count = try fields.decode(Int.self, forKey: .count)
  }

  /// Writes the fields, and what follows from them; `direction` is there even where it is null.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Key.self)
    try fields.encode(line, forKey: .line)
    try fields.encode(line.id, forKey: .route)
    try fields.encode(direction, forKey: .direction)
    try fields.encode(headsigns, forKey: .headsigns)
    try fields.encode(first, forKey: .first)
    try fields.encode(last, forKey: .last)
    try fields.encode(count, forKey: .count)
  }
}
