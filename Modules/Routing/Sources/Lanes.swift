import DataSourceInterface

/// The trips that a search may take, in lanes: trips of one pattern that never overtake each other.
///
/// A search counts positions along a lane and rows through its trips. Seen in reverse, what was left
/// is boarded, at minus its time, and positions and rows count from the end: a search there finds
/// the latest departure instead of the earliest arrival.
struct Lanes: Sendable {
  struct Lane: Sendable {
    /// The pattern of the timetable.
    let pattern: Int32
    /// Its first call in the timetable.
    let firstCall: Int32
    /// How many stops the sequence has.
    let positions: Int32
    /// Its first entry in `trips`.
    let firstTrip: Int32
    /// How many trips it has, ordered by time at every position.
    var rows: Int32
  }

  /// A trip of the timetable on its own service day, or shifted by one.
  struct Trip: Sendable {
    /// The trip of the timetable.
    let index: Int32
    /// When it starts, in seconds of the day that is searched.
    let start: Int32
    /// Where its times, relative to its start, begin in the timetable.
    let times: Int32
  }

  let all: [Lane]
  private let trips: [Trip]
  private let stops: [Int32]
  private let rules: [Timetable.CallRules]
  private let arrivals: [Int32]
  private let departures: [Int32]
  private let isReversed: Bool

  init(_ all: [Lane], _ trips: [Trip], of timetable: Timetable) {
    self.init(
      all, trips, stops: Array(timetable.patterns.stop), rules: Array(timetable.patterns.allows),
      arrivals: Array(timetable.trips.arrival), departures: Array(timetable.trips.departure),
      isReversed: false)
  }

  private init(
    _ all: [Lane], _ trips: [Trip], stops: [Int32], rules: [Timetable.CallRules],
    arrivals: [Int32], departures: [Int32], isReversed: Bool
  ) {
    self.all = all
    self.trips = trips
    self.stops = stops
    self.rules = rules
    self.arrivals = arrivals
    self.departures = departures
    self.isReversed = isReversed
  }

  /// The same lanes in reversed time and direction.
  var reversed: Lanes {
    Lanes(
      all, trips, stops: stops, rules: rules, arrivals: arrivals, departures: departures,
      isReversed: !isReversed)
  }

  /// The stop at a position.
  func stop(_ lane: Lane, at position: Int32) -> Int {
    Int(stops[call(lane, position)])
  }

  /// Whether trips can be boarded at a position.
  func canBoard(_ lane: Lane, at position: Int32) -> Bool {
    rules[call(lane, position)].contains(isReversed ? .alight : .board)
  }

  /// Whether trips can be left at a position.
  func canAlight(_ lane: Lane, at position: Int32) -> Bool {
    rules[call(lane, position)].contains(isReversed ? .board : .alight)
  }

  /// When the trip in a row is boarded at a position.
  func boarding(_ lane: Lane, row: Int32, at position: Int32) -> Int32 {
    let trip = trip(lane, row: row)
    guard isReversed else { return trip.start + departures[Int(trip.times + position)] }
    return -(trip.start + arrivals[Int(trip.times + lane.positions - 1 - position)])
  }

  /// When the trip in a row is left at a position.
  func alighting(_ lane: Lane, row: Int32, at position: Int32) -> Int32 {
    let trip = trip(lane, row: row)
    guard isReversed else { return trip.start + arrivals[Int(trip.times + position)] }
    return -(trip.start + departures[Int(trip.times + lane.positions - 1 - position)])
  }

  /// The trip in a row.
  func trip(_ lane: Lane, row: Int32) -> Trip {
    trips[Int(lane.firstTrip + (isReversed ? lane.rows - 1 - row : row))]
  }

  /// The first trip that can be boarded at a position at `time` or later, if it comes before
  /// `limit`.
  func earliestRow(_ lane: Lane, at position: Int32, after time: Int32, before limit: Int32)
    -> Int32?
  {
    guard limit > 0, boarding(lane, row: limit - 1, at: position) >= time else { return nil }
    var low: Int32 = 0
    var high = limit - 1
    while low < high {
      let middle = (low + high) / 2
      if boarding(lane, row: middle, at: position) >= time {
        high = middle
      } else {
        low = middle + 1
      }
    }
    return low
  }

  /// The call of the timetable at a position.
  private func call(_ lane: Lane, _ position: Int32) -> Int {
    Int(lane.firstCall + (isReversed ? lane.positions - 1 - position : position))
  }
}
