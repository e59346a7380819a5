import Console
public import DataSourceInterface
public import Documents

/// A query for journeys between two stations or places. At most one of `depart`, `arrive`, `first`
/// and `last` may be given.
public struct JourneyQuery: Codable, Hashable, Sendable {
  /// The station or place to start from, as text that `DataSource.endpoints` resolves, or the name
  /// of a bookmark.
  public var from: String
  /// The station or place to go to, in the same form.
  public var to: String
  /// The city; nil for the current one.
  public var city: CityID?
  /// The calendar date in the agency's time zone; nil for today, or for the date of the next
  /// occurrence of the time.
  public var date: DayExpression?
  /// The earliest departure; nil for now, or for 03:00 on another date. Without a date, it is the
  /// first occurrence that is not more than 30 minutes ago: at 22:00, `00:30` means 00:30 of
  /// tomorrow.
  public var depart: TimeExpression?
  /// The latest arrival; without a date, its next occurrence. A time before 03:00 is counted from
  /// 00:00 of the day before.
  public var arrive: TimeExpression?
  /// The end of a time span: the plan then lists the journeys that leave between `depart` and
  /// `until`, which is at most 27:00. It cannot be combined with `by`.
  public var until: TimeExpression?
  /// Whether to find the first train of the day.
  public var first: Bool?
  /// Whether to find the last train of the day: without a date before 03:00, that of the running
  /// night.
  public var last: Bool?
  /// How many seconds a change takes where the feed does not say; nil for 120.
  public var changeTime: Int?
  /// The criterion for the one best journey; nil for the Pareto set of time and rides.
  public var by: Preference?
  /// A station that every journey passes or changes at.
  public var via: String?
  /// The lines that no journey may use: one name or id, or several separated by commas.
  public var avoid: String?
  /// The longest walk between two stations where the feed gives no change, in metres of `walks`; nil
  /// for none.
  public var walk: Int?

  /// The values that `walk` may have.
  public static let walks = 1...1000

  /// Creates a query for journeys from `from` to `to`.
  public init(
    from: String, to: String, city: CityID? = nil, date: DayExpression? = nil,
    depart: TimeExpression? = nil, arrive: TimeExpression? = nil, until: TimeExpression? = nil,
    first: Bool? = nil, last: Bool? = nil, changeTime: Int? = nil, by: Preference? = nil,
    via: String? = nil, avoid: String? = nil, walk: Int? = nil
  ) {
    self.from = from
    self.to = to
    self.city = city
    self.date = date
    self.depart = depart
    self.arrive = arrive
    self.until = until
    self.first = first
    self.last = last
    self.changeTime = changeTime
    self.by = by
    self.via = via
    self.avoid = avoid
    self.walk = walk
  }
}

/// The criterion by which one journey is better than another.
public enum Preference: String, Codable, CaseIterable, Hashable, Sendable {
  /// The earliest arrival; for a latest arrival, the latest departure.
  case earliest
  /// The fewest rides, then the best time.
  case fewestChanges = "fewest-changes"
  /// The smallest sum of change and walking times, then the best time.
  case leastWalking = "least-walking"
}

/// The answer to a `JourneyQuery`.
public struct JourneyPlan: Codable, Hashable, Sendable {
  /// The city.
  public let city: CityID
  /// The date from whose 00:00 all times are counted.
  public let date: CalendarDate
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
  /// On a day without trains, the route at average running times, without waiting; nil where the
  /// query has `via` or `avoid`.
  public let estimate: Journey?

  /// Creates a plan.
  public init(
    city: CityID, date: CalendarDate, from: PointOfInterest, to: PointOfInterest,
    journeys: [Journey],
    later: [Journey] = [], reason: String? = nil,
    next: NextJourneys? = nil, estimate: Journey? = nil
  ) {
    self.city = city
    self.date = date
    self.from = from
    self.to = to
    self.journeys = journeys
    self.later = later
    self.reason = reason
    self.next = next
    self.estimate = estimate
  }
}

extension JourneyPlan {
  /// The journeys to show, with their date: those of the plan, or else the next ones.
  public var shownJourneys: NextJourneys {
    let found = NextJourneys(date: date, journeys: journeys)
    return journeys.isEmpty ? next ?? found : found
  }

  /// The best one of the journeys to show, with its date: for a query with a latest arrival, the one
  /// that leaves last, and else the one that arrives first; nil without journeys.
  public func bestJourney(
    for query: JourneyQuery
  ) -> (date: CalendarDate, journey: Journey)? {
    let shown = shownJourneys
    // The next journeys after a query without any are those that arrive first.
    let bound: JourneyTime.Bound = query.arrive != nil && !journeys.isEmpty ? .arrive : .depart
    return shown.journeys.best(bound).map { (shown.date, $0) }
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
