import DataSourceInterface

/// Finds best journeys by trying every trip from every stop: slow, and simple enough to be believed.
struct Exhaustion {
  static let mostRides = 6

  let network: SmallNetwork
  /// The station that journeys must pass, if any.
  private let waypoint: Int?
  private let trips: [[Call]]
  /// By pair of stops, how long a change takes; nil where there is none.
  private let changes: [[Int?]]

  private struct Call {
    var stop: Int
    var arrival: Int
    var departure: Int
    var boards: Bool
    var alights: Bool
  }

  init(_ network: SmallNetwork, changeTime: Int, waypoint: Int? = nil) {
    self.network = network
    self.waypoint = waypoint
    trips = network.trips.flatMap { trip in
      [0, -86400].map { shift in
        trip.calls.map {
          Call(
            stop: network.stop($0.stop), arrival: $0.arrival + shift,
            departure: $0.departure + shift, boards: $0.allows.contains(.board),
            alights: $0.allows.contains(.alight))
        }
      }
    }
    changes = network.stops.map { from in
      network.stops.map { to in network.change(from, to, default: changeTime) }
    }
  }

  struct Answer: Hashable {
    var departure: Int
    var arrival: Int
    var rides: Int
  }

  /// Being at a stop, with what was done on the way.
  private struct State: Hashable {
    var stop: Int
    var hasPassed: Bool
    var walking: Int
  }

  /// The Pareto front of arrival and rides, each with its latest departure, on a day when every
  /// service runs.
  func front(from origin: Int, to destination: Int, leaving time: Int) -> [Answer] {
    front(of: candidates(from: origin, to: destination, leaving: time)[...])
  }

  /// The Pareto front of departure and rides, each with its earliest arrival.
  func front(from origin: Int, to destination: Int, arriving time: Int) -> [Answer] {
    let candidates = candidates(from: origin, to: destination, leaving: 0)
    var front: [Answer] = []
    for rides in 1...Self.mostRides {
      let fitting = candidates.last { $0.arrivals.prefix(rides).contains { $0 <= time } }
      guard let (departure, arrivals) = fitting, departure > front.last?.departure ?? -1 else {
        continue
      }
      let arrival = arrivals.prefix(rides).min() ?? .max
      front.append(Answer(departure: departure, arrival: arrival, rides: rides))
    }
    return front
  }

  /// Every journey that leaves within a span and that no other beats.
  func profile(from origin: Int, to destination: Int, within span: ClosedRange<Int>) -> [Answer] {
    let candidates = candidates(from: origin, to: destination, leaving: span.lowerBound)
    return candidates.indices.flatMap { index -> [Answer] in
      guard span.contains(candidates[index].departure) else { return [] }
      return front(of: candidates[index...]).filter {
        $0.departure == candidates[index].departure
      }
    }
  }

  /// The latest departure from a station within a span that leads to another one.
  func latestDeparture(
    from origin: Int, to destination: Int, within span: ClosedRange<Int>
  ) -> Int? {
    departures(at: origin).filter(span.contains).sorted().last {
      arrivals(from: origin, to: destination, leaving: $0).contains { $0 < .max }
    }
  }

  /// The least sum of change times, its earliest arrival, and the latest departure for both.
  func leastWalking(
    from origin: Int, to destination: Int, leaving time: Int
  ) -> (walking: Int, departure: Int, arrival: Int)? {
    func best(leaving time: Int) -> (walking: Int, arrival: Int)? {
      let ends = members(of: destination)
      return rounds(from: origin, leaving: time, countsWalking: true).flatMap(\.self).filter {
        ends.contains($0.key.stop)
      }.map { ($0.key.walking, $0.value) }.min { $0 < $1 }
    }
    guard let (walking, arrival) = best(leaving: time) else { return nil }
    let latest = departures(at: origin).filter { departure in
      guard departure >= time, let other = best(leaving: departure) else { return false }
      return other == (walking, arrival)
    }.max()
    return (walking, latest ?? -1, arrival)
  }

