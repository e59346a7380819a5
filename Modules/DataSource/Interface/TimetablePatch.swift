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

  /// Where no train runs for some time: between two stations, between any of more stations, on a
  /// whole line or on all lines; or at one station, which trains pass without stopping.
  public struct Closure: Hashable, Sendable {
    /// The line that is closed, as an index of the timetable; nil for all lines.
    public let route: Int?
    /// The stations, as indexes of the timetable; none for all of the lines.
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

extension TimetablePatch.Closure {
  /// Returns the stations that are closed: two stand for those between them, too, on any pattern of the
  /// lines.
  public func closedStations(in timetable: Timetable) -> Set<Int32> {
    guard stations.isEmpty || stations.count == 2 else { return Set(stations.map { Int32($0) }) }
    var closed = Set(stations.map { Int32($0) })
    let patterns = timetable.patterns
    for pattern in 0..<patterns.count where concerns(patterns.route[pattern]) {
      let passed = patterns.calls(of: pattern).map {
        timetable.stops.station[Int(patterns.stop[$0])]
      }
      guard let first = stations.first, let last = stations.last else {
        closed.formUnion(passed)
        continue
      }
      // A line that visits an end twice, such as a ring, is closed on the shortest way.
      let ways = passed.indices.filter { passed[$0] == Int32(first) }.flatMap { one in
        passed.indices.filter { passed[$0] == Int32(last) }
          .map { min(one, $0)...max(one, $0) }
      }
      if let shortest = ways.min(by: { $0.count < $1.count }) {
        closed.formUnion(passed[shortest])
      }
    }
    return closed
  }

  /// Returns whether the closure concerns a line, given by its index.
  public func concerns(_ route: Int32) -> Bool { self.route.map { Int32($0) == route } ?? true }
}
