import DataSourceInterface
import Foundation
import StationsInterface

/// Finds the next trains of a station.
struct DepartureBoard {
  private static let trains = 3
  private static let secondsPerDay = 86400

  private let timetable: Timetable
  /// The day on the calendar, and how many seconds of it have passed.
  private let today: ServiceDate
  private let second: Int

  /// A board at a moment, in the time zone of the timetable or else UTC.
  init(_ timetable: Timetable, at moment: Date) {
    let offset = TimeZone(identifier: timetable.timeZone)?.secondsFromGMT(for: moment) ?? 0
    let local = moment.timeIntervalSince1970.rounded(.down) + Double(offset)
    let day = (local / Double(Self.secondsPerDay)).rounded(.down)
    self.timetable = timetable
    today = ServiceDate(day: Int(day))
    second = Int(local - day * Double(Self.secondsPerDay))
  }

  private struct Way: Hashable {
    let route: Int
    let headsign: String
  }

  /// The trains of the next 24 hours that can be boarded at a station and go on, by line and
  /// destination; the first ones of each. A train of yesterday's service may leave after midnight.
  func departures(from station: Int) -> [NextDepartures] {
    var found: [Way: Set<NextDepartures.Departure>] = [:]
    for day in (today.day - 1)...(today.day + 1) {
      let date = ServiceDate(day: day)
      let runs = (0..<timetable.services.count).map { timetable.services.runs($0, on: date) }
      for pattern in 0..<timetable.patterns.count {
        for position in positions(of: station, in: pattern) {
          for trip in timetable.patterns.trips(of: pattern)
          where runs[Int(timetable.trips.service[trip])] {
            let time = timetable.trips.departure(of: trip, at: position)
            let wait = time + (day - today.day) * Self.secondsPerDay - second
            guard (0..<Self.secondsPerDay).contains(wait) else { continue }
            found[way(of: trip, pattern), default: []].insert(
              .init(date: date, time: ServiceTime(seconds: time), wait: wait))
          }
        }
      }
    }
    let places = timetable.routes.placesByName
    return found.sorted {
      (places[$0.key.route], $0.key.headsign) < (places[$1.key.route], $1.key.headsign)
    }.map { way, departures in
      NextDepartures(
        line: timetable.line(ofRoute: way.route), headsign: way.headsign,
        departures: Array(departures.sorted { $0.wait < $1.wait }.prefix(Self.trains)))
    }
  }

  /// Where the trains of a pattern can be boarded at a station.
  private func positions(of station: Int, in pattern: Int) -> [Int] {
    let patterns = timetable.patterns
    let calls = patterns.calls(of: pattern)
    return calls.dropLast().filter { call in
      Int(timetable.stops.station[Int(patterns.stop[call])]) == station
        && patterns.allows[call].contains(.board)
    }.map { $0 - calls.lowerBound }
  }

  private func way(of trip: Int, _ pattern: Int) -> Way {
    Way(
      route: Int(timetable.patterns.route[pattern]),
      headsign: timetable.headsign(ofTrip: trip, of: pattern))
  }
}