  /// When one can set out, from a time on and in order, and the arrivals of who does.
  private func candidates(
    from origin: Int, to destination: Int, leaving time: Int
  ) -> [(departure: Int, arrivals: [Int])] {
    departures(at: origin).filter { $0 >= time }.sorted().map {
      ($0, arrivals(from: origin, to: destination, leaving: $0))
    }
  }

  /// The Pareto front of arrival and rides for who may take any of the candidates.
  private func front(of candidates: ArraySlice<(departure: Int, arrivals: [Int])>) -> [Answer] {
    var front: [Answer] = []
    // Who is there first may still take every later train.
    for (index, arrival) in (candidates.first?.arrivals ?? []).enumerated()
    where arrival < (front.last?.arrival ?? .max) {
      let latest = candidates.last { $0.arrivals.prefix(index + 1).contains { $0 <= arrival } }
      front.append(
        Answer(departure: latest?.departure ?? -1, arrival: arrival, rides: index + 1))
    }
    return front
  }

  /// The earliest arrival with exactly 1, 2, … rides; `Int.max` where there is none.
  private func arrivals(from origin: Int, to destination: Int, leaving time: Int) -> [Int] {
    let ends = members(of: destination)
    return rounds(from: origin, leaving: time).map { round in
      round.filter { ends.contains($0.key.stop) && ($0.key.hasPassed || waypoint == nil) }
        .map(\.value).min() ?? .max
    }
  }

  /// Where one arrives when with exactly 1, 2, … rides.
  private func rounds(
    from origin: Int, leaving time: Int, countsWalking: Bool = false
  ) -> [[State: Int]] {
    let passed = waypoint.map(members) ?? 0..<0
    // By stop, what was done before and since when one may board there.
    var boardable: [Int: [State: Int]] = [:]
    for stop in members(of: origin) {
      boardable[stop] = [State(stop: stop, hasPassed: passed.contains(stop), walking: 0): time]
    }
    return (0..<Self.mostRides).map { _ in
      var reached: [State: Int] = [:]
      guard !boardable.isEmpty else { return reached }
      for trip in trips { ride(trip, boardable, &reached, passed) }
      boardable = [:]
      for (state, arrival) in reached {
        for (to, seconds) in changes[state.stop].enumerated() {
          guard let seconds else { continue }
          let next = State(
            stop: to, hasPassed: state.hasPassed || passed.contains(to),
            walking: state.walking + (countsWalking ? seconds : 0))
          let time = min(boardable[to]?[next] ?? .max, arrival + seconds)
          boardable[to, default: [:]][next] = time
        }
      }
      return reached
    }
  }

  private func ride(
    _ trip: [Call], _ boardable: [Int: [State: Int]], _ reached: inout [State: Int],
    _ passed: Range<Int>
  ) {
    for (index, call) in trip.enumerated() where call.boards {
      for (state, time) in boardable[call.stop] ?? [:] where call.departure >= time {
        var hasPassed = state.hasPassed
        for next in trip[(index + 1)...] {
          hasPassed = hasPassed || passed.contains(next.stop)
          guard next.alights else { continue }
          let end = State(stop: next.stop, hasPassed: hasPassed, walking: state.walking)
          reached[end] = min(reached[end, default: .max], next.arrival)
        }
      }
    }
  }

  private func departures(at station: Int) -> Set<Int> {
    let stops = members(of: station)
    return Set(trips.flatMap(\.self).filter { stops.contains($0.stop) }.map(\.departure))
  }

  private func members(of station: Int) -> Range<Int> {
    let first = network.stop(network.stations[station].name)
    return first..<first + 1 + network.stations[station].platforms.count
  }
}

extension SmallNetwork {
  fileprivate func change(_ from: String, _ to: String, default changeTime: Int) -> Int? {
    let (first, second) = (station(of: from), station(of: to))
    let row =
      transfers.last { $0.from == from && $0.to == to }
      ?? transfers.last { $0.from == first && $0.to == second }
    guard let row else { return first == second ? changeTime : nil }
    switch Int32(row.seconds) {
    case Timetable.Transfers.defaultTime: return changeTime
    case Timetable.Transfers.forbidden: return nil
    default: return row.seconds
    }
  }

  private func station(of stop: String) -> String {
    stations.first { $0.name == stop || $0.platforms.contains(stop) }?.name ?? stop
  }
}
