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
  /// The station's names in other languages, without those of `station`.
  public let otherNames: [String]
  /// The platforms; empty when the feed lists none.
  public let platforms: [Stop]
  /// The entrances; empty when the feed lists none.
  public let entrances: [Entrance]
  /// The kinds of ways within the station; empty when the feed lists none.
  public let facilities: [Facility]
  /// Whether passengers can reach the trains without steps; nil when the feed does not say, or
  /// where it depends on the platform.
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
