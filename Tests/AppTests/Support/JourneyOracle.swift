import Console
import DataSourceInterface
import Documents

/// A slow and simple search for journeys from one station or place, which shares only the timetable
/// with the search of Routing.
///
/// In each round it follows every train from its first to its last stop. A passenger can board at a
/// stop if an arrival of the round before, with a change, reaches it in time.
struct JourneyOracle {
  /// Journeys with more rides are not found.
  static let maximumRides = 6

  /// A time at a stop with the latest departure from the origin that reaches it.
  fileprivate struct Label {
    var time: Int
    var departure: Int
  }

  /// A stop of a train, with times in seconds after midnight of the queried day.
  private struct Call {
    var stop: Int
    var arrival: Int
    var departure: Int
    var boards: Bool
    var alights: Bool
  }

  /// The arrivals by number of rides (less 1) and by stop.
  private var arrivals: [[[Label]]] = []

  /// The stops at one end of journeys, with the seconds of the walk between the end and each stop.
  typealias End = [Int: Int]

  init(_ timetable: Timetable, on date: CalendarDate, changeTime: Int, from origin: End) {
    let trips = Self.trips(of: timetable, on: date)
    let changes = Self.changes(of: timetable, changeTime)
    // By stop, the times from which a passenger can board, in ascending order.
    var boardingLabels: [[Label]]?
    for _ in 0..<Self.maximumRides {
      var reached = [[Label]](repeating: [], count: timetable.stops.count)
      for trip in trips {
        var departure = Int.min
        for call in trip {
          if departure > .min, call.alights {
            reached[call.stop].append(Label(time: call.arrival, departure: departure))
          }
          guard call.boards else { continue }
          if let boardingLabels {
            departure = max(departure, boardingLabels[call.stop].best(until: call.departure))
          } else if let walk = origin[call.stop] {
            departure = max(departure, call.departure - walk)
          }
        }
      }
      arrivals.append(reached)
      boardingLabels = Self.afterChanges(changes, reached)
    }
  }

  /// Returns the Pareto set of arrival and rides for a departure at `time` or later, each with its
  /// latest departure, as `arrival:rides:departure`.
  func paretoSet(to destination: End, leaving time: Int) -> [String] {
    var best = Int.max
    var journeys: [String] = []
    for (index, reached) in arrivals.enumerated() {
      let ends = destination.flatMap { stop, walk in
        reached[stop].map { Label(time: $0.time + walk, departure: $0.departure) }
      }.filter { $0.departure >= time && $0.time < best }
      guard let arrival = ends.map(\.time).min() else { continue }
      best = arrival
      let latest = ends.filter { $0.time == arrival }.map(\.departure).max() ?? 0
      journeys.append("\(arrival):\(index + 1):\(latest)")
    }
    return journeys
  }

  private static func trips(of timetable: Timetable, on date: CalendarDate) -> [[Call]] {
    let (patterns, trips) = (timetable.patterns, timetable.trips)
    return [0, -1, 1].flatMap { dayOffset in
      let (day, shift) = (CalendarDate(day: date.day + dayOffset), 86400 * dayOffset)
      return (0..<patterns.count).flatMap { pattern in
        let calls = patterns.calls(of: pattern).map { call in
          Call(
            stop: Int(patterns.stop[call]), arrival: shift, departure: shift,
            boards: patterns.allows[call].contains(.board),
            alights: patterns.allows[call].contains(.alight))
        }
        return patterns.trips(of: pattern).filter {
          timetable.services.runs(Int(trips.service[$0]), on: day)
        }.map { trip in
          var calls = calls
          for position in calls.indices {
            calls[position].arrival += trips.arrival(of: trip, at: position)
            calls[position].departure += trips.departure(of: trip, at: position)
            // A train of the next day is boarded before 27:00.
            if dayOffset > 0, calls[position].departure >= 97_200 { calls[position].boards = false }
          }
          return calls
        }
      }
    }
  }

  /// For each stop, the stops that a passenger can change to, with the duration of the change.
  private static func changes(
    of timetable: Timetable, _ changeTime: Int
  ) -> [[(to: Int, seconds: Int)]] {
    (0..<timetable.stops.count).map { from in
      let root = timetable.stations.stops(of: Int(timetable.stops.station[from])).lowerBound
      let rows = [from, root].flatMap(timetable.transfers.rows(from:))
      let stations = [root] + rows.map { Int(timetable.transfers.to[$0]) }
      let reachable = Set(stations.map { Int(timetable.stops.station[$0]) })
      return reachable.flatMap(timetable.stations.stops(of:)).compactMap { to in
        timetable.change(from: from, to: to, default: changeTime).map { (to, $0) }
      }
    }
  }

  /// Returns the arrivals by stop after every possible change.
  private static func afterChanges(
    _ changes: [[(to: Int, seconds: Int)]], _ reached: [[Label]]
  ) -> [[Label]] {
    var labels = [[Label]](repeating: [], count: reached.count)
    for (from, changes) in changes.enumerated() {
      for (to, seconds) in changes {
        labels[to] += reached[from].map {
          Label(time: $0.time + seconds, departure: $0.departure)
        }
      }
    }
    return labels.map { $0.bestSoFar }
  }
}

extension [JourneyOracle.Label] {
  /// The labels by time, each with the best departure up to its time.
  fileprivate var bestSoFar: Self {
    var best = Int.min
    return sorted { $0.time < $1.time }.map { label in
      best = Swift.max(best, label.departure)
      return JourneyOracle.Label(time: label.time, departure: best)
    }
  }

  /// The best departure of the labels up to a time.
  fileprivate func best(until time: Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].time <= time { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? self[low - 1].departure : .min
  }
}

extension Timetable {
  /// The stops of a station, without walks.
  func end(atStation station: Int) -> JourneyOracle.End {
    Dictionary(uniqueKeysWithValues: stations.stops(of: station).map { ($0, 0) })
  }

  /// The stops that are reached on foot from a place: within 1,200 m, or else at the nearest station.
  func end(at place: Coordinate) -> JourneyOracle.End {
    let distances = (0..<stations.count).compactMap { station in
      coordinate(ofStation: station).map { (station: station, metres: place.metres(to: $0)) }
    }.sorted { ($0.metres, $0.station) < ($1.metres, $1.station) }
    let near = distances.filter { $0.metres <= 1200 }
    return (near.isEmpty ? Array(distances.prefix(1)) : near).reduce(into: [:]) { end, entry in
      for stop in stations.stops(of: entry.station) {
        end[stop] = Int((entry.metres * 1.3 / 1.2).rounded(.up))
      }
    }
  }

  /// The duration of a change in seconds; nil when it is not possible.
  fileprivate func change(from: Int, to: Int, default changeTime: Int) -> Int? {
    let (own, other) = (stops.station[from], stops.station[to])
    let row =
      transfer(from: from, to: to)
      ?? transfer(
        from: Int(stations.firstStop[Int(own)]), to: Int(stations.firstStop[Int(other)]))
    switch row {
    case nil: return own == other ? changeTime : nil
    case Transfers.defaultTime: return changeTime
    case Transfers.forbidden: return nil
    case let seconds?: return Int(seconds)
    }
  }

  private func transfer(from: Int, to: Int) -> Int32? {
    transfers.rows(from: from).last { Int(transfers.to[$0]) == to }.map { transfers.seconds[$0] }
  }
}
