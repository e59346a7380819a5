import DataSourceFixture
import DataSourceInterface

/// Finds the best journeys by trying every trip from every stop. It is slow, and simple enough to
/// be the reference for the real searches.
struct BruteForceSearch {
  static let maximumRides = 6

  let network: SampleNetwork
  /// The index of a station that journeys must pass; nil for none.
  private let via: Int?
  private let trips: [[Call]]
  /// By kind of the train that is left, kind of the train that is boarded, origin and destination
  /// stop: the change time; nil where no change is possible.
  private let changes: [[[[Int?]]]]
  /// By stop, whether journeys may begin and end there.
  private let (mayBegin, mayEnd): ([Bool], [Bool])

  private struct Call {
    /// The kind of the train, as an index in `kinds`.
    var kind: Int
    var stop: Int
    var arrival: Int
    var departure: Int
    var mayBoard: Bool
    var mayAlight: Bool
  }

  /// - Parameters:
  ///   - walk: The longest walk between stations without a transfer, in metres.
  ///   - isStepFree: Whether to leave out journeys that are known to need steps.
  init(
    _ network: SampleNetwork, changeTime: Int, via: Int? = nil, walk: Int = 0,
    isStepFree: Bool = false
  ) {
    self.network = network
    self.via = via
    let kinds = network.kinds
    func isUsable(_ access: Timetable.Accessibility?) -> Bool {
      !isStepFree || access != .impossible
    }
    mayBegin = network.stops.map { isUsable(network.access[$0]?.entry) }
    mayEnd = network.stops.map { isUsable(network.access[$0]?.exit) }
    let trains = network.trains.filter { $0.allSatisfy { isUsable($0.access) } }
    trips = trains.flatMap { train in
      [0, -86400, 86400].map { dayOffset in
        train.enumerated().flatMap { number, trip in
          trip.calls.enumerated().map { position, call in
            // Passengers stay on the train between two of its trips.
            let isEnd = number < train.count - 1 && position == trip.calls.count - 1
            let isBegin = number > 0 && position == 0
            return Call(
              kind: kinds.firstIndex(of: network.kind(of: trip)) ?? 0,
              stop: network.stop(call.stop), arrival: call.arrival + dayOffset,
              departure: call.departure + dayOffset,
              // A train of the next day is boarded before 27:00.
              mayBoard: !isEnd && call.allows.contains(.board)
                && isUsable(network.access[call.stop]?.platform)
                && (dayOffset <= 0 || call.departure < 10_800),
              mayAlight: !isBegin && call.allows.contains(.alight)
                && isUsable(network.access[call.stop]?.platform))
          }
        }
      }
    }
    changes = kinds.map { leaving in
      kinds.map { boarding in
        network.stops.map { from in
          network.stops.map { to in
            let seconds = network.changeTime(
              from, to, leaving: leaving, boarding: boarding, default: changeTime, walk: walk)
            if isStepFree, network.station(of: from) != network.station(of: to) {
              let isPossible =
                network.access[from]?.exit != .impossible
                && network.access[to]?.entry != .impossible
              return isPossible ? seconds : nil
            }
            let way = network.walkways.last { $0.from == from && $0.to == to }
            guard isStepFree, let detour = way?.stepFreeSeconds else { return seconds }
            return detour < 0 ? nil : seconds.map { max($0, detour) }
          }
        }
      }
    }
  }

  /// Where journeys begin or end: the stops with the seconds of the walk to them.
  typealias End = [Int: Int]

  /// The stops of a station, without walks.
  func station(_ station: Int) -> End {
    let first = network.stop(network.stations[station].name)
    let stops = first..<first + 1 + network.stations[station].platforms.count
    return Dictionary(uniqueKeysWithValues: stops.map { ($0, 0) })
  }

  /// The stops of all stations within 1,200 m of a place, or else of the nearest one.
  func place(_ place: Coordinate) -> End {
    let distances = network.stations.indices.compactMap { station in
      network.positions[network.stations[station].name].map { (station, place.metres(to: $0)) }
    }
    let nearest = distances.min { $0.1 < $1.1 }
    let near = distances.filter { $0.1 <= 1200 }
    return (near.isEmpty ? nearest.map { [$0] } ?? [] : near).reduce(into: [:]) { end, entry in
      for stop in station(entry.0).keys {
        end[stop] = Int((entry.1 * 1.3 / 1.2).rounded(.up))
      }
    }
  }

