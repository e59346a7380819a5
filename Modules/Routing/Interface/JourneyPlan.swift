public import DataSourceInterface
public import Documents

/// The result of a search for journeys.
public struct JourneyPlan: Codable, Hashable, Sendable {
  /// The city.
  public let city: CityID
  /// The date from whose 00:00 all times are counted.
  public let date: CalendarDate
  /// Where the times come from; nil in a plan that an earlier version has stored.
  public let times: TimesOrigin?
  /// The station or place where every journey starts.
  public let from: PointOfInterest
  /// The station or place where every journey ends.
  public let to: PointOfInterest
  /// For a departure time, the Pareto set of arrival and rides, fewest rides first, each journey
  /// with its latest departure; for an arrival time, that of departure and rides, each journey with
  /// its earliest arrival. For the first train, the last train or a preference, one journey. For a
  /// time span, every journey in it that no other dominates in departure, arrival and rides.
  public let journeys: [Journey]
  /// For a departure time, the next journeys after these: each is the best that leaves after the
  /// one before it.
  public let later: [Journey]
  /// Why there is no journey; for a query before 03:00, which train was the last one before
  /// `journeys`; for the last train, that trains run all night.
  public let reason: String?
  /// Where there is no journey, the next ones within seven days; nil if there are none.
  public let next: NextJourneys?
  /// The notices that concern the journeys, or why they are other ones than those of the timetable;
  /// nil for none.
  public let notices: [ServiceNotice]?
  /// On a day without trains, the route at average running times, without waiting; nil for a search
  /// with a station on the way or lines to avoid.
  public let estimate: Journey?

  /// Creates a plan.
  public init(
    city: CityID, date: CalendarDate, times: TimesOrigin? = nil, from: PointOfInterest,
    to: PointOfInterest, journeys: [Journey],
    later: [Journey] = [], reason: String? = nil,
    next: NextJourneys? = nil, notices: [ServiceNotice]? = nil, estimate: Journey? = nil
  ) {
    self.city = city
    self.date = date
    self.times = times
    self.from = from
    self.to = to
    self.journeys = journeys
    self.later = later
    self.reason = reason
    self.next = next
    self.notices = notices
    self.estimate = estimate
  }
}

extension JourneyPlan {
  /// The journeys to show, with their date: those of the plan, or else the next ones.
  public var shownJourneys: NextJourneys {
    let found = NextJourneys(date: date, journeys: journeys)
    return journeys.isEmpty ? next ?? found : found
  }
}

extension [Journey] {
  /// The journey that arrives first or, for a latest arrival, the one that leaves last.
  public func best(_ bound: JourneyTime.Bound) -> Journey? {
    switch bound {
    case .depart: self.min { $0.arrival < $1.arrival }
    case .arrive: self.max { $0.departure < $1.departure }
    }
  }
}

/// The first journeys after a query that has none.
public struct NextJourneys: Codable, Hashable, Sendable {
  /// The date from whose 00:00 all times are counted.
  public let date: CalendarDate
  /// The journeys, in the order of `JourneyPlan.journeys`.
  public let journeys: [Journey]

  /// Creates journeys on a date.
  public init(date: CalendarDate, journeys: [Journey]) {
    self.date = date
    self.journeys = journeys
  }
}
