public import Mediator

/// The first and the last departure of a line from a station, in one direction on one day. In JSON,
/// `route` is the line's id.
public struct DepartureSpan: Hashable, Sendable {
  /// The departures to one destination.
  public struct Destination: Codable, Hashable, Sendable {
    private enum CodingKeys: String, CodingKey {
      case localName = "name", names, boarding, first, last, count
    }

    private let localName: String
    private let names: NameTranslations?
    /// What passengers must do to board these trains; nil for nothing.
    public let boarding: StopRequest?
    /// The time of the first departure.
    public let first: ServiceTime
    /// The time of the last departure, possibly after midnight.
    public let last: ServiceTime
    /// The number of departures on that day.
    public let count: Int

    /// Creates a destination with its departures.
    public init(
      name: TranslatedName, boarding: StopRequest? = nil, first: ServiceTime, last: ServiceTime,
      count: Int
    ) {
      (localName, names) = name.fields
      self.boarding = boarding
      self.first = first
      self.last = last
      self.count = count
    }

    /// The destination shown on the trains, with its translations; for a train that shows none, its
    /// last stop.
    public var translatedName: TranslatedName { TranslatedName(localName, names) }

    /// The name for people, in their language.
    public var name: String { translatedName.shown }
  }

  /// The line.
  public let line: Line
  /// The feed's `direction_id`, 0 or 1; nil when the feed does not give it.
  public let direction: Int?
  /// The destinations, the most frequent first; not empty. Some trains may end early.
  public let destinations: [Destination]

  /// Creates a span.
  public init(line: Line, direction: Int?, destinations: [Destination]) {
    self.line = line
    self.direction = direction
    self.destinations = destinations
  }

  /// The time of the first departure to any destination.
  public var first: ServiceTime { destinations.map(\.first).min() ?? ServiceTime(seconds: 0) }

  /// The time of the last departure to any destination, possibly after midnight.
  public var last: ServiceTime { destinations.map(\.last).max() ?? ServiceTime(seconds: 0) }

  /// The number of departures on that day.
  public var count: Int { destinations.reduce(0) { $0 + $1.count } }
}

extension DepartureSpan: Codable {
  private enum CodingKeys: CodingKey {
    case line, route, direction, first, last, count, destinations
  }

  /// Decodes every field except those that follow from others.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    line = try fields.decode(Line.self, forKey: .line)
    direction = try fields.decodeIfPresent(Int.self, forKey: .direction)
    destinations = try fields.decode([Destination].self, forKey: .destinations)
  }

  /// Encodes every field, `route`, and the departures to all destinations together; encodes null
  /// when `direction` is nil.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(line, forKey: .line)
    try fields.encode(line.id, forKey: .route)
    try fields.encode(direction, forKey: .direction)
    try fields.encode(first, forKey: .first)
    try fields.encode(last, forKey: .last)
    try fields.encode(count, forKey: .count)
    try fields.encode(destinations, forKey: .destinations)
  }
}

extension DepartureSpan: SchemaProviding {
  /// The fields that are read; others are only written.
  public static func schema(for use: Schema.Use) throws(SchemaError) -> Schema {
    let schema = try Schema(decoding: DepartureSpan.self, for: use)
    guard use == .output else { return schema }
    let time = try Schema(of: ServiceTime.self, for: use)
    return schema.with(
      Schema.Field("route", .text(nil)), Schema.Field("direction", .nullable(.integer)),
      Schema.Field("first", time), Schema.Field("last", time), Schema.Field("count", .integer))
  }
}

extension DepartureSpan: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    [
      "direction": "the feed's direction_id, 0 or 1",
      "first": "the first departure to any of the destinations",
      "last": "the last departure to any of the destinations",
      "count": "the number of departures on the day",
    ]
  }
}

extension DepartureSpan.Destination: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    [
      "name": "the destination shown on the trains", "names": .names,
      "boarding": "what passengers must do to board these trains; absent for nothing",
      "first": "the first departure",
      "last": "the last departure, possibly after midnight",
      "count": "the number of departures on the day",
    ]
  }
}
