import DataSourceInterface

/// The latest departure from one station for every arrival of a day, ride by ride: an oracle that
/// shares nothing with the search but the timetable.
///
/// Round by round every train is ridden from its first call to its last; at each call one may have
/// boarded it, if a change from any arrival of the round before allows that.
struct Departures {
  private static let mostRides = 6

  /// Being at a stop at a time, with the latest departure that leads there.
  fileprivate struct Chance {
    var time: Int
    var departure: Int
  }

  /// A train at a stop, on the day in question.
  private struct Call {
    var stop: Int
    var arrival: Int
    var departure: Int
    var boards: Bool
    var alights: Bool
  }

  /// The arrivals at each stop after 1, 2, … rides.
  private var arrivals: [[[Chance]]] = []
  private let timetable: Timetable

  init(_ timetable: Timetable, on date: ServiceDate, changeTime: Int, from origin: Int) {
    self.timetable = timetable
    let origins = timetable.stations.stops(of: origin)
    let trips = Self.trips(of: timetable, on: date)
    let changes = Self.changes(of: timetable, changeTime)
    // By stop, when one may board, with the best departure so far; by time.
    var chances: [[Chance]]?
    for _ in 0..<Self.mostRides {
      var reached = [[Chance]](repeating: [], count: timetable.stops.count)
      for trip in trips {
        var departure = Int.min
        for call in trip {
          if departure > .min, call.alights {
            reached[call.stop].append(Chance(time: call.arrival, departure: departure))
          }
          guard call.boards else { continue }
          if let chances {
            departure = max(departure, chances[call.stop].best(until: call.departure))
          } else if origins.contains(call.stop) {
            departure = max(departure, call.departure)
          }
        }
      }
      arrivals.append(reached)
      chances = Self.change(changes, reached)
    }
  }

  /// The Pareto front of arrival and rides when one leaves at `time` or later, each with its latest
  /// departure, as `arrival:rides:departure`.
  func front(to destination: Int, leaving time: Int) -> [String] {
    var best = Int.max
    var front: [String] = []
    for (index, reached) in arrivals.enumerated() {
      let ends = timetable.stations.stops(of: destination).flatMap { reached[$0] }
        .filter { $0.departure >= time && $0.time < best }
      guard let arrival = ends.map(\.time).min() else { continue }
      best = arrival
      let latest = ends.filter { $0.time == arrival }.map(\.departure).max() ?? 0
      front.append("\(arrival):\(index + 1):\(latest)")
    }
    return front
  }

  private static func trips(of timetable: Timetable, on date: ServiceDate) -> [[Call]] {
    let (patterns, trips) = (timetable.patterns, timetable.trips)
    return [(date, 0), (ServiceDate(day: date.day - 1), -86400)].flatMap { day, shift in
      (0..<patterns.count).flatMap { pattern in
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
          }
          return calls
        }
      }
    }
  }

  /// By stop, where one may change to, and how long that takes.
  private static func changes(
    of timetable: Timetable, _ changeTime: Int
  ) -> [[(to: Int, seconds: Int)]] {
    let stops = 0..<timetable.stops.count
    return stops.map { from in
      stops.compactMap { to in
        timetable.change(from: from, to: to, default: changeTime).map { (to, $0) }
      }
    }
  }

  private static func change(
    _ changes: [[(to: Int, seconds: Int)]], _ reached: [[Chance]]
  ) -> [[Chance]] {
    var chances = [[Chance]](repeating: [], count: reached.count)
    for (from, changes) in changes.enumerated() {
      for (to, seconds) in changes {
        chances[to] += reached[from].map {
          Chance(time: $0.time + seconds, departure: $0.departure)
        }
      }
    }
    return chances.map { $0.bestSoFar }
  }
}

extension [Departures.Chance] {
  /// The chances by time, each with the best departure up to then.
  fileprivate var bestSoFar: Self {
    var best = Int.min
    return sorted { $0.time < $1.time }.map { chance in
      best = Swift.max(best, chance.departure)
      return Departures.Chance(time: chance.time, departure: best)
    }
  }

  /// The best departure of those up to a time.
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
  /// How long a change takes; nil where there is none.
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