  /// The times of a journey.
  struct Entry: Hashable {
    var departure: Int
    var arrival: Int
    var rides: Int
  }

  /// A stop, with what matters of the way there.
  private struct State: Hashable {
    /// The kind of the last train.
    var kind = 0
    var stop: Int
    var hasPassedVia: Bool
    var walking: Int
  }

  /// The Pareto set of arrival and rides, each journey with its latest departure. Every service
  /// must run on that day.
  func paretoSet(from origin: End, to destination: End, departingAfter time: Int) -> [Entry] {
    paretoSet(of: candidates(from: origin, to: destination, departingAfter: time)[...])
  }

  /// The Pareto set of departure and rides, each journey with its earliest arrival.
  func paretoSet(from origin: End, to destination: End, arrivingBy time: Int) -> [Entry] {
    let candidates = candidates(from: origin, to: destination, departingAfter: 0)
    var paretoSet: [Entry] = []
    for rides in 1...Self.maximumRides {
      let fitting = candidates.last { $0.arrivals.prefix(rides).contains { $0 <= time } }
      guard let (departure, arrivals) = fitting, departure > paretoSet.last?.departure ?? -1
      else {
        continue
      }
      let arrival = arrivals.prefix(rides).min() ?? .max
      paretoSet.append(Entry(departure: departure, arrival: arrival, rides: rides))
    }
    return paretoSet
  }

  /// Every journey that leaves within a span and that no other journey dominates.
  func profile(
    from origin: End, to destination: End, departingWithin span: ClosedRange<Int>
  ) -> [Entry] {
    let candidates = candidates(
      from: origin, to: destination, departingAfter: span.lowerBound)
    return candidates.indices.flatMap { index -> [Entry] in
      guard span.contains(candidates[index].departure) else { return [] }
      return paretoSet(of: candidates[index...]).filter {
        $0.departure == candidates[index].departure
      }
    }
  }

  /// The latest departure within a span with which the destination can be reached.
  func latestDeparture(
    from origin: End, to destination: End, within span: ClosedRange<Int>
  ) -> Int? {
    departures(at: origin).filter(span.contains).sorted().last {
      arrivals(from: origin, to: destination, departingAfter: $0).contains { $0 < .max }
    }
  }

  /// The smallest sum of change times, its earliest arrival, and the latest departure for both.
  func leastWalking(
    from origin: End, to destination: End, departingAfter time: Int
  ) -> (walking: Int, departure: Int, arrival: Int)? {
    func best(departingAfter time: Int) -> (walking: Int, arrival: Int)? {
      ends(from: origin, to: destination, departingAfter: time).min { $0 < $1 }
    }
    guard let (walking, arrival) = best(departingAfter: time) else { return nil }
    let latest = departures(at: origin).filter { time...arrival ~= $0 }.sorted().last { departure in
      best(departingAfter: departure).map { $0 == (walking, arrival) } ?? false
    }
    return (walking, latest ?? -1, arrival)
  }

  /// The smallest sum of change times, its latest departure, and the earliest arrival for both.
  func leastWalking(
    from origin: End, to destination: End, arrivingBy time: Int
  ) -> (walking: Int, departure: Int, arrival: Int)? {
    departures(at: origin).filter { $0 >= 0 && $0 <= time }.flatMap { departure in
      ends(from: origin, to: destination, departingAfter: departure)
        .filter { $0.arrival <= time }
        .map { (walking: $0.walking, departure: departure, arrival: $0.arrival) }
    }.min { ($0.walking, -$0.departure, $0.arrival) < ($1.walking, -$1.departure, $1.arrival) }
  }

  /// The walking and the arrival of all journeys that no journey with the same rides, last stop and
  /// walking precedes.
  private func ends(
    from origin: End, to destination: End, departingAfter time: Int
  ) -> [(walking: Int, arrival: Int)] {
    rounds(from: origin, departingAfter: time, countsWalking: true).flatMap(\.self)
      .filter { $0.key.hasPassedVia || via == nil }
      .compactMap { state, arrival in
        walk(from: state.stop, to: destination).map { (state.walking + $0, arrival + $0) }
      }
  }

