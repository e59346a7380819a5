import DataSourceInterface
import Documents
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
  private let timeline: Timeline
  /// The current time on the timeline.
  private let time: ServiceTime

  /// Creates a search at an instant, in the time zone of the timetable or else UTC.
  init(_ timetable: Timetable, at instant: Date) {
    self.timetable = timetable
    now = LocalDateTime(instant, in: timetable.timeZone)
    timeline = Timeline(now.date, in: timetable.timeZone)
    time = timeline.time(at: instant)
  }

  /// The first departures of the next 24 hours, by line, destination and direction, without trips
  /// that end at the station or cannot be boarded there. If there are none, those of the first
  /// later service day within a week that has any. The line with the earliest departure is the
  /// first.
  func departures(from station: Int) -> [NextDepartures] {
    let calls = (0..<timetable.patterns.count).flatMap { pattern in
      boardingPositions(at: station, in: pattern).map { (pattern: pattern, position: $0) }
    }
    // A trip of an earlier service day may depart after midnight. When the clocks go forward within
    // the next 24 hours, these end an hour later on the clock, perhaps after the next midnight.
    let dayAfterNext = timeline.start(of: CalendarDate(day: now.date.day + 2))
    let lastDay = time.seconds + Self.secondsPerDay > dayAfterNext ? 2 : 1
    let next = (-timetable.trips.daysAfterService...lastDay)
      .map { departures(of: calls, on: $0) }
      .reduce(into: [:]) { $0.merge($1) { $0.merging($1) { $0 + $1 } } }
    let soon = rows(next, within: 0..<Self.secondsPerDay)
    guard soon.isEmpty else { return soon }
    let later = (0...Self.days).lazy.map {
      rows(departures(of: calls, on: $0), within: 0..<Int.max)
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

  private struct Destination: Hashable {
    let route: Int
    let headsign: String
    let boarding: StopRequest?
  }

  /// Departures by the `direction_id` of their trips.
  private typealias Directions = [Int8: [Candidate]]

  /// A departure in seconds on today's timeline. Those that differ only in the next station are
  /// equal.
  private struct Candidate: Comparable {
    let seconds: Int
    let date: CalendarDate
    /// The time on the timeline of the date.
    let time: ServiceTime
    let headway: Int
    let nextStation: Int
    /// Whether the time is an expected one, and the one of the timetable.
    var isLive = false
    var scheduledTime: ServiceTime?
    var isCancelled = false

    /// The order of time; the rest makes the order of departures at the same second definite.
    static func < (one: Self, other: Self) -> Bool {
      (one.seconds, one.date.day, one.headway) < (other.seconds, other.date.day, other.headway)
    }

    static func == (one: Self, other: Self) -> Bool {
      (one.seconds, one.date, one.headway, one.isCancelled)
        == (other.seconds, other.date, other.headway, other.isCancelled)
    }
  }

  /// The departures from now on of a service day, given by its distance from today.
  private func departures(
    of calls: [(pattern: Int, position: Int)], on dayOffset: Int
  ) -> [Destination: Directions] {
    let date = CalendarDate(day: now.date.day + dayOffset)
    let isActive = timetable.services.running(on: date)
    let start = timeline.start(of: date)
    let serviceDay = Timeline(date, in: timetable.timeZone)
    let (patterns, trips) = (timetable.patterns, timetable.trips)
    let cancelled = Set(
      (timetable.live?.cancelled ?? []).filter { $0.date == date }.map(\.trip))
    var found: [Destination: Directions] = [:]
    for (pattern, position) in calls {
      let next = patterns.stop[patterns.calls(of: pattern).lowerBound + position + 1]
      let nextStation = Int(timetable.stops.station[Int(next)])
      let leaving = patterns.trips(of: pattern).filter { trip in
        (isActive[Int(trips.service[trip])] || cancelled.contains(trip))
          && trips.departure(of: trip, at: position) + start + Int(trips.headway[trip])
            >= time.seconds
      }
      let call = patterns.calls(of: pattern).lowerBound + position
      for group in timetable.headsigns(of: leaving, in: pattern, at: call) {
        let destination = Destination(
          route: Int(patterns.route[pattern]), headsign: group.headsign,
          boarding: timetable.boardingRequest(at: call, of: pattern))
        found[destination, default: [:]][patterns.direction[pattern], default: []] +=
          group.trips.map { trip in
            let departure = trips.departure(of: trip, at: position)
            var candidate = Candidate(
              seconds: departure + start, date: date, time: serviceDay.time(departure),
              headway: Int(trips.headway[trip]), nextStation: nextStation)
            candidate.isCancelled = cancelled.contains(trip)
            if timetable.isLive(trip, at: position) {
              candidate.isLive = true
              candidate.scheduledTime = timetable.scheduledTimes(of: trip, at: position)
                .map { serviceDay.time($0.departure) }
            }
            return candidate
          }
      }
    }
    return found
  }

  /// The first departures of each line, destination and direction whose wait in seconds is in a
  /// range.
  private func rows(
    _ found: [Destination: Directions], within waits: Range<Int>
  ) -> [NextDepartures] {
    let ranks = timetable.routes.nameRanks
    return found.flatMap { destination, directions in
      rows(towards: destination, directions, within: waits).map { (destination.route, $0) }
    }.sorted { (first: (route: Int, row: NextDepartures), second) in
      (first.row.departures[0].wait, ranks[first.route], first.row.destination)
        < (second.row.departures[0].wait, ranks[second.route], second.row.destination)
    }.map(\.1)
  }

  /// The first departures towards a destination. There is one row for each direction if the next
  /// stations tell them apart.
  private func rows(
    towards destination: Destination, _ directions: Directions, within waits: Range<Int>
  ) -> [NextDepartures] {
    func row(_ candidates: [Candidate]) -> (next: NextDepartures, station: Int)? {
      func next(_ candidates: [Candidate]) -> [Candidate] {
        let sorted = candidates.sorted()
        let distinct = sorted.indices.filter { $0 == 0 || sorted[$0 - 1] != sorted[$0] }
        return ahead(distinct.map { sorted[$0] }).filter { waits.contains(wait(for: $0)) }
      }
      let running = next(candidates.filter { !$0.isCancelled }).prefix(Self.limit)
      guard let first = running.first, let last = running.last else { return nil }
      let cancelled = next(candidates.filter(\.isCancelled)).prefix { $0.seconds <= last.seconds }
      return (
        NextDepartures(
          line: timetable.line(ofRoute: destination.route),
          headsign: timetable.name(ofHeadsign: destination.headsign),
          boarding: destination.boarding, departures: running.map(departure),
          cancelled: cancelled.map(departure)), first.nextStation
      )
    }
    let rows = directions.values.compactMap(row)
    let names = rows.map { timetable.stopReference(ofStation: $0.station).translatedName }
    guard rows.count > 1 else { return rows.map(\.next) }
    guard Set(names).count == rows.count else {
      return row(directions.values.flatMap(\.self)).map { [$0.next] } ?? []
    }
    return zip(rows, names).map { row, name in
      NextDepartures(
        line: row.next.line, headsign: row.next.translatedHeadsign, via: name,
        boarding: destination.boarding, departures: row.next.departures,
        cancelled: row.next.cancelled)
    }
  }

  /// The departures from now on. A train without a time may leave up to its headway later: unless
  /// the next one leaves by then, it counts as one that leaves now.
  private func ahead(_ sorted: [Candidate]) -> ArraySlice<Candidate> {
    let first = sorted.firstIndex { $0.seconds >= time.seconds } ?? sorted.count
    guard first > 0, case let late = sorted[first - 1],
      first == sorted.count || sorted[first].seconds > late.seconds + late.headway
    else { return sorted[first...] }
    return sorted[(first - 1)...]
  }

  private func departure(_ candidate: Candidate) -> NextDepartures.Departure {
    let local = LocalDateTime(date: now.date, time: timeline.time(candidate.seconds)).normalized
    return NextDepartures.Departure(
      date: candidate.date, time: candidate.time, live: candidate.isLive ? true : nil,
      scheduledTime: candidate.scheduledTime, wait: wait(for: candidate),
      daysAhead: local.date.day - now.date.day,
      headway: candidate.headway > 0 ? candidate.headway : nil)
  }

  /// The seconds until a departure.
  private func wait(for candidate: Candidate) -> Int { max(0, candidate.seconds - time.seconds) }

  /// The positions of a pattern's calls at which passengers can board at a station.
  private func boardingPositions(at station: Int, in pattern: Int) -> [Int] {
    let patterns = timetable.patterns
    let calls = patterns.calls(of: pattern)
    return calls.dropLast().filter { call in
      Int(timetable.stops.station[Int(patterns.stop[call])]) == station
        && patterns.allows[call].contains(.board)
    }.map { $0 - calls.lowerBound }
  }
}
