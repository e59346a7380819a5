public import DataSourceInterface
public import Mediator

/// Knows what is different now from the timetables.
public enum Realtime: Interface {
  /// Returns what is known about now in a city, and where it comes from.
  public static let status = Action<CityQuery, RealtimeStatus>(
    Realtime.self, "status", .reads, .remote,
    summary: "Tell where the expected times of a city come from, and how old they are")
  /// Returns the vehicles of a city whose position is known.
  public static let vehicles = Action<CityQuery, [Vehicle]>(
    Realtime.self, "vehicles", .reads, .remote,
    summary: "List the vehicles of a city whose position is known now")
}
