public import DataSourceInterface

/// The answer to a `JourneyQuery`.
public struct JourneyPlan: Codable, Hashable, Sendable {
  /// The city.
  public let city: CityID
  /// The service day that times count from.
  public let date: ServiceDate
  /// The station where every journey starts.
  public let from: Place
  /// The station where every journey ends.
  public let to: Place
  /// Every journey that no other matches in both arrival and number of rides, from few rides to
  /// many, each with the latest departure that still arrives then. Of the first or last train and of
  /// a preference there is one; of a span of time, all that leave in it.
  public let journeys: [Journey]
  /// The fastest journeys after that: each leaves after the one before it and arrives as early as
  /// it can.
  public let later: [Journey]
  /// Why there is no journey; nil where there is one.
  public let reason: String?
  /// On a day without timetable, the way at average running times, as if every train came at once;
  /// nil where the question names a station to pass or a line to avoid.
  public let estimate: Journey?

  /// Composes a plan.
  public init(
    city: CityID, date: ServiceDate, from: Place, to: Place, journeys: [Journey],
    later: [Journey] = [], reason: String? = nil,
    estimate: Journey? = nil
  ) {
    self.city = city
    self.date = date
    self.from = from
    self.to = to
    self.journeys = journeys
    self.later = later
    self.reason = reason
    self.estimate = estimate
  }
}
