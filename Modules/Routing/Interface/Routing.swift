public import Mediator

/// Turns a timetable and a question into journeys.
public enum Routing: Interface {
  /// Plans the journeys between two stations.
  public static let plan = Action<JourneyQuery, JourneyPlan>(Routing.self, "plan", .remote)
  /// Finds the last train between two stations, and why it is the last.
  public static let lastTrain = Action<LastTrainQuery, LastTrain>(
    Routing.self, "lastTrain", .remote)
  /// Lists the first and last departures of a station, by line and direction.
  public static let firstLast = Action<StationDeparturesQuery, StationDepartures>(
    Routing.self, "firstLast", .remote)
  /// Prepares a service day for many questions about times alone.
  public static let fronts = Action<FrontsQuery, Fronts>(native: Routing.self, "fronts")
}
