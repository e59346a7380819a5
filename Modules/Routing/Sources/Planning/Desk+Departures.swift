import DataSourceInterface
import Mediator
import RoutingInterface

extension Desk {
  /// The first and last departures of a station by line and direction, of trains of the day itself.
  func departures(_ query: StationDeparturesQuery) async throws -> StationDepartures {
    let timetable = try await timetable(of: query.city)
    let station = try await station(query.station, in: timetable)
    let date = query.date ?? now(in: timetable).date
    let departures = timetable.departures(at: station, on: date)
    let place = timetable.place(ofStation: station)
    return StationDepartures(
      city: timetable.city, date: date, station: place, departures: departures,
      reason: departures.isEmpty ? "no train leaves \(place.name) on \(date)" : nil)
  }
}

extension Timetable {
  /// What is counted of one line and direction.
  private struct Tally {
    var first = ServiceTime(seconds: .max)
    var last = ServiceTime(seconds: .min)
    var count = 0
    var headsigns: [String: Int] = [:]

    mutating func add(_ time: ServiceTime, to headsign: String) {
      first = min(first, time)
      last = max(last, time)
      count += 1
      headsigns[headsign, default: 0] += 1
    }
  }

  private struct Direction: Hashable {
    var route: Int
    var direction: Int
  }

  /// The first and last departures at a station, without those of the day before; where a trip ends,
  /// it does not depart.
  func departures(at station: Int, on date: ServiceDate) -> [LineDepartures] {
    let stops = stations.stops(of: station)
    let running = services.running(on: date)
    var tallies: [Direction: Tally] = [:]
    for pattern in 0..<patterns.count {
      let calls = patterns.calls(of: pattern)
      let boarding = calls.dropLast().filter {
        stops.contains(Int(patterns.stop[$0])) && patterns.allows[$0].contains(.board)
      }
      guard !boarding.isEmpty else { continue }
      let direction = Direction(
        route: Int(patterns.route[pattern]), direction: Int(patterns.direction[pattern]))
      for trip in patterns.trips(of: pattern) where running[Int(trips.service[trip])] {
        for call in boarding {
          let time = ServiceTime(seconds: trips.departure(of: trip, at: call - calls.lowerBound))
          tallies[direction, default: Tally()].add(time, to: headsign(ofTrip: trip, of: pattern))
        }
      }
    }
    let places = routes.placesByName
    return tallies.sorted { one, other in
      (places[one.key.route], one.key.direction) < (places[other.key.route], other.key.direction)
    }.map { direction, tally in
      LineDepartures(
        line: line(ofRoute: direction.route),
        direction: direction.direction < 0 ? nil : direction.direction,
        headsigns: tally.headsigns.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key),
        first: tally.first, last: tally.last, count: tally.count)
    }
  }
}
