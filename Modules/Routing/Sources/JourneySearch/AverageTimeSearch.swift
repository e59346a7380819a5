import DataSourceInterface
import RoutingInterface

/// Finds a journey at the average running times of all trains, as if a train left at once at every
/// stop: an estimate for a day without trains.
///
/// Source: E. W. Dijkstra, "A note on two problems in connexion with graphs", Numerische Mathematik
/// 1, 1959.
struct AverageTimeSearch {
  /// The cost of each ride without a preference, in seconds. It replaces the waiting time, which
  /// the averages do not contain.
  private static let costPerRide: Int32 = 300

  private let timetable: Timetable
  private let date: ServiceDate
  private let preference: Preference?
  private let changes: ChangeTimes
  private let averages: AverageTimes

  /// - Parameter date: The date that all times count from.
  init(
    _ timetable: Timetable, on date: ServiceDate, _ changes: ChangeTimes,
    by preference: Preference?
  ) {
    self.timetable = timetable
    self.date = date
    self.preference = preference
    self.changes = changes
    averages = AverageTimes(timetable)
  }

  /// The best journey that departs at `time`.
  func journey(
    from origin: SearchEnd, to destination: SearchEnd, departingAt time: ServiceTime
  ) -> Journey? {
    rides(from: origin, to: destination).map {
      journey(of: $0.rides, leaving: time.seconds, from: origin, to: destination)
    }
  }

  /// The best journey that arrives at `time`.
  func journey(
    from origin: SearchEnd, to destination: SearchEnd, arrivingAt time: ServiceTime
  ) -> Journey? {
    rides(from: origin, to: destination).map {
      journey(
        of: $0.rides, leaving: time.seconds - Int($0.duration), from: origin, to: destination)
    }
  }

  /// A ride between two calls of a pattern, in seconds since the start of the journey.
  private struct AverageRide {
    var calls: ClosedRange<Int>
    var departure: Int32
    var arrival: Int32
  }

  /// A possible boarding at a stop, or an arrival at the destination.
  private struct Label: Comparable {
    /// The cost, which grows with each ride and change; the second number decides between equals.
    var cost: (Int32, Int32)
    var time: Int32
    var rides: Int32
    var walking: Int32
    /// The stop to board at; nil at the destination.
    var stop: Int?
    /// The last ride, with the index of the label before it; nil at the origin.
    var ride: (ride: AverageRide, previous: Int)?

    static func < (one: Label, other: Label) -> Bool {
      (one.cost.0, one.cost.1, one.rides) < (other.cost.0, other.cost.1, other.rides)
    }
    static func == (one: Label, other: Label) -> Bool {
      (one.cost.0, one.cost.1, one.rides) == (other.cost.0, other.cost.1, other.rides)
    }
  }

  private func rides(
    from origin: SearchEnd, to destination: SearchEnd
  ) -> (rides: [AverageRide], duration: Int32)? {
    let origins = origin.accessStops(timetable.stations.stops)
    let targets = destination.accessStops(timetable.stations.stops)
    guard origins != targets else { return nil }
    var queue = PriorityQueue<Label>()
    var settled: [Label] = []
    var isSettled = [Bool](repeating: false, count: timetable.stops.count)
    for (stop, walk) in origins.stops {
      queue.insert(
        Label(cost: cost(walk, 0, walk), time: walk, rides: 0, walking: walk, stop: stop))
    }
    while let label = queue.popMin() {
      guard let stop = label.stop else { return (rides(of: label, settled), label.time) }
      guard !isSettled[stop] else { continue }
      isSettled[stop] = true
      settled.append(label)
      for ride in ridesBoarding(at: stop, label.time) {
        let end = Int(timetable.patterns.stop[ride.calls.upperBound])
        var next = label
        next.stop = nil
        next.ride = (ride, settled.count - 1)
        next.rides += 1
        func insert(after changeTime: Int32) {
          next.time = ride.arrival + changeTime
          next.walking = label.walking + changeTime
          next.cost = cost(next.time, next.rides, next.walking)
          queue.insert(next)
        }
        if let walk = targets.walk(end) { insert(after: walk) }
        for change in changes.from(end) where !isSettled[Int(change.to)] {
          next.stop = Int(change.to)
          insert(after: change.seconds)
        }
      }
    }
    return nil
  }

