public import Console
public import DataSourceInterface

/// A query for the timeline of a date that will be searched many times.
public struct ParetoSetsQuery: Sendable {
  /// The city; nil for the current one.
  public let city: CityID?
  /// The date.
  public let date: CalendarDate
  /// How many seconds a change takes where the feed does not say.
  public let changeTime: Int

  /// Creates a query for `date`.
  public init(city: CityID? = nil, date: CalendarDate, changeTime: Int = 120) {
    self.city = city
    self.date = date
    self.changeTime = changeTime
  }
}

/// A search on the timeline of a date that returns Pareto sets of journey times. After the first
/// searches, it allocates no memory. It runs one search at a time, so each thread should use its
/// own.
public struct ParetoSets: Sendable {
  /// The times of a journey.
  public struct Entry: Hashable, Sendable {
    /// The latest departure with this arrival.
    public let departure: ServiceTime
    /// When the last train arrives.
    public let arrival: ServiceTime
    /// How many trains the journey uses.
    public let rides: Int

    /// Creates an entry.
    public init(departure: ServiceTime, arrival: ServiceTime, rides: Int) {
      self.departure = departure
      self.arrival = arrival
      self.rides = rides
    }
  }

  /// Searches between two stations, given by their indexes in the timetable, for a departure time
  /// or a span of departure times, and passes each entry to a closure.
  public typealias Search<Time> = @Sendable (Int, Int, Time, (Entry) -> Void) -> Void
  private let departure: Search<ServiceTime>
  private let profile: Search<ClosedRange<ServiceTime>>

  /// Creates a value that runs two searches: one for a single departure time, one for a span.
  public init(
    departure: @escaping Search<ServiceTime>, profile: @escaping Search<ClosedRange<ServiceTime>>
  ) {
    self.departure = departure
    self.profile = profile
  }

  /// Passes to `body` the Pareto set of arrival and rides between two stations, given by their
  /// indexes in the timetable, for departures at `time` or later, fewest rides first. `body` must
  /// not start another search.
  public func visit(
    from origin: Int, to destination: Int, leaving time: ServiceTime, _ body: (Entry) -> Void
  ) {
    departure(origin, destination, time, body)
  }

  /// Passes to `body` every journey between two stations that leaves within `span` and that no
  /// other journey dominates in departure, arrival and rides: the last departure first, then the
  /// fewest rides. `body` must not start another search.
  public func visit(
    from origin: Int, to destination: Int, leavingWithin span: ClosedRange<ServiceTime>,
    _ body: (Entry) -> Void
  ) {
    profile(origin, destination, span, body)
  }
}
