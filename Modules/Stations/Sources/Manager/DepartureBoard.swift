import DataSourceInterface
import Foundation
import StationsInterface

/// Finds the next departures of a station in a timetable.
struct DepartureBoard {
  /// The number of departures for each line and destination.
  private static let limit = 3
  private static let secondsPerDay = 86400

  private let timetable: Timetable
  /// The calendar day, and the seconds since its midnight.
  private let today: ServiceDate
  private let second: Int

  /// Creates a board for an instant, in the time zone of the timetable or else UTC.
  init(_ timetable: Timetable, at instant: Date) {
    let now = LocalDateTime(instant, in: timetable.timeZone).normalized
    self.timetable = timetable
    today = now.date
    second = now.time.seconds
  }

  private struct Destination: Hashable {
    let route: Int
    let headsign: String
  }

  /// The first departures of the next 24 hours, by line and destination, without trips that end at
  /// the station or cannot be boarded there. A trip of yesterday's service day may depart after
  /// midnight.
  func departures(from station: Int) -> [NextDepartures] {
    var found: [Destination: Set<NextDepartures.Departure>] = [:]
    for day in (today.day - 1)...(today.day + 1) {
      let date = ServiceDate(day: day)
      let isActive = (0..<timetable.services.count).map { timetable.services.runs($0, on: date) }
      for pattern in 0..<timetable.patterns.count {
        for position in boardingPositions(at: station, in: pattern) {
          for trip in timetable.patterns.trips(of: pattern)
          where isActive[Int(timetable.trips.service[trip])] {
            let time = timetable.trips.departure(of: trip, at: position)
            let wait = time + (day - today.day) * Self.secondsPerDay - second
            guard (0..<Self.secondsPerDay).contains(wait) else { continue }
            found[destination(of: trip, pattern), default: []].insert(
              .init(date: date, time: ServiceTime(seconds: time), wait: wait))
          }
        }
      }
    }
    let ranks = timetable.routes.nameRanks
    return found.sorted {
      (ranks[$0.key.route], $0.key.headsign) < (ranks[$1.key.route], $1.key.headsign)
    }.map { destination, departures in
      NextDepartures(
        line: timetable.line(ofRoute: destination.route), headsign: destination.headsign,
        departures: Array(departures.sorted { $0.wait < $1.wait }.prefix(Self.limit)))
    }
  }

  /// The positions of a pattern's calls at which passengers can board at a station.
  private func boardingPositions(at station: Int, in pattern: Int) -> [Int] {
    let patterns = timetable.patterns
    let calls = patterns.calls(of: pattern)
    return calls.dropLast().filter { call in
      Int(timetable.stops.station[Int(patterns.stop[call])]) == station
        && patterns.allows[call].contains(.board)
    }.map { $0 - calls.lowerBound }
  }

  private func destination(of trip: Int, _ pattern: Int) -> Destination {
    Destination(
      route: Int(timetable.patterns.route[pattern]),
      headsign: timetable.headsign(ofTrip: trip, of: pattern))
  }
}
