public import Mediator

/// Searches the timetable of a city.
///
/// Its inputs are stations, lines, days and times. The caller finds those that a person's words
/// mean.
public enum Routing: Interface {
  /// Finds the journeys of a search, without prices, or why there is none and the next ones after
  /// it.
  /// - Throws: `RoutingError`, or `DataSourceError` for a place without stations near it.
  public static let search = Action<JourneySearch, JourneyPlan>(native: Routing.self, "search")
  /// Finds the last journey on the day of a search, without a price, and explains why no later one
  /// works. The errors are those of `search`.
  public static let searchLastTrain = Action<JourneySearch, LastTrain>(
    native: Routing.self, "searchLastTrain")
  /// Returns why no train runs on a day, in a sentence without a capital letter and full stop; nil
  /// if one runs.
  public static let noServiceReason = Action<ServiceDay, String?>(
    native: Routing.self, "noServiceReason")
}
