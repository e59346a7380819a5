public import Mediator

/// Turns a timetable and a question into journeys.
public enum Routing: Interface {
  /// Plans the journeys between two stations.
  public static let plan = Action<JourneyQuery, JourneyPlan>(Routing.self, "plan", .remote)
}
