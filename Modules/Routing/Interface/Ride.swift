public import DataSourceInterface

/// A piece of a journey on one train.
public struct Ride: Codable, Hashable, Sendable {
  /// The feed's `route_id`.
  public let route: String
  /// The feed's `trip_id`.
  public let trip: String
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
  /// How many stops lie in between, both ends excluded.
  public let stops: Int
  /// The line, with its colour.
  public let line: Line
  /// The stops in between, in order.
  public let through: [Place]

  /// Composes a ride.
  public init(
    line: Line, trip: String, headsign: String, from: Place, to: Place, departure: ServiceTime,
    arrival: ServiceTime, through: [Place]
  ) {
    self.route = line.id
    self.trip = trip
    self.headsign = headsign
    self.from = from
    self.to = to
    self.departure = departure
    self.arrival = arrival
    self.stops = through.count
    self.line = line
    self.through = through
  }
}
