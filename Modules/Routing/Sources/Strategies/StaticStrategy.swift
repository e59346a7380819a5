import DataSourceInterface
import RoutingInterface

/// Rides at the average running times of all trains, as if one came at once: an estimate for a day
/// that the timetable says nothing of. It is the one way that a preference picks.
///
/// Source: E. W. Dijkstra, "A note on two problems in connexion with graphs", Numerische Mathematik
/// 1, 1959.
struct StaticStrategy: JourneyStrategy {
  /// What a change must save to be worth it, since no train comes at once, in seconds.
  private static let worthOfChange: Int32 = 300

  private let timetable: Timetable
  private let preference: Preference?
  private let changes: ChangeTimes
  private let network: StaticNetwork

  /// - Parameter changeTime: Seconds a change takes where the feed says nothing.
  init(_ timetable: Timetable, changeTime: Int, by preference: Preference?) {
    self.timetable = timetable
    self.preference = preference
    changes = ChangeTimes(timetable, default: Int32(clamping: changeTime))
    network = StaticNetwork(timetable)
  }

  func journeys(for question: Question) -> [Journey] {
    guard question.from != question.to,
      let rides = rides(
        from: timetable.stations.stops(of: question.from),
        to: timetable.stations.stops(of: question.to))
    else { return [] }
    switch question.aim {
    case .leaving(let time): return [journey(of: rides, leaving: time.seconds)]
    case .arriving(let time):
      return [journey(of: rides, leaving: time.seconds - Int(rides.last?.arrival ?? 0))]
    }
  }

  /// A ride between two calls of a pattern, in seconds since the journey began.
  private struct StaticRide {
    var calls: ClosedRange<Int>
    var departure: Int32
    var arrival: Int32
  }

  /// Being ready to board at a stop, or having arrived.
  private struct Label: Comparable {
    /// What counts, the least first: it grows with every ride and change.
    var cost: (Int32, Int32)
    var time: Int32
    var rides: Int32
    var walking: Int32
    /// Where to board; nil at the destination.
    var stop: Int?
    /// The ride that led here, and the label before it; none at the origin.
    var ride: (ride: StaticRide, from: Int)?

    static func < (one: Label, other: Label) -> Bool {
      (one.cost.0, one.cost.1, one.rides) < (other.cost.0, other.cost.1, other.rides)
    }
    static func == (one: Label, other: Label) -> Bool {
      (one.cost.0, one.cost.1, one.rides) == (other.cost.0, other.cost.1, other.rides)
    }
  }

  private func rides(from origins: Range<Int>, to targets: Range<Int>) -> [StaticRide]? {
    var waiting = Heap<Label>()
    var settled: [Label] = []
    var isSettled = [Bool](repeating: false, count: timetable.stops.count)
    for stop in origins {
      waiting.push(Label(cost: (0, 0), time: 0, rides: 0, walking: 0, stop: stop))
    }
    while let label = waiting.popLeast() {
      guard let stop = label.stop else { return rides(of: label, settled) }
      guard !isSettled[stop] else { continue }
      isSettled[stop] = true
      settled.append(label)
      for ride in ridesBoarding(at: stop, label.time) {
        let end = Int(timetable.patterns.stop[ride.calls.upperBound])
        var next = label
        next.stop = nil
        next.ride = (ride, settled.count - 1)
        next.rides += 1
        func push(after seconds: Int32) {
          next.time = ride.arrival + seconds
          next.walking = label.walking + seconds
          next.cost = cost(next.time, next.rides, next.walking)
          waiting.push(next)
        }
        if targets.contains(end) { push(after: 0) }
        for change in changes.from(end) where !isSettled[Int(change.to)] {
          next.stop = Int(change.to)
          push(after: change.seconds)
        }
      }
    }
    return nil
  }

  private func cost(_ time: Int32, _ rides: Int32, _ walking: Int32) -> (Int32, Int32) {
    switch preference {
    case nil: (time + Self.worthOfChange * rides, 0)
    case .earliest: (time, 0)
    case .fewestChanges: (rides, time)
    case .leastWalking: (walking, time)
    }
  }

  private func ridesBoarding(at stop: Int, _ time: Int32) -> [StaticRide] {
    network.boardings[stop].flatMap { boarded in
      let last = timetable.patterns.calls(of: network.pattern[boarded]).upperBound - 1
      var arrival = time
      return (boarded..<last).compactMap { call -> StaticRide? in
        arrival += network.running[call] + (call > boarded ? network.standing[call] : 0)
        guard timetable.patterns.allows[call + 1].contains(.alight) else { return nil }
        return StaticRide(calls: boarded...call + 1, departure: time, arrival: arrival)
      }
    }
  }

  private func rides(of label: Label, _ settled: [Label]) -> [StaticRide] {
    var rides: [StaticRide] = []
    var ride = label.ride
    while let (one, from) = ride {
      rides.append(one)
      ride = settled[from].ride
    }
    return rides.reversed()
  }

  private func journey(of rides: [StaticRide], leaving departure: Int) -> Journey {
    let trains = rides.map { ride in
      let pattern = network.pattern[ride.calls.lowerBound]
      return TrainRide(
        trip: timetable.patterns.trips(of: pattern).lowerBound, pattern: pattern,
        calls: ride.calls, departure: ServiceTime(seconds: departure + Int(ride.departure)),
        arrival: ServiceTime(seconds: departure + Int(ride.arrival)))
    }
    return timetable.journey(of: trains, changes, isEstimate: true)
  }
}
