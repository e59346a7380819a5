public import DataSourceInterface
public import Foundation
public import Mediator

/// Where the expected times of a city come from.
public struct RealtimeStatus: Codable, Hashable, Sendable {
  /// The city.
  public let city: CityID
  /// Its sources; none for a city with its timetable only.
  public let sources: [Source]

  /// Creates a status.
  public init(city: CityID, sources: [Source]) {
    self.city = city
    self.sources = sources
  }

  /// What one source has answered.
  public struct Source: Codable, Hashable, Sendable {
    /// The address without secrets.
    public let address: String
    /// When the answer was made; nil without an answer.
    public let asOf: Date?
    /// The number of updates of trips in it that are used.
    public let used: Int
    /// The numbers of updates and other parts of it that are not used, by the reason.
    public let unused: [String: Int]
    /// The number of alerts.
    public let alerts: Int
    /// The number of vehicles with a position.
    public let vehicles: Int
    /// Why the last request had no answer that can be used; nil if it had one.
    public let failure: String?

    /// Creates the state of a source.
    public init(
      address: String, asOf: Date?, used: Int = 0, unused: [String: Int] = [:], alerts: Int = 0,
      vehicles: Int = 0, failure: String? = nil
    ) {
      self.address = address
      self.asOf = asOf
      self.used = used
      self.unused = unused
      self.alerts = alerts
      self.vehicles = vehicles
      self.failure = failure
    }
  }
}

extension RealtimeStatus.Source: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    [
      "address": "without secrets",
      "asOf": "when the answer was made; absent without an answer",
      "used": "the number of updates of trips that are used",
      "alerts": "the number of alerts",
      "vehicles": "the number of vehicles with a position",
      "unused": "the numbers of parts that are not used, by the reason",
      "failure": "why the last request had no answer that can be used; absent if it had one",
    ]
  }
}

/// A vehicle whose position is known.
public struct Vehicle: Codable, Hashable, Sendable {
  /// Its name for passengers, or else its id; nil if it has none.
  public let name: String?
  /// The line; nil if it is unknown.
  public let line: Line?
  /// The feed's `trip_id`; nil if it is unknown.
  public let trip: String?
  /// Where it is.
  public let coordinate: Coordinate
  /// The direction in which it goes, in degrees clockwise from the north; nil if it is unknown.
  public let bearing: Double?
  /// When it was there; nil if it is unknown.
  public let asOf: Date?

  /// Creates a vehicle.
  public init(
    name: String?, line: Line?, trip: String?, coordinate: Coordinate, bearing: Double?, asOf: Date?
  ) {
    self.name = name
    self.line = line
    self.trip = trip
    self.coordinate = coordinate
    self.bearing = bearing
    self.asOf = asOf
  }
}

extension Vehicle: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    [
      "name": "for passengers, or else the id; absent if it has none",
      "trip": "the feed's trip_id; absent if it is unknown",
      "bearing": "in degrees clockwise from the north; absent if it is unknown",
      "asOf": "when it was there; absent if it is unknown",
    ]
  }
}
