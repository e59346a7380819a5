public import DataSourceInterface

/// A piece of a journey on one train; as JSON, with the line's id as `route` and the number of stops
/// in between as `stops`.
public struct Ride: Hashable, Sendable {
  /// The line, with its colour.
  public let line: Line
  /// The feed's `trip_id`; nil where the times are only average.
  public let trip: String?
  /// Where the train says it is going; its last stop where the feed says nothing.
  public let headsign: String
  /// The platform where it is boarded.
  public let from: Place
  /// The platform where it is left.
  public let to: Place
  /// When it leaves `from`.
  public let departure: ServiceTime
  /// When it arrives at `to`.
  public let arrival: ServiceTime
  /// The stops in between, in order; both ends excluded.
  public let through: [Place]

  /// Composes a ride.
  public init(
    line: Line, trip: String?, headsign: String, from: Place, to: Place, departure: ServiceTime,
    arrival: ServiceTime, through: [Place]
  ) {
    self.line = line
    self.trip = trip
    self.headsign = headsign
    self.from = from
    self.to = to
    self.departure = departure
    self.arrival = arrival
    self.through = through
  }
}

extension Ride: Codable {
  private enum Key: CodingKey {
    case line, route, trip, headsign, from, to, departure, arrival, stops, through
  }

  /// Reads the fields; `route` and `stops` follow from the others.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    line = try fields.decode(Line.self, forKey: .line)
    trip = try fields.decodeIfPresent(String.self, forKey: .trip)
    headsign = try fields.decode(String.self, forKey: .headsign)
    from = try fields.decode(Place.self, forKey: .from)
    to = try fields.decode(Place.self, forKey: .to)
    departure = try fields.decode(ServiceTime.self, forKey: .departure)
    arrival = try fields.decode(ServiceTime.self, forKey: .arrival)
    through = try fields.decode([Place].self, forKey: .through)
  }

  /// Writes the fields, and what follows from them.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Key.self)
    try fields.encode(line, forKey: .line)
    try fields.encode(line.id, forKey: .route)
    try fields.encodeIfPresent(trip, forKey: .trip)
    try fields.encode(headsign, forKey: .headsign)
    try fields.encode(from, forKey: .from)
    try fields.encode(to, forKey: .to)
    try fields.encode(departure, forKey: .departure)
    try fields.encode(arrival, forKey: .arrival)
    try fields.encode(through.count, forKey: .stops)
    try fields.encode(through, forKey: .through)
  }
}
