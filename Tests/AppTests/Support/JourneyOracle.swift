import Console
import DataSourceInterface
import Documents
import Foundation

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

  /// The trains that transfers distinguish: the index of the line and the label of the trip; −1 for
  /// others.
  fileprivate struct Kind: Hashable {
    var route: Int32 = -1
    var trip: Int32 = -1
  }

  /// A stop of a train, with times in seconds after noon minus 12 hours of the queried day.
  private struct Call {
    var kind: Kind
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
    let kinds = Set(trips.joined().map(\.kind))
    let changes = Self.changes(of: timetable, changeTime, among: kinds)
    let none = [[Label]](repeating: [], count: timetable.stops.count)
    // By kind of train and stop, the times from which a passenger can board, in ascending order.
    var boardingLabels: [Kind: [[Label]]]?
    for _ in 0..<Self.maximumRides {
      var reached = Dictionary(uniqueKeysWithValues: kinds.map { ($0, none) })
      for trip in trips {
        var departure = Int.min
        for call in trip {
          if departure > .min, call.alights {
            reached[call.kind]?[call.stop].append(
              Label(time: call.arrival, departure: departure))
          }
          guard call.boards else { continue }
          if let boardingLabels {
            let labels = boardingLabels[call.kind]?[call.stop] ?? []
            departure = max(departure, labels.best(until: call.departure))
          } else if let walk = origin[call.stop] {
            departure = max(departure, call.departure - walk)
          }
        }
      }
      arrivals.append(
        none.indices.map { stop in reached.values.flatMap { $0[stop] } })
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
    let conditions = timetable.transfers.conditions
    let routes = Set(conditions.flatMap { [$0.fromRoute, $0.toRoute] })
    let labels = Set(conditions.flatMap { [$0.fromTrip, $0.toTrip] })
    return (-8...1).flatMap { dayOffset in
      let day = CalendarDate(day: date.day + dayOffset)
      let shift = timetable.start(of: day) - timetable.start(of: date)
      return (0..<patterns.count).flatMap { pattern in
        let calls = patterns.calls(of: pattern).map { call in
          Call(
            kind: Kind(), stop: Int(patterns.stop[call]), arrival: shift, departure: shift,
            boards: patterns.allows[call].contains(.board),
            alights: patterns.allows[call].contains(.alight))
        }
        return patterns.trips(of: pattern).filter {
          timetable.services.runs(Int(trips.service[$0]), on: day)
            && trips.arrival(of: $0, at: calls.count - 1) + shift >= 0
        }.map { trip in
          var calls = calls
          let (route, label) = (patterns.route[pattern], trips.label[trip])
          let kind =
            labels.contains(label)
            ? Kind(route: route, trip: label)
            : Kind(route: routes.contains(route) ? route : -1)
          for position in calls.indices {
            calls[position].kind = kind
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

  /// A change between two kinds of trains at two stops.
  private struct Change {
    var from: (kind: Kind, stop: Int)
    var to: (kind: Kind, stop: Int)
    var seconds: Int
  }

  private static func changes(
    of timetable: Timetable, _ changeTime: Int, among kinds: Set<Kind>
  ) -> [Change] {
    let walks = timetable.walks(default: changeTime)
    return (0..<timetable.stops.count).flatMap { from in
      let station = Int(timetable.stops.station[from])
      let root = timetable.stations.stops(of: station).lowerBound
      let rows = Set([from, root].flatMap(timetable.transfers.rows(from:)))
        .sorted { timetable.transfers.rank[$0] < timetable.transfers.rank[$1] }
      let reachable = Set(
        [station] + rows.map { Int(timetable.stops.station[Int(timetable.transfers.to[$0])]) }
          + walks[station].keys)
      return reachable.flatMap(timetable.stations.stops(of:)).flatMap { to in
        kinds.flatMap { leaving in
          kinds.compactMap { boarding in
            timetable.change(
              from: from, to: to, leaving, boarding, rows, walks, default: changeTime
            ).map { Change(from: (leaving, from), to: (boarding, to), seconds: $0) }
          }
        }
      }
    }
  }

  /// Returns the arrivals by kind of train and stop after every possible change.
  private static func afterChanges(
    _ changes: [Change], _ reached: [Kind: [[Label]]]
  ) -> [Kind: [[Label]]] {
    var labels = reached.mapValues { $0.map { _ in [Label]() } }
    for change in changes {
      guard let arrivals = reached[change.from.kind]?[change.from.stop] else { continue }
      labels[change.to.kind]?[change.to.stop] += arrivals.map {
        Label(time: $0.time + change.seconds, departure: $0.departure)
      }
    }
    return labels.mapValues { $0.map(\.bestSoFar) }
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

  /// The stops that are reached on foot from a place: within 1,200 m, or else at the nearest
  /// station.
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

  /// Noon minus 12 hours of a day, in seconds after 1970-01-01.
  fileprivate func start(of day: CalendarDate) -> Int {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    var noon = calendar.dateComponents(
      [.year, .month, .day], from: Date(timeIntervalSince1970: Double(day.day) * 86400))
    noon.hour = 12
    calendar.timeZone = TimeZone(identifier: timeZone) ?? .gmt
    return Int(calendar.date(from: noon)?.timeIntervalSince1970 ?? 0) - 43_200
  }

  /// For each station, those that are reached on foot where the feed has no transfers, with the
  /// seconds.
  fileprivate func walks(default changeTime: Int) -> [[Int: Int]] {
    guard transfers.to.isEmpty, inSeatTransfers.from.isEmpty else {
      return Array(repeating: [:], count: stations.count)
    }
    let places = (0..<stations.count).map(coordinate(ofStation:))
    return places.enumerated().map { number, place in
      places.enumerated().reduce(into: [:]) { walks, other in
        guard other.offset != number, let place, let end = other.element,
          abs(place.latitude - end.latitude) < 0.01, place.metres(to: end) <= 200
        else { return }
        walks[other.offset] = max(changeTime, Int((place.metres(to: end) * 1.3 / 1.2).rounded(.up)))
      }
    }
  }

  /// The duration of a change in seconds; nil when it is not possible.
  /// - Parameter rows: The transfers from the stop and its station, the most specific one last.
  fileprivate func change(
    from: Int, to: Int, _ leaving: JourneyOracle.Kind, _ boarding: JourneyOracle.Kind,
    _ rows: [Int], _ walks: [[Int: Int]], default changeTime: Int
  ) -> Int? {
    let (own, other) = (Int(stops.station[from]), Int(stops.station[to]))
    let ends = [to, stations.stops(of: other).lowerBound]
    let row = rows.last { row in
      let condition = transfers.condition(of: row)
      return ends.contains(Int(transfers.to[row]))
        && [-1, leaving.route].contains(condition.fromRoute)
        && [-1, leaving.trip].contains(condition.fromTrip)
        && [-1, boarding.route].contains(condition.toRoute)
        && [-1, boarding.trip].contains(condition.toTrip)
    }
    switch row.map({ transfers.seconds[$0] }) {
    case nil:
      guard own == other else { return walks[own][other] }
      let way = walkways.ways(from: from).first { Int(walkways.to[$0]) == to }
      return max(changeTime, way.map { Int(walkways.seconds[$0]) } ?? 0)
    case Transfers.defaultTime?:
      guard own != other, let start = coordinate(ofStation: own),
        let end = coordinate(ofStation: other)
      else { return changeTime }
      return max(changeTime, Int((start.metres(to: end) * 1.3 / 1.2).rounded(.up)))
    case Transfers.forbidden?: return nil
    case let seconds?: return Int(seconds)
    }
  }
}
