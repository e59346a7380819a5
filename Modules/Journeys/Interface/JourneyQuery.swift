public import DataSourceInterface
public import Documents
public import Mediator
public import RoutingInterface

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
  /// How many seconds a change takes where the feed does not say; nil for
  /// `JourneySearch.defaultChangeTime`.
  public var changeTime: Int?
  /// The criterion for the one best journey; nil for the Pareto set of time and rides.
  public var by: Preference?
  /// A station that every journey passes or changes at.
  public var via: String?
  /// The lines that no journey may use: one name or id, or several separated by commas.
  public var avoid: String?
  /// The longest walk between two stations where the feed gives no change, in metres of
  /// `JourneySearch.walks`; nil for none.
  public var walk: Int?
  /// Whether to find only journeys that are not known to need steps.
  public var stepFree: Bool?

  /// Creates a query for journeys from `from` to `to`.
  public init(
    from: String, to: String, city: CityID? = nil, date: DayExpression? = nil,
    depart: TimeExpression? = nil, arrive: TimeExpression? = nil, until: TimeExpression? = nil,
    first: Bool? = nil, last: Bool? = nil, changeTime: Int? = nil, by: Preference? = nil,
    via: String? = nil, avoid: String? = nil, walk: Int? = nil, stepFree: Bool? = nil
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
    self.stepFree = stepFree
  }
}

extension JourneyQuery: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    [
      "from": .origin, "to": .destination, "city": .city, "date": .date, "depart": .depart,
      "until": .init(
        "list every journey that departs up to this time, at most 03:00 at night", valueName: "time"
      ),
      "arrive": .arrive, "first": .flag("find the first journey of the day"),
      "last": .flag("find the last journey of the day, or before 03:00 of the running night"),
      "by": .init("show only the best journey by this criterion", valueName: "strategy"),
      "via": .via, "avoid": .avoid, "changeTime": .changeTime,
      "walk": .walkToDestination,
      "stepFree": .stepFree,
    ]
  }
}

/// The fields that questions about journeys have in common.
extension FieldDescription {
  static let origin = FieldDescription(
    "where to start: a station's name, id:…, @lat,lon, or the name of a bookmark ('go' plans a "
      + "bookmarked journey)",
    suggestions: .stations)
  static let destination = FieldDescription(
    "the destination, in the same form", suggestions: .stations)
  static let via = FieldDescription(
    "a station on the way, to pass or change at", valueName: "station", suggestions: .stations)
  static let avoid = FieldDescription(
    "lines not to use, such as A,Bx", valueName: "lines", suggestions: .lines)
  static let changeTime = FieldDescription(
    "seconds for a change where the feed gives none", default: "120", valueName: "seconds")
  static let walkToDestination = FieldDescription(
    "also change on foot, and walk to the destination, up to this distance in metres, 0 to 1000",
    default: "200 between stations where the feed says nothing about changes, else never",
    valueName: "metres")
  static let walk = FieldDescription(
    "also change on foot, up to this distance in metres, 0 to 1000",
    default: "200 where the feed says nothing about changes, else never", valueName: "metres")
}

extension JourneyQuery {
  /// Creates a query for journeys at a date and time; nil for now.
  public init(from: String, to: String, city: CityID?, at time: JourneyTime?) {
    self.init(from: from, to: to, city: city)
    guard let time else { return }
    date = DayExpression(time.date)
    switch time.bound {
    case .depart: depart = TimeExpression(time.time)
    case .arrive: arrive = TimeExpression(time.time)
    }
  }
}

extension JourneyPlan {
  /// The best one of the journeys to show, with its date: for a query with a latest arrival, the
  /// one that leaves last, and else the one that arrives first; nil without journeys.
  public func bestJourney(
    for query: JourneyQuery
  ) -> (date: CalendarDate, journey: Journey)? {
    let shown = shownJourneys
    // The next journeys after a query without any are those that arrive first.
    let bound: JourneyTime.Bound = query.arrive != nil && !journeys.isEmpty ? .arrive : .depart
    return shown.journeys.best(bound).map { (shown.date, $0) }
  }
}
