public import Documents
public import Foundation

/// What is different from the timetable of a city on some service days, as one source knows it.
///
/// All indexes are those of `timetable`. A patch of another timetable, such as that of an older
/// feed, has no effect.
public struct TimetablePatch: Sendable {
  /// The times of a train at one call, in seconds of its service day.
  public struct Times: Hashable, Sendable {
    /// When the train arrives.
    public var arrival: Int
    /// When it leaves; not before it arrives.
    public var departure: Int
    /// Whether passengers may board and leave, as far as the timetable lets them.
    public var isServed: Bool
    /// Whether the times are expected ones, and not those of the timetable.
    public var isKnown: Bool

    /// Creates the times at a call.
    public init(arrival: Int, departure: Int, isServed: Bool = true, isKnown: Bool = true) {
      self.arrival = arrival
      self.departure = departure
      self.isServed = isServed
      self.isKnown = isKnown
    }
  }

  /// A trip of the timetable with other times on one service day.
  public struct Trip: Hashable, Sendable {
    /// The trip and its service day.
    public let day: Timetable.TripOnDay
    /// The times at all its calls, none before the one before it.
    public let times: [Times]

    /// Creates a trip with other times.
    public init(_ day: Timetable.TripOnDay, times: [Times]) {
      self.day = day
      self.times = times
    }
  }

  /// A train that the timetable does not have.
  public struct ExtraTrip: Hashable, Sendable {
    /// The id of the trip.
    public let id: String
    /// The line, as an index of the timetable.
    public let route: Int
    /// The destination that the train shows; empty for its last stop.
    public let headsign: String
    /// The service day.
    public let date: CalendarDate
    /// The trip of the timetable in whose place it runs; nil for none.
    public let replaced: Timetable.TripOnDay?
    /// The stops as indexes of the timetable; at least two.
    public let stops: [Int]
    /// The times at each of them, none before the one before it.
    public let times: [Times]

    /// Creates an extra train.
    public init(
      id: String, route: Int, headsign: String, date: CalendarDate,
      replacing replaced: Timetable.TripOnDay? = nil, stops: [Int], times: [Times]
    ) {
      self.id = id
      self.route = route
      self.headsign = headsign
      self.date = date
      self.replaced = replaced
      self.stops = stops
      self.times = times
    }
  }

  /// Where no train runs for some time: between two stations, between any of more stations, or on a
  /// whole line; or one station, which trains pass without stopping.
  public struct Closure: Hashable, Sendable {
    /// The line that is closed, as an index of the timetable; nil for all lines.
    public let route: Int?
    /// The stations, as indexes of the timetable; none for all of the line.
    public let stations: [Int]
    /// When it begins; nil for long ago.
    public let start: Date?
    /// When it ends; nil for an unknown time.
    public let end: Date?

    /// Creates a closure.
    public init(route: Int?, stations: [Int], start: Date?, end: Date?) {
      self.route = route
      self.stations = stations
      self.start = start
      self.end = end
    }
  }

  /// Who knows it. A patch replaces the earlier one with the same source.
  public let source: String
  /// The timetable without patches.
  public let timetable: Timetable
  /// When its times were known; nil for a patch without times.
  public let asOf: Date?
  /// When it is not used any more: unless given, `TimesOrigin.lifetime` after its times were known.
  /// Nil for a patch that is used until it is replaced.
  public let expires: Date?
  /// The trips with other times.
  public let trips: [Trip]
  /// The trains that the timetable does not have.
  public let extraTrips: [ExtraTrip]
  /// The trips that do not run.
  public let cancelled: [Timetable.TripOnDay]
  /// The trips that do not run and of which passengers need not be told.
  public let deleted: [Timetable.TripOnDay]
  /// Where no train runs.
  public let closures: [Closure]

  /// Creates a patch.
  public init(
    source: String, of timetable: Timetable, asOf: Date?, trips: [Trip] = [],
    extraTrips: [ExtraTrip] = [], cancelled: [Timetable.TripOnDay] = [],
    deleted: [Timetable.TripOnDay] = [], closures: [Closure] = [], expires: Date? = nil
  ) {
    self.source = source
    self.timetable = timetable
    self.asOf = asOf
    self.trips = trips
    self.extraTrips = extraTrips
    self.cancelled = cancelled
    self.deleted = deleted
    self.closures = closures
    self.expires = expires ?? asOf.map { $0 + Double(TimesOrigin.lifetime) }
  }

  /// Whether the patch changes nothing. Times that are as the timetable says are a change, because
  /// they are known.
  public var isEmpty: Bool {
    trips.isEmpty && extraTrips.isEmpty && cancelled.isEmpty && deleted.isEmpty
      && closures.isEmpty
  }
}
