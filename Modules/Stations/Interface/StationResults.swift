public import DataSourceInterface

/// A station that a search found.
public struct FoundStation: Codable, Hashable, Sendable {
  /// The feed's `stop_id`.
  public let id: String
  /// The display name.
  public let name: String
  /// The coordinate; nil if the feed has none.
  public let coordinate: Coordinate?
  /// The lines that stop there, by name.
  public let lines: [Line]
  /// The distance in metres in a straight line; nil if the search had no coordinate.
  public let distance: Int?

  /// Creates a result from a station.
  public init(_ station: Station, distance: Int? = nil) {
    id = station.id
    name = station.name
    coordinate = station.coordinate
    lines = station.lines
    self.distance = distance
  }
}

/// The next departures of one line to one destination.
public struct NextDepartures: Codable, Hashable, Sendable {
  /// One departure.
  public struct Departure: Codable, Hashable, Sendable {
    /// The service day of the trip.
    public let date: ServiceDate
    /// The departure time on the service day.
    public let time: ServiceTime
    /// The time until the departure, in seconds.
    public let wait: Int

    /// Creates a departure.
    public init(date: ServiceDate, time: ServiceTime, wait: Int) {
      self.date = date
      self.time = time
      self.wait = wait
    }
  }

  /// The line.
  public let line: Line
  /// The headsign of the trips; the name of their last stop if the feed has none.
  public let headsign: String
  /// One to three departures within 24 hours, the next one first.
  public let departures: [Departure]

  /// Creates a result.
  public init(line: Line, headsign: String, departures: [Departure]) {
    self.line = line
    self.headsign = headsign
    self.departures = departures
  }
}
