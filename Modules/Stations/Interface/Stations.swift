public import DataSourceInterface
public import Mediator

/// Shows stations: which there are, what is known of one, when its next trains leave.
public enum Stations: Interface {
  /// The stations that fit a text, the best first; of a place on the map the ten nearest, unless
  /// another limit is given, with their distances.
  public static let search = Action<StationSearch, [FoundStation]>(
    Stations.self, "search", .remote)
  /// The stations around the one that a text means, the nearest first, with their distances.
  public static let nearby = Action<StationQuery, [FoundStation]>(Stations.self, "nearby", .remote)
  /// The next trains of the station that a text means, by line and direction.
  public static let departures = Action<StationQuery, [NextDepartures]>(
    Stations.self, "departures", .remote)
  /// A scene in which a person chooses a station of a city; the current one when it is nil.
  public static let choice = Action<CityID?, StationChoice>(native: Stations.self, "choice")
}
