import DataSourceInterface
import Documents
import RoutingInterface

/// Finds a journey at the average running times of all trains, as if a train left at once at every
/// stop: an estimate for a day without trains.
///
/// The states of the passenger form a graph whose size is proportional to that of the timetable,
/// and each of them is visited once. Source: E. W. Dijkstra, "A note on two problems in connexion
/// with graphs", Numerische Mathematik 1, 1959.
struct AverageTimeSearch {
  private let timeline: Timeline
  private let stops: NetworkStops
  private let preference: Preference?
  private let changes: ChangeTimes
  private let averages: AverageTimes

  /// - Parameter timeline: The timeline of all times.
  init(
    _ stops: NetworkStops, on timeline: Timeline, _ changes: ChangeTimes,
    by preference: Preference?
  ) {
    self.stops = stops
    self.timeline = timeline
    self.preference = preference
    self.changes = changes
    averages = AverageTimes(stops)
  }

  private var timetable: Timetable { stops.timetable }

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
      journey(of: $0.rides, leaving: time.seconds - $0.duration, from: origin, to: destination)
    }
  }

  private func rides(
    from origin: SearchEnd, to destination: SearchEnd
  ) -> (rides: [AverageRide], duration: Int)? {
    let origins = origin.accessStops(stops.stops(ofStation:))
    let targets = destination.accessStops(stops.stops(ofStation:))
    guard origins != targets else { return nil }
    let patterns = timetable.patterns
    var paths = CheapestPaths(
      stopCount: stops.count, callCount: patterns.stop.count, by: preference)
    for (stop, walk) in origins.stops { paths.begin(at: stop, after: walk) }
    while let (state, label) = paths.popCheapest() {
      switch state {
      case .boarding(let stop):
        for call in averages.boardableCalls[stop] {
          paths.extend(state, to: .onBoard(call), label.boarding)
        }
      case .onBoard(let call):
        let arrival = label.riding(averages.running[call])
        if patterns.allows[call + 1].contains(.alight) {
          paths.extend(state, to: .arrival(averages.stop[call + 1]), arrival)
        }
        if averages.running[call + 1] >= 0 {
          paths.extend(state, to: .onBoard(call + 1), arrival.riding(averages.dwell[call + 1]))
        }
      case .arrival(let stop):
        if let walk = targets.walk(stop) {
          paths.extend(state, to: .destination, label.walking(walk))
        }
        for change in changes.from(stop) {
          paths.extend(state, to: .boarding(Int(change.to)), label.walking(change.seconds))
        }
      case .destination: return (paths.rides(to: state), label.time)
      }
    }
    return nil
  }

  private func journey(
    of rides: [AverageRide], leaving departure: Int, from origin: SearchEnd,
    to destination: SearchEnd
  ) -> Journey {
    let trainRides = rides.map { ride in
      let pattern = averages.pattern[ride.calls.lowerBound]
      return TrainRide(
        trip: timetable.patterns.trips(of: pattern).lowerBound, pattern: pattern,
        calls: ride.calls, departure: ServiceTime(seconds: departure + ride.departure),
        arrival: ServiceTime(seconds: departure + ride.arrival))
    }
    return timetable.journey(
      of: trainRides, from: origin, to: destination, on: timeline, isEstimate: true
    ) { ride, next in
      changes.seconds(
        from: averages.stop[ride.calls.upperBound], to: averages.stop[next.calls.lowerBound])
    }
  }
}

/// A ride between two calls of a pattern, in seconds since the start of the journey.
private struct AverageRide {
  var calls: ClosedRange<Int>
  var departure: Int
  var arrival: Int
}

/// What a passenger does at a moment of the journey.
private enum PassengerState {
  /// Stands at a stop, ready to board.
  case boarding(Int)
  /// Leaves a call on a train.
  case onBoard(Int)
  /// Leaves a train at a stop.
  case arrival(Int)
  /// Has reached the end of the journey.
  case destination
}

/// The cheapest path to each state of the passenger, by one label per state.
private struct CheapestPaths {
  /// The cost of each ride without a preference, in seconds. It replaces the waiting time, which
  /// the averages do not contain.
  private static let costPerRide = 300

  /// The sums of a path. All of them grow along it.
  struct Label {
    var time: Int
    var walking: Int
    var rides = 0

    var boarding: Label { Label(time: time, walking: walking, rides: rides + 1) }

    func riding(_ seconds: Int32) -> Label {
      Label(time: time + Int(seconds), walking: walking, rides: rides)
    }

    func walking(_ seconds: Int32) -> Label {
      Label(time: time + Int(seconds), walking: walking + Int(seconds), rides: rides)
    }
  }

  /// The last state of a path, waiting for its turn.
  private struct Entry: Comparable {
    var cost: (Int, Int, Int)
    var state: PassengerState

    static func < (one: Entry, other: Entry) -> Bool { one.cost < other.cost }
    static func == (one: Entry, other: Entry) -> Bool { one.cost == other.cost }
  }

