public import Mediator

/// Owns what is on disk and which city is current: installs, loads and removes city packs, and finds
/// the station that a person means.
public enum DataSource: Interface {
  /// Installs a GTFS feed as a city, in place of an installed one of the same id.
  public static let install = Action<InstallRequest, City>(DataSource.self, "install")
  /// Removes an installed city with all its files.
  public static let remove = Action<CityReference, City>(DataSource.self, "remove")
  /// Makes a city the current one.
  public static let use = Action<CityReference, City>(DataSource.self, "use")
  /// Every city that is there: the built-in one first, the others by id.
  public static let cities = Action<Empty, [City]>(DataSource.self, "cities")
  /// One city; the current one when none is named.
  public static let city = Action<CityQuery, City>(DataSource.self, "city", .remote)
  /// The one station that a text means.
  public static let station = Action<StationQuery, Station>(DataSource.self, "station", .remote)
  /// The stations whose names fit a text, the best first.
  public static let stations = Action<StationSearch, [Station]>(
    DataSource.self, "stations", .remote)
  /// All that is known of the one station that a text means, with its trains on one day.
  public static let stationDetails = Action<StationDetailsQuery, StationDetails>(
    DataSource.self, "stationDetails", .remote)
  /// The lines of a city by name, each with its stations in order.
  public static let lines = Action<CityQuery, [LineDetails]>(DataSource.self, "lines", .remote)
  /// What a feed is worth, without installing it: what there is, and what is dropped or repaired.
  public static let check = Action<FeedCheck, FeedReport>(DataSource.self, "check")
  /// The timetable of a city, in memory; of the current one when none is named.
  public static let timetable = Action<CityID?, Timetable>(native: DataSource.self, "timetable")
}