  private func cost(_ time: Int32, _ rides: Int32, _ walking: Int32) -> (Int32, Int32) {
    switch preference {
    case nil: (time + Self.costPerRide * rides, 0)
    case .earliest: (time, 0)
    case .fewestChanges: (rides, time)
    case .leastWalking: (walking, time)
    }
  }

  private func ridesBoarding(at stop: Int, _ time: Int32) -> [AverageRide] {
    averages.boardableCalls[stop].flatMap { boarding in
      let last = timetable.patterns.calls(of: averages.pattern[boarding]).upperBound - 1
      var arrival = time
      return (boarding..<last).compactMap { call -> AverageRide? in
        arrival += averages.running[call] + (call > boarding ? averages.dwell[call] : 0)
        guard timetable.patterns.allows[call + 1].contains(.alight) else { return nil }
        return AverageRide(calls: boarding...call + 1, departure: time, arrival: arrival)
      }
    }
  }

  private func rides(of label: Label, _ settled: [Label]) -> [AverageRide] {
    var rides: [AverageRide] = []
    var ride = label.ride
    while let (one, previous) = ride {
      rides.append(one)
      ride = settled[previous].ride
    }
    return rides.reversed()
  }

  private func journey(
    of rides: [AverageRide], leaving departure: Int, from origin: SearchEnd,
    to destination: SearchEnd
  ) -> Journey {
    let trainRides = rides.map { ride in
      let pattern = averages.pattern[ride.calls.lowerBound]
      return TrainRide(
        trip: timetable.patterns.trips(of: pattern).lowerBound, pattern: pattern,
        calls: ride.calls, departure: ServiceTime(seconds: departure + Int(ride.departure)),
        arrival: ServiceTime(seconds: departure + Int(ride.arrival)))
    }
    return timetable.journey(
      of: trainRides, from: origin, to: destination, on: date, changes, isEstimate: true)
  }
}

/// The average times of all trips at each call of a timetable, on any day.
private struct AverageTimes {
  /// By call, average seconds from the departure to the next arrival; −1 at the last call of a
  /// pattern, and for patterns without trips.
  private(set) var running: [Int32]
  /// By call, average seconds from the arrival to the departure.
  private(set) var dwell: [Int32]
  /// By stop, the calls where trains can be boarded.
  private(set) var boardableCalls: [[Int]]
  /// By call, its pattern.
  private(set) var pattern: [Int]

  init(_ timetable: Timetable) {
    let (patterns, trips) = (timetable.patterns, timetable.trips)
    running = Array(repeating: -1, count: patterns.stop.count)
    dwell = Array(repeating: 0, count: patterns.stop.count)
    pattern = Array(repeating: 0, count: patterns.stop.count)
    boardableCalls = Array(repeating: [], count: timetable.stops.count)
    for number in 0..<patterns.count {
      let (calls, patternTrips) = (patterns.calls(of: number), patterns.trips(of: number))
      for (position, call) in calls.enumerated() {
        pattern[call] = number
        guard call + 1 < calls.upperBound, !patternTrips.isEmpty else { continue }
        if patterns.allows[call].contains(.board) {
          boardableCalls[Int(patterns.stop[call])].append(call)
        }
        var (runningSum, dwellSum) = (0, 0)
        for trip in patternTrips {
          let departure = trips.departure(of: trip, at: position)
          runningSum += trips.arrival(of: trip, at: position + 1) - departure
          dwellSum += departure - trips.arrival(of: trip, at: position)
        }
        running[call] = Int32(max(0, runningSum / patternTrips.count))
        dwell[call] = Int32(max(0, dwellSum / patternTrips.count))
      }
    }
  }
}