  private let stopCount: Int
  private let callCount: Int
  private let preference: Preference?
  private var queue = PriorityQueue<Entry>()
  /// By state, the best label found so far.
  private var labels: [Label?]
  /// By state, the state before it; nil at the origin.
  private var previous: [PassengerState?]
  private var isVisited: [Bool]

  init(stopCount: Int, callCount: Int, by preference: Preference?) {
    self.stopCount = stopCount
    self.callCount = callCount
    self.preference = preference
    let stateCount = 2 * stopCount + callCount + 1
    labels = Array(repeating: nil, count: stateCount)
    previous = Array(repeating: nil, count: stateCount)
    isVisited = Array(repeating: false, count: stateCount)
  }

  mutating func begin(at stop: Int, after walk: Int32) {
    improve(.boarding(stop), Label(time: 0, walking: 0).walking(walk), from: nil)
  }

  mutating func extend(_ state: PassengerState, to next: PassengerState, _ label: Label) {
    improve(next, label, from: state)
  }

  /// Removes the state that is the cheapest to reach; nil if no other state can be reached.
  mutating func popCheapest() -> (PassengerState, Label)? {
    while let entry = queue.popMin() {
      let index = index(of: entry.state)
      guard !isVisited[index], let label = labels[index] else { continue }
      isVisited[index] = true
      return (entry.state, label)
    }
    return nil
  }

  /// The rides on the path to a state, in travel order.
  func rides(to end: PassengerState) -> [AverageRide] {
    var rides: [AverageRide] = []
    var state: PassengerState? = end
    var arrival = 0
    while let current = state {
      let time = labels[index(of: current)]?.time ?? 0
      state = previous[index(of: current)]
      switch current {
      case .arrival:
        guard case .onBoard(let call) = state else { break }
        rides.append(AverageRide(calls: call...call + 1, departure: 0, arrival: time))
        arrival = call + 1
      case .onBoard(let call):
        guard case .boarding = state, let ride = rides.popLast() else { break }
        rides.append(
          AverageRide(calls: call...arrival, departure: time, arrival: ride.arrival))
      case .boarding, .destination: break
      }
    }
    return rides.reversed()
  }

  private mutating func improve(
    _ state: PassengerState, _ label: Label, from origin: PassengerState?
  ) {
    let index = index(of: state)
    let cost = cost(label)
    guard labels[index].map({ cost < self.cost($0) }) ?? true else { return }
    labels[index] = label
    previous[index] = origin
    queue.insert(Entry(cost: cost, state: state))
  }

  private func cost(_ label: Label) -> (Int, Int, Int) {
    let (time, rides) = (label.time, label.rides)
    return switch preference {
    case nil: (time + Self.costPerRide * rides, 0, rides)
    case .earliest: (time, 0, rides)
    case .fewestChanges: (rides, time, rides)
    case .leastWalking: (label.walking, time, rides)
    }
  }

  private func index(of state: PassengerState) -> Int {
    switch state {
    case .boarding(let stop): stop
    case .arrival(let stop): stopCount + stop
    case .onBoard(let call): 2 * stopCount + call
    case .destination: 2 * stopCount + callCount
    }
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
  /// By call, its stop in the network, for any trip of the line.
  private(set) var stop: [Int]

  init(_ stops: NetworkStops) {
    let (patterns, trips) = (stops.timetable.patterns, stops.timetable.trips)
    running = Array(repeating: -1, count: patterns.stop.count)
    dwell = Array(repeating: 0, count: patterns.stop.count)
    pattern = Array(repeating: 0, count: patterns.stop.count)
    stop = pattern
    boardableCalls = Array(repeating: [], count: stops.count)
    for number in 0..<patterns.count {
      let (calls, patternTrips) = (patterns.calls(of: number), patterns.trips(of: number))
      // Many trips share their times between the calls, which are read only once.
      let tripCounts = patternTrips.reduce(into: [Int: Int]()) { counts, trip in
        counts[Int(trips.times[trip]), default: 0] += 1
      }
      for (position, call) in calls.enumerated() {
        pattern[call] = number
        stop[call] = stops.variant(
          of: Int(patterns.stop[call]), route: patterns.route[number], label: -1)
        guard call + 1 < calls.upperBound, !patternTrips.isEmpty else { continue }
        if patterns.allows[call].contains(.board) {
          boardableCalls[stop[call]].append(call)
        }
        var (runningSum, dwellSum) = (0, 0)
        for (first, tripCount) in tripCounts {
          let departure = Int(trips.departure[first + position])
          runningSum += tripCount * (Int(trips.arrival[first + position + 1]) - departure)
          dwellSum += tripCount * (departure - Int(trips.arrival[first + position]))
        }
        running[call] = Int32(max(0, runningSum / patternTrips.count))
        dwell[call] = Int32(max(0, dwellSum / patternTrips.count))
      }
    }
  }
}