  /// All departures after a time in order, each with the arrivals of a passenger who leaves then.
  private func candidates(
    from origin: End, to destination: End, departingAfter time: Int
  ) -> [(departure: Int, arrivals: [Int])] {
    departures(at: origin).filter { $0 >= time }.sorted().map {
      ($0, arrivals(from: origin, to: destination, departingAfter: $0))
    }
  }

  /// The Pareto set of arrival and rides for a passenger who can take any of the candidates.
  private func paretoSet(
    of candidates: ArraySlice<(departure: Int, arrivals: [Int])>
  ) -> [Entry] {
    var paretoSet: [Entry] = []
    // The first candidate can also wait for every later one.
    for (index, arrival) in (candidates.first?.arrivals ?? []).enumerated()
    where arrival < (paretoSet.last?.arrival ?? .max) {
      let latest = candidates.last { $0.arrivals.prefix(index + 1).contains { $0 <= arrival } }
      paretoSet.append(
        Entry(departure: latest?.departure ?? -1, arrival: arrival, rides: index + 1))
    }
    return paretoSet
  }

  /// The earliest arrival with exactly 1, 2, … rides; `Int.max` where there is none.
  private func arrivals(
    from origin: End, to destination: End, departingAfter time: Int
  ) -> [Int] {
    rounds(from: origin, departingAfter: time).map { round in
      round.filter { $0.key.hasPassedVia || via == nil }
        .compactMap { state, arrival in walk(from: state.stop, to: destination).map { arrival + $0 }
        }
        .min() ?? .max
    }
  }

  /// The seconds of the walk from a stop to an end; nil if journeys do not end there.
  private func walk(from stop: Int, to end: End) -> Int? { mayEnd[stop] ? end[stop] : nil }

  /// The states that are reached with exactly 1, 2, … rides, each with its earliest arrival.
  private func rounds(
    from origin: End, departingAfter time: Int, countsWalking: Bool = false
  ) -> [[State: Int]] {
    let viaStops = Set(via.map { station($0).keys.map(\.self) } ?? [])
    // By kind of train and stop, the states in which a passenger can board, each with its earliest
    // time.
    let nowhere = [[State: Int]](repeating: [:], count: network.stops.count)
    var boardable = changes.map { _ in nowhere }
    for (stop, walk) in origin where mayBegin[stop] {
      let state = State(
        stop: stop, hasPassedVia: viaStops.contains(stop), walking: countsWalking ? walk : 0)
      for kind in changes.indices { boardable[kind][stop] = [state: time + walk] }
    }
    return (0..<Self.maximumRides).map { _ in
      var reached: [State: Int] = [:]
      guard boardable.joined().contains(where: { !$0.isEmpty }) else { return reached }
      for trip in trips where trip.contains(where: { $0.departure >= time }) {
        ride(trip, boardable, &reached, viaStops)
      }
      boardable = changes.map { _ in nowhere }
      for (state, arrival) in reached {
        for (kind, changes) in changes[state.kind].enumerated() {
          for (to, seconds) in changes[state.stop].enumerated() {
            guard let seconds else { continue }
            let next = State(
              stop: to, hasPassedVia: state.hasPassedVia || viaStops.contains(to),
              walking: state.walking + (countsWalking ? seconds : 0))
            boardable[kind][to][next] = min(boardable[kind][to][next] ?? .max, arrival + seconds)
          }
        }
      }
      return reached
    }
  }

  private func ride(
    _ trip: [Call], _ boardable: [[[State: Int]]], _ reached: inout [State: Int],
    _ viaStops: Set<Int>
  ) {
    var onBoard: [State] = []
    for call in trip {
      let isVia = viaStops.contains(call.stop)
      for index in onBoard.indices {
        (onBoard[index].stop, onBoard[index].kind) = (call.stop, call.kind)
        if isVia { onBoard[index].hasPassedVia = true }
        guard call.mayAlight else { continue }
        reached[onBoard[index]] = min(reached[onBoard[index]] ?? .max, call.arrival)
      }
      guard call.mayBoard else { continue }
      for (state, time) in boardable[call.kind][call.stop]
      where call.departure >= time && !onBoard.contains(state) {
        onBoard.append(state)
      }
    }
  }

  /// When journeys from an end can begin.
  private func departures(at origin: End) -> Set<Int> {
    Set(
      trips.flatMap(\.self).compactMap { call in origin[call.stop].map { call.departure - $0 } })
  }
}

