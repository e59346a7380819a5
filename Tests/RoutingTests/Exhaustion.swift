import DataSourceInterface

/// Finds best journeys by trying every trip from every stop: slow, and simple enough to be believed.
struct Exhaustion {
  let network: SmallNetwork
  let changeTime: Int

  struct Answer: Equatable {
    var arrival: Int
    var rides: Int
    var latestDeparture: Int
  }

  /// The Pareto front of arrival and rides, each with its latest departure, on a day when every
  /// service runs.
  func front(from origin: Int, to destination: Int, leaving time: Int) -> [Answer] {
    let arrivals = arrivals(from: origin, to: destination, leaving: time)
    var front: [Answer] = []
    for (index, arrival) in arrivals.enumerated() where arrival < (front.last?.arrival ?? .max) {
      let latest = departures(at: origin).filter { departure in
        departure >= time
          && self.arrivals(from: origin, to: destination, leaving: departure)
            .prefix(index + 1).contains { $0 <= arrival }
      }.max()
      front.append(Answer(arrival: arrival, rides: index + 1, latestDeparture: latest ?? -1))
    }
    return front
  }

  /// The earliest arrival with exactly 1, 2, … 6 rides; `Int.max` where there is none.
  private func arrivals(from origin: Int, to destination: Int, leaving time: Int) -> [Int] {
    var boardable: [String: Int] = [:]
    for stop in members(of: origin) { boardable[stop] = time }
    return (1...6).map { _ in
      var reached: [String: Int] = [:]
      for trip in network.trips {
        for shift in [0, -86400] {
          for (index, call) in trip.calls.enumerated()
          where call.allows.contains(.board)
            && call.departure + shift >= boardable[call.stop, default: .max]
          {
            for next in trip.calls[(index + 1)...] where next.allows.contains(.alight) {
              reached[next.stop] = min(reached[next.stop, default: .max], next.arrival + shift)
            }
          }
        }
      }
      boardable = [:]
      for (from, arrival) in reached {
        for to in network.stops {
          guard let seconds = change(from, to) else { continue }
          boardable[to] = min(boardable[to, default: .max], arrival + seconds)
        }
      }
      return members(of: destination).compactMap { reached[$0] }.min() ?? .max
    }
  }

  private func departures(at station: Int) -> Set<Int> {
    let stops = members(of: station)
    let calls = network.trips.flatMap(\.calls).filter { stops.contains($0.stop) }
    return Set(calls.flatMap { [$0.departure, $0.departure - 86400] })
  }

  private func members(of station: Int) -> [String] {
    [network.stations[station].name] + network.stations[station].platforms
  }

  private func change(_ from: String, _ to: String) -> Int? {
    let first = station(of: from)
    let second = station(of: to)
    let rows = network.transfers
    let row =
      rows.last { $0.from == from && $0.to == to }
      ?? rows.last { $0.from == first && $0.to == second }
    guard let row else { return first == second ? changeTime : nil }
    switch Int32(row.seconds) {
    case Timetable.Transfers.defaultTime: return changeTime
    case Timetable.Transfers.forbidden: return nil
    default: return row.seconds
    }
  }

  private func station(of stop: String) -> String {
    network.stations.first { $0.name == stop || $0.platforms.contains(stop) }?.name ?? stop
  }
}
