import Console
import DataSourceInterface
import Foundation
import StationsInterface

/// Finds the next departures of stations in a timetable.
struct DepartureSearch {
  /// The number of departures for each line and destination.
  private static let limit = 3
  private static let secondsPerDay = 86400
  /// The number of days that are searched if no train leaves within 24 hours.
  private static let days = 7

  /// The date and the time in the city.
  let now: LocalDateTime
  private let timetable: Timetable
  private let instant: Date

  /// Creates a search at an instant, in the time zone of the timetable or else UTC.
  init(_ timetable: Timetable, at instant: Date) {
    self.timetable = timetable
    self.instant = Date(timeIntervalSince1970: instant.timeIntervalSince1970.rounded(.down))
    now = LocalDateTime(instant, in: timetable.timeZone)
  }

  /// The first departures of the next 24 hours, by line, direction and destination, without trips that end at
  /// the station or cannot be boarded there. If there are none, those of the first later service
  /// day within a week that has any. The line with the earliest departure is the first.
  func departures(from station: Int) -> [NextDepartures] {
    let calls = (0..<timetable.patterns.count).flatMap { pattern in
      boardingPositions(at: station, in: pattern).map { Call(pattern: pattern, position: $0) }
    }
    // A trip of yesterday's service day may depart after midnight. When the clocks go forward within
    // the next 24 hours, these end an hour later on the clock, perhaps after the next midnight.
    let lastDay = now.time.seconds < 23 * 3600 ? 1 : 2
    let next = (-1...lastDay).map { departures(of: calls, on: $0) }
      .reduce(into: [:]) { $0.merge($1) { $0 + $1 } }
    let soon = rows(next, within: 0..<Self.secondsPerDay, calls)
    guard soon.isEmpty else { return soon }
    let later = (0...Self.days).lazy.map {
      rows(departures(of: calls, on: $0), within: 0..<Int.max, calls)
    }
    return later.first { !$0.isEmpty } ?? []
  }

  /// Whether passengers can board a train at a station on any day.
  func hasDepartures(from station: Int) -> Bool {
    (0..<timetable.patterns.count).contains { pattern in
      !timetable.patterns.trips(of: pattern).isEmpty
        && !boardingPositions(at: station, in: pattern).isEmpty
    }
  }

  /// A call of a pattern at which passengers can board.
  private struct Call {
    let pattern: Int
    let position: Int
  }

  private struct Destination: Hashable {
    let route: Int
    let direction: Int8
    let headsign: String
  }

  /// A departure in seconds after today's 00:00 on the clock.
  private struct Candidate: Hashable, Comparable {
    let seconds: Int
    let date: CalendarDate
    let headway: Int

    /// The order of the clock; the rest makes the order of departures at the same second definite.
    static func < (one: Self, other: Self) -> Bool {
      (one.seconds, one.date.day, one.headway) < (other.seconds, other.date.day, other.headway)
    }
  }

  /// The departures of a service day, given by its distance from today, with a margin for the
  /// change of daylight saving time.
  private func departures(
    of calls: [Call], on dayOffset: Int
  ) -> [Destination: [Candidate]] {
    let date = CalendarDate(day: now.date.day + dayOffset)
    let services = timetable.services
    let isActive = (0..<services.count).map { services.runs($0, on: date) }
    let earliest = now.time.seconds - 3600
    var found: [Destination: [Candidate]] = [:]
    for call in calls {
      for trip in timetable.patterns.trips(of: call.pattern)
      where isActive[Int(timetable.trips.service[trip])] {
        let time = timetable.trips.departure(of: trip, at: call.position)
        let seconds = time + dayOffset * Self.secondsPerDay
        guard seconds >= earliest else { continue }
        let headway = Int(timetable.trips.headway[trip])
        found[destination(of: trip, call.pattern), default: []]
          .append(Candidate(seconds: seconds, date: date, headway: headway))
      }
    }
    return found
  }

  /// The first departures of each line and destination whose wait in seconds is in a range.
  private func rows(
    _ found: [Destination: [Candidate]], within waits: Range<Int>, _ calls: [Call]
  ) -> [NextDepartures] {
    let ranks = timetable.routes.nameRanks
    return found.compactMap { destination, candidates in
      let departures = Set(candidates).sorted().lazy.map(departure)
        .filter { waits.contains($0.wait) }
      return departures.isEmpty ? nil : (destination, Array(departures.prefix(Self.limit)))
    }.sorted { (first: (Destination, [NextDepartures.Departure]), second) in
      (first.1[0].wait, ranks[first.0.route], first.0.headsign, first.0.direction)
        < (second.1[0].wait, ranks[second.0.route], second.0.headsign, second.0.direction)
    }.map { destination, departures in
      let isAmbiguous = found.keys.contains {
        $0.route == destination.route && $0.headsign == destination.headsign
          && $0.direction != destination.direction
      }
      return NextDepartures(
        line: timetable.line(ofRoute: destination.route), headsign: destination.headsign,
        via: isAmbiguous ? nextStation(towards: destination, calls) : nil, departures: departures)
    }
  }

  /// The name of the station after this one.
  private func nextStation(towards destination: Destination, _ calls: [Call]) -> String? {
    let patterns = timetable.patterns
    let call = calls.first {
      Int(patterns.route[$0.pattern]) == destination.route
        && patterns.direction[$0.pattern] == destination.direction
    }
    return call.map { call in
      let next = patterns.calls(of: call.pattern).lowerBound + call.position + 1
      let station = Int(timetable.stops.station[Int(patterns.stop[next])])
      return timetable.stopReference(ofStation: station).name
    }
  }

  private func departure(_ candidate: Candidate) -> NextDepartures.Departure {
    let local = LocalDateTime(date: now.date, time: ServiceTime(seconds: candidate.seconds))
    let days = Int((Double(candidate.seconds) / Double(Self.secondsPerDay)).rounded(.down))
    return NextDepartures.Departure(
      date: candidate.date,
      time: ServiceTime(
        seconds: candidate.seconds - (candidate.date.day - now.date.day) * Self.secondsPerDay),
      wait: Int(local.instant(in: timetable.timeZone).timeIntervalSince(instant)),
      daysAhead: days, headway: candidate.headway > 0 ? candidate.headway : nil)
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
      direction: timetable.patterns.direction[pattern],
      headsign: timetable.headsign(ofTrip: trip, of: pattern))
  }
}
