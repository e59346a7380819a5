/// The timetable of a city: immutable columns, the same for every kind of search.
///
/// Everything is an index. A *station* owns a range of *stops* (itself first, then its platforms). A
/// *pattern* is a sequence of *calls* at stops that trips of one line share. A *trip* belongs to one
/// pattern, runs when its *service* does, and starts at `start`; its times at each call are relative
/// to that and shared by all trips that take as long. Trips given by headway are all there, one by
/// one. All times are seconds after 00:00 local time of the service day and may exceed 86,400.
public struct Timetable: Sendable {
  /// The city it belongs to.
  public let city: CityID
  /// The city's name for people.
  public let name: String
  /// Who runs the network.
  public let agency: String
  /// The agency's time zone, as in the IANA database.
  public let timeZone: String
  /// The stations.
  public let stations: Stations
  /// The stops, those of one station side by side.
  public let stops: Stops
  /// The lines.
  public let routes: Routes
  /// The stop sequences.
  public let patterns: Patterns
  /// The trips, those of one pattern side by side, by start.
  public let trips: Trips
  /// On which days services run.
  public let services: Services
  /// How long changes take.
  public let transfers: Transfers

  /// Composes a timetable.
  public init(
    city: CityID, name: String, agency: String, timeZone: String, stations: Stations,
    stops: Stops, routes: Routes, patterns: Patterns, trips: Trips, services: Services,
    transfers: Transfers
  ) {
    self.city = city
    self.name = name
    self.agency = agency
    self.timeZone = timeZone
    self.stations = stations
    self.stops = stops
    self.routes = routes
    self.patterns = patterns
    self.trips = trips
    self.services = services
    self.transfers = transfers
  }
}
