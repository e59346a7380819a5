public import DataSourceInterface
public import Documents

/// A search for journeys in one timetable. The stations and lines are indexes of the timetable.
public struct JourneySearch: Sendable {
  /// The timetable that is searched.
  public var timetable: Timetable
  /// Where every journey starts.
  public let origin: Endpoint
  /// Where every journey ends.
  public let destination: Endpoint
  /// When the journeys take place.
  public var time: SearchTime
  /// The criterion for the one best journey; nil for the Pareto set of time and rides. A search
  /// within a span has none.
  public var preference: Preference?
  /// How many seconds a change takes where the feed does not say; nil for
  /// `defaultChangeTime`.
  public var changeTime: Int?
  /// A station that every journey passes or changes at.
  public var via: Int?
  /// The lines that no journey may use.
  public var avoidedLines: Set<Int32> = []
  /// The longest walk between two stations where the feed gives no change, in metres of `walks`;
  /// nil for 200 if the feed says nothing about changes, otherwise for none.
  public var walk: Int?
  /// Whether to leave out journeys that are known to need steps.
  public var isStepFree = false

  /// How many seconds a change takes where neither the feed nor the search says it.
  public static let defaultChangeTime = 120
  /// The values that `walk` may have.
  public static let walks = 0...1000

  /// Creates a search without a preference and constraints.
  public init(
    _ timetable: Timetable, from origin: Endpoint, to destination: Endpoint, at time: SearchTime
  ) {
    self.timetable = timetable
    self.origin = origin
    self.destination = destination
    self.time = time
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

/// A day of a timetable.
public struct ServiceDay: Sendable {
  /// The timetable.
  public var timetable: Timetable
  /// The service day.
  public let date: CalendarDate

  /// Creates a day of a timetable.
  public init(_ timetable: Timetable, _ date: CalendarDate) {
    self.timetable = timetable
    self.date = date
  }
}
