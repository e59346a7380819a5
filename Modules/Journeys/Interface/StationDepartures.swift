public import DataSourceInterface
public import Documents
public import Mediator

/// A query for the first and last trains of a station.
public struct StationDeparturesQuery: Codable, Hashable, Sendable {
  /// The station, as text that `DataSource.station` resolves.
  public let station: String
  /// The city; nil for the current one.
  public let city: CityID?
  /// The calendar date in the agency's time zone; nil for today, or before 03:00 for the day whose
  /// night is running.
  public let date: DayExpression?

  /// Creates a query for the first and last trains at `station`.
  public init(station: String, city: CityID? = nil, date: DayExpression? = nil) {
    self.station = station
    self.city = city
    self.date = date
  }
}

extension StationDeparturesQuery: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    [
      "station": .init(
        "the station: its name or id:…, a bookmark, or @lat,lon", suggestions: .stations),
      "city": .city, "date": .date,
    ]
  }
}

/// The answer to a `StationDeparturesQuery`.
public struct StationDepartures: Codable, Hashable, Sendable {
  /// The city.
  public let city: CityID
  /// The service day of all departures, from whose 00:00 their times are counted.
  public let date: CalendarDate
  /// The station.
  public let station: StopReference
  /// One entry for each line and direction that can be boarded there, ordered by line and
  /// direction.
  public let departures: [DepartureSpan]
  /// The first and last trains as passengers speak of them.
  public let operatingDay: OperatingDay
  /// Why there is no departure; nil where there is one.
  public let reason: String?

  /// Creates an answer.
  public init(
    city: CityID, date: CalendarDate, station: StopReference, departures: [DepartureSpan],
    operatingDay: OperatingDay? = nil, reason: String? = nil
  ) {
    self.city = city
    self.date = date
    self.station = station
    self.departures = departures
    self.operatingDay = operatingDay ?? OperatingDay(date: date, departures)
    self.reason = reason
  }
}