extension SampleNetwork {
  /// Every trip, and every sequence of trips that one train runs while passengers stay on it.
  fileprivate var trains: [[Trip]] {
    func sequences(from trip: Trip, after previous: [String]) -> [[Trip]] {
      let next = trips.filter { other in
        !previous.contains(other.id) && trip.id != other.id && goesOn(trip, as: other)
      }
      return [[trip]]
        + next.flatMap { sequences(from: $0, after: previous + [trip.id]) }.map { [trip] + $0 }
    }
    return trips.flatMap { sequences(from: $0, after: []) }
  }

  private func goesOn(_ trip: Trip, as other: Trip) -> Bool {
    guard let end = trip.calls.last, let begin = other.calls.first, end.arrival <= begin.departure
    else { return false }
    let rows = inSeatTransfers.filter { $0.from == trip.id && $0.to == other.id }
    if rows.contains(where: \.isAllowed) { return true }
    guard rows.isEmpty, !trip.block.isEmpty, trip.line != other.line, end.stop == begin.stop else {
      return false
    }
    let block = trips.filter { $0.block == trip.block }
      .sorted { ($0.calls[0].departure, $0.id) < ($1.calls[0].departure, $1.id) }
    let position = block.firstIndex { $0.id == trip.id } ?? 0
    return position + 1 < block.count && block[position + 1].id == other.id
  }

  /// The trains that transfers distinguish: `all` stands for the others.
  fileprivate var kinds: [Transfer.Trains] {
    [.all] + Set(trips.map(kind)).subtracting([.all])
  }

  fileprivate func kind(of trip: Trip) -> Transfer.Trains {
    let named = Set(transfers.flatMap { [$0.leaving, $0.boarding] })
    return if named.contains(.trip(trip.id)) {
      .trip(trip.id)
    } else {
      named.contains(.line(trip.line)) ? .line(trip.line) : .all
    }
  }

  fileprivate func changeTime(
    _ from: String, _ to: String, leaving: Transfer.Trains, boarding: Transfer.Trains,
    default changeTime: Int, walk: Int
  ) -> Int? {
    let (first, second) = (station(of: from), station(of: to))
    func footpath(upTo longest: Int) -> Int? {
      guard let start = positions[first], let end = positions[second],
        case let metres = start.metres(to: end), metres <= Double(longest)
      else { return nil }
      return max(changeTime, Int((metres * 1.3 / 1.2).rounded(.up)))
    }
    let fitting = transfers.filter { transfer in
      [from, first].contains(transfer.from) && [to, second].contains(transfer.to)
        && fits(transfer.leaving, leaving) && fits(transfer.boarding, boarding)
    }
    // The most specific one; of several, the last.
    let best = fitting.reversed().max { precedence($0).lexicographicallyPrecedes(precedence($1)) }
    guard let row = best else {
      guard first != second else {
        let way = walkways.last { $0.from == from && $0.to == to }?.seconds
        return max(changeTime, way ?? 0)
      }
      return walk > 0 ? footpath(upTo: walk) : nil
    }
    switch Int32(row.seconds) {
    case Timetable.Transfers.defaultTime:
      return first == second ? changeTime : footpath(upTo: .max) ?? changeTime
    case Timetable.Transfers.forbidden: return nil
    default: return row.seconds
    }
  }

  private func fits(_ row: Transfer.Trains, _ train: Transfer.Trains) -> Bool {
    switch (row, train) {
    case (.all, _): true
    case (.line(let line), .trip(let id)): trips.first { $0.id == id }?.line == line
    default: row == train
    }
  }

  /// Both trips, one trip and the other's line, one trip, both lines, one line, none; then stops
  /// before stations.
  private func precedence(_ transfer: Transfer) -> [Int] {
    let sides = [transfer.leaving, transfer.boarding]
    let trips = sides.filter { if case .trip = $0 { true } else { false } }.count
    let lines = sides.filter { if case .line = $0 { true } else { false } }.count
    let names = [transfer.from, transfer.to]
    let isStation = stations.contains { !$0.platforms.isEmpty && names.contains($0.name) }
    return [trips, lines, isStation ? 0 : 1]
  }

  fileprivate func station(of stop: String) -> String {
    stations.first { $0.name == stop || $0.platforms.contains(stop) }?.name ?? stop
  }
}
