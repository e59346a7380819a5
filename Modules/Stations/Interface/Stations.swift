public import DataSourceInterface
public import Mediator

/// Finds stations and their next departures.
public enum Stations: Interface {
  /// Returns the stations that match a text, the best match first. For a coordinate it returns the
  /// nearest stations, ten unless a limit is given, with their distances.
  public static let search = Action<StationSearch, [FoundStation]>(
    Stations.self, "search", .reads, .remote)
  /// Returns the stations around a station, the nearest first, with their distances.
  public static let nearby = Action<StationQuery, [FoundStation]>(
    Stations.self, "nearby", .reads, .remote,
    summary: "List the stations around a station, the nearest first")
  /// Returns the next departures of a station, by line and destination, the earliest first: those
  /// within 24 hours, or else those of the next day with any within a week.
  public static let departures = Action<StationQuery, [NextDepartures]>(
    Stations.self, "departures", .reads, .remote,
    summary: "List the next departures of a station by line and destination")
  /// Returns the next departures of several stations.
  public static let board = Action<BoardQuery, DepartureBoard>(
    Stations.self, "board", .reads, .remote)
  /// Returns a picker of a city's stations and places; of the current city if nil.
  public static let picker = Action<CityID?, StationPicker>(native: Stations.self, "picker")
}

/// Departures may be out of date; published when the host returns to the foreground.
public struct DeparturesExpired: Event, Encodable {
  /// Creates the event.
  public init() {}
}
