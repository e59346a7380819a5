/// All that is known of a station, with its trains on one day.
public struct StationDetails: Codable, Hashable, Sendable {
  /// The station.
  public let station: Station
  /// Its names in other languages.
  public let otherNames: [String]
  /// Its platforms; empty where the feed knows only the station.
  public let platforms: [Stop]
  /// Its entrances; empty where the feed tells of none.
  public let entrances: [Entrance]
  /// What makes the ways within it; empty where the feed tells of nothing.
  public let facilities: [Facility]
  /// Whether trains can be reached without steps; nil where the feed does not say.
  public let isStepFree: Bool?
  /// The day of the departures.
  public let date: ServiceDate
  /// The first and last departures on that day, by line and direction.
  public let departures: [DepartureSpan]

  /// Composes the details.
  public init(
    station: Station, otherNames: [String], platforms: [Stop], entrances: [Entrance],
    facilities: [Facility], isStepFree: Bool?, date: ServiceDate, departures: [DepartureSpan]
  ) {
    self.station = station
    self.otherNames = otherNames
    self.platforms = platforms
    self.entrances = entrances
    self.facilities = facilities
    self.isStepFree = isStepFree
    self.date = date
    self.departures = departures
  }
}
