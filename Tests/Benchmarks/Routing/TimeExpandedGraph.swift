import Console
import DataSourceInterface
import Documents

/// The trains of a service day as a graph. Its nodes are the arrival and the departure of each
/// call, and the waiting for each departure of a stop.
///
/// Source: E. Pyrga, F. Schulz, D. Wagner, C. Zaroliagis, "Efficient Models for Timetable
/// Information in Public Transportation Systems", ACM JEA 12, 2008.
struct TimeExpandedGraph {
  /// A call of a train at a stop. Node `2 * call` is its arrival, `2 * call + 1` its departure.
  struct Call {
    var stop: Int32
    var arrival: Int32
    var departure: Int32
    var allows: Timetable.CallRules
    var isLast: Bool
  }

  let calls: [Call]
  /// By stop, the calls that can be boarded, by departure.
  let departures: [[Int32]]
  /// By stop, the stops to change to, with their change times.
  let changes: [[(to: Int, seconds: Int32)]]
  /// By stop, the node of waiting for its first departure; the nodes of the others follow it.
  let firstWaiting: [Int]
  let nodeCount: Int

  init(_ timetable: Timetable, on date: CalendarDate, changeTime: Int32) {
    var calls: [Call] = []
    var departures = [[Int32]](repeating: [], count: timetable.stops.count)
    for days in [0, -1, 1] {
      let (day, dayOffset) = (CalendarDate(day: date.day + days), Int32(days) * 86400)
      for pattern in 0..<timetable.patterns.count {
        let own = timetable.patterns.calls(of: pattern)
        for trip in timetable.patterns.trips(of: pattern)
        where timetable.services.runs(Int(timetable.trips.service[trip]), on: day) {
          for (position, call) in own.enumerated() {
            let departure = Int32(timetable.trips.departure(of: trip, at: position)) + dayOffset
            let stop = timetable.patterns.stop[call]
            let allows = timetable.patterns.allows[call]
            // A train of the next day is boarded before 27:00.
            let isTooLate = days > 0 && departure >= 97_200
            if allows.contains(.board), !isTooLate {
              departures[Int(stop)].append(Int32(calls.count))
            }
            calls.append(
              Call(
                stop: stop,
                arrival: Int32(timetable.trips.arrival(of: trip, at: position)) + dayOffset,
                departure: departure, allows: allows, isLast: call == own.upperBound - 1))
          }
        }
      }
    }
    for stop in departures.indices {
      departures[stop].sort { calls[Int($0)].departure < calls[Int($1)].departure }
    }
    self.calls = calls
    self.departures = departures
    changes = (0..<timetable.stops.count).map { from in
      (0..<timetable.stops.count).compactMap { to in
        timetable.change(from: from, to: to, default: changeTime).map { (to, $0) }
      }
    }
    var first = 2 * calls.count
    firstWaiting = departures.map { own in
      defer { first += own.count }
      return first
    }
    nodeCount = first
  }

  /// The index in `departures[stop]` of the first departure at `time` or later.
  func firstDeparture(at stop: Int, from time: Int32) -> Int {
    let own = departures[stop]
    var (low, high) = (0, own.count)
    while low < high {
      let middle = (low + high) / 2
      if calls[Int(own[middle])].departure >= time { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension Timetable {
  /// The change time between two stops; nil where no change is possible.
  fileprivate func change(from: Int, to: Int, default changeTime: Int32) -> Int32? {
    let (own, other) = (Int(stops.station[from]), Int(stops.station[to]))
    let ends = [from, Int(stations.firstStop[own])].map { transfers.rows(from: $0) }
    let row = ends.joined().filter {
      [to, Int(stations.firstStop[other])].contains(Int(transfers.to[$0]))
    }.max { transfers.rank[$0] < transfers.rank[$1] }
    switch row.map({ transfers.seconds[$0] }) {
    case nil: return own == other ? changeTime : nil
    case Transfers.defaultTime?:
      guard own != other, let start = coordinate(ofStation: own),
        let end = coordinate(ofStation: other)
      else { return changeTime }
      return max(changeTime, Int32((1.3 * start.metres(to: end) / 1.2).rounded(.up)))
    case Transfers.forbidden?: return nil
    case let seconds?: return seconds
    }
  }
}
