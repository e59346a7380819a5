public import Documents
public import Mediator

/// The input of `DataSource.stationDetails`: a station and a day.
public struct StationDetailsQuery: Codable, Hashable, Sendable {
  /// A text that means one station, as in `StationQuery`. The scene "Stations" shows all stations
  /// around a place instead of the nearest one.
  public let name: String
  /// The city to search; nil for the current one.
  public let city: CityID?
  /// The day of the departures; nil for today in the city, but before 03:00 for the night that is
  /// running, so the day before.
  public let date: DayExpression?

  /// Creates a query for the station that `name` means.
  public init(name: String, city: CityID? = nil, date: DayExpression? = nil) {
    self.name = name
    self.city = city
    self.date = date
  }
}

extension StationDetailsQuery: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    [
      "name": .init("the station: its name or id:…, or @lat,lon", suggestions: .stations),
      "city": .city, "date": .date,
    ]
  }
}

/// Everything known about a station, with its first and last departures on one day.
public struct StationDetails: Codable, Hashable, Sendable {
  /// The station.
  public let station: Station
  /// The station's names in other languages.
  public let otherNames: [String]
  /// The platforms; empty when the feed lists none.
  public let platforms: [Stop]
  /// The entrances; empty when the feed lists none.
  public let entrances: [Entrance]
  /// The kinds of ways within the station; empty when the feed lists none.
  public let facilities: [Facility]
  /// Whether passengers can reach the trains without steps; nil when the feed does not say.
  public let isStepFree: Bool?
  /// The day of the departures.
  public let date: CalendarDate
  /// The first and last departures of that service day, by line and direction.
  public let departures: [DepartureSpan]
  /// The first and last trains as passengers speak of them.
  public let operatingDay: OperatingDay

  /// Creates the details of a station.
  public init(
    station: Station, otherNames: [String], platforms: [Stop], entrances: [Entrance],
    facilities: [Facility], isStepFree: Bool?, date: CalendarDate, departures: [DepartureSpan],
    operatingDay: OperatingDay? = nil
  ) {
    self.station = station
    self.otherNames = otherNames
    self.platforms = platforms
    self.entrances = entrances
    self.facilities = facilities
    self.isStepFree = isStepFree
    self.date = date
    self.departures = departures
    self.operatingDay = operatingDay ?? OperatingDay(date: date, departures)
  }
}

/// A place where trains stop: a platform, or a station without platforms.
public struct Stop: Codable, Hashable, Sendable {
  /// The feed's `stop_id`.
  public let id: String
  /// The name for people.
  public let name: String
  /// The sign on the platform, such as `2`; nil when the feed does not give it.
  public let platform: String?
  /// The id of the station to which the stop belongs.
  public let station: String
  /// The position; nil when the feed does not give it.
  public let coordinate: Coordinate?

  /// Creates a stop.
  public init(
    id: String, name: String, platform: String?, station: String, coordinate: Coordinate?
  ) {
    self.id = id
    self.name = name
    self.platform = platform
    self.station = station
    self.coordinate = coordinate
  }
}

/// A way into a station from the street.
public struct Entrance: Codable, Hashable, Sendable {
  /// The feed's `stop_id`.
  public let id: String
  /// The name for people.
  public let name: String
  /// The position; nil when the feed does not give it.
  public let coordinate: Coordinate?
  /// The ways to the platforms; nil when the feed describes none.
  public let ways: [PlatformWay]?

  /// Creates an entrance.
  public init(id: String, name: String, coordinate: Coordinate?, ways: [PlatformWay]? = nil) {
    self.id = id
    self.name = name
    self.coordinate = coordinate
    self.ways = ways
  }
}

/// The shortest way from an entrance to a platform.
public struct PlatformWay: Codable, Hashable, Sendable {
  /// The platform.
  public let platform: Stop
  /// The time that the way takes, in seconds.
  public let duration: Int
  /// The directions; empty when the feed gives none.
  public let steps: [WalkwayStep]

  /// Creates a way.
  public init(platform: Stop, duration: Int, steps: [WalkwayStep]) {
    self.platform = platform
    self.duration = duration
    self.steps = steps
  }
}

extension PlatformWay: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions { ["duration": "in seconds"] }
}

/// The kind of a way within a station.
///
/// Source: GTFS Schedule Reference, `pathway_mode`.
public enum Facility: String, Codable, CaseIterable, Sendable {
  case stairs, movingWalkway, escalator, lift, fareGate
}

/// The first and the last departure of a line from a station, in one direction on one day. In JSON,
/// `route` is the line's id.
public struct DepartureSpan: Hashable, Sendable {
  /// The departures to one destination.
  public struct Destination: Codable, Hashable, Sendable {
    /// The destination shown on the trains; for a train that shows none, its last stop.
    public let name: String
    /// The time of the first departure.
    public let first: ServiceTime
    /// The time of the last departure, possibly after midnight.
    public let last: ServiceTime
    /// The number of departures on that day.
    public let count: Int

    /// Creates a destination with its departures.
    public init(name: String, first: ServiceTime, last: ServiceTime, count: Int) {
      self.name = name
      self.first = first
      self.last = last
      self.count = count
    }
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
  public var first: ServiceTime {
    destinations.map(\.first).min() ?? ServiceTime(seconds: 0)
  }

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

  /// Encodes every field, `route`, and the departures to all destinations together; encodes null when
  /// `direction` is nil.
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
      "name": "the destination shown on the trains", "first": "the first departure",
      "last": "the last departure, possibly after midnight",
      "count": "the number of departures on the day",
    ]
  }
}
