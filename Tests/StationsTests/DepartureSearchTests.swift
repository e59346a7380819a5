import DataSourceFixture
import DataSourceInterface
import Documents
import Foundation
import StationsInterface
import Testing

@testable import Stations

@Suite struct DepartureSearchTests {
  /// 1970-01-01 08:00, a Thursday.
  private static let now = Date(timeIntervalSince1970: 8 * 3600)
  private static let today = CalendarDate(day: 0)

  @Test func `a cancelled departure is told apart, and is not the next one`() throws {
    let network = SampleNetwork(
      stations: [("A", []), ("B", [])],
      trips: [.init("1", "A 8:10, B 8:20"), .init("2", "A 8:30, B 8:40")])
    let timetable = network.timetable().with(
      cancelled: [Timetable.TripOnDay(0, on: Self.today)], asOf: Self.now)
    let next = try #require(DepartureSearch(timetable, at: Self.now).departures(from: 0).first)
    #expect(next.departures.first?.time.clock == "08:30")
    #expect(next.cancelled.map(\.time.clock) == ["08:10"])
  }

  @Test func `a live departure has the time of the timetable beside the expected one`() throws {
    let network = SampleNetwork(
      stations: [("A", []), ("B", [])],
      trips: [
        .init("1", service: 1, "A 8:10, B 8:20"), .init("2", "A 8:14, B 8:24"),
      ], services: [0b111_1111, 0])
    let timetable = network.timetable().with(liveTrips: 1..<2, scheduled: [0], asOf: Self.now)
    let departure = try #require(
      DepartureSearch(timetable, at: Self.now).departures(from: 0).first?.departures.first)
    #expect(departure.time.clock == "08:14" && departure.scheduledTime?.clock == "08:10")
    #expect(departure.live == true && departure.delayInMinutes == 4 && departure.wait == 840)
  }

  /// Trips of a line from A to C by way of B, at these hours.
  private struct Trips {
    var line = "1"
    var headsign = "C"
    var hours: [Double]
    var stopsAtB = true
    /// The weekdays on which the trips run: bit 0 is Monday.
    var weekdays: UInt8 = 0b111_1111
    var headway = 0
    var rules: Timetable.CallRules = .board
  }

  private func departures(
    of all: [Trips], at time: String, in timeZone: String = "UTC", from station: Int = 0
  ) throws -> [NextDepartures] {
    let trips = all.enumerated().flatMap { service, trips in
      trips.hours.map { hour in
        let start = Int(hour * 3600)
        return SampleNetwork.Trip(
          id: "\(service) \(hour)", line: trips.line, headsign: trips.headsign, service: service,
          headway: trips.headway,
          calls: [
            .init(stop: "A", arrival: start, departure: start, allows: trips.rules),
            .init(
              stop: "B", arrival: start + 600, departure: start + 600,
              allows: trips.stopsAtB ? [.board, .alight] : []),
            .init(stop: "C", arrival: start + 1200, departure: start + 1200, allows: .alight),
          ])
      }
    }
    let network = SampleNetwork(
      timeZone: timeZone, stations: [("A", []), ("B", []), ("C", [])], trips: trips,
      services: all.map(\.weekdays))
    let instant = try Date("\(time):00Z", strategy: .iso8601)
    return DepartureSearch(network.timetable(), at: instant).departures(from: station)
  }

  /// The minutes until each departure, by line and destination.
  private func waits(_ departures: [NextDepartures]) -> [String: [Int]] {
    Dictionary(
      uniqueKeysWithValues: departures.map {
        ("\($0.line.name) \($0.headsign)", $0.departures.map { $0.wait / 60 })
      })
  }

  @Test func `the next three departures of each line and destination are shown`() throws {
    let departures = try departures(
      of: [
        Trips(hours: [7, 8, 8.5, 9, 10]), Trips(headsign: "B", hours: [8.25]),
        Trips(line: "10", hours: [9]), Trips(line: "2", hours: [9]),
      ], at: "2026-11-20T08:00")
    #expect(
      waits(departures) == ["1 C": [0, 30, 60], "1 B": [15], "2 C": [60], "10 C": [60]])
    // The next departure first; of those at the same time, the line.
    #expect(departures.map(\.line.name) == ["1", "1", "2", "10"])
    #expect(departures.map(\.headsign) == ["C", "B", "C", "C"])
  }

  @Test func `trains that stop only on request have rows of their own`() throws {
    let found = try departures(
      of: [
        Trips(hours: [9]), Trips(hours: [8.5], rules: [.board, .askToBoard]),
        Trips(hours: [10], rules: [.board, .phoneToBoard]),
      ], at: "2026-11-20T08:00")
    #expect(found.map(\.boarding) == [StopRequest(.driver), nil, StopRequest(.agency)])
    #expect(found.map(\.departures.count) == [1, 1, 1])
  }

  @Test(arguments: [
    (now: "2026-11-22T10:00", rows: ["1 C: 12:00", "2 C: 12:30", "3 C: +1 06:00"]),
    (now: "2026-11-22T22:00", rows: ["2 C: +1 00:30", "3 C: +1 06:00", "1 C: +1 12:00"]),
    (now: "2026-11-22T00:30", rows: ["2 C: 00:30", "3 C: 06:00", "1 C: 12:00"]),
    (now: "2026-11-22T02:50", rows: ["3 C: 06:00", "1 C: 12:00", "2 C: 12:30"]),
  ])
  func `rows are ordered by their next departure, whatever its day`(
    now: String, rows: [String]
  ) throws {
    let found = try departures(
      of: [
        Trips(hours: [12]), Trips(line: "2", hours: [12.5, 24.5]), Trips(line: "3", hours: [6]),
      ], at: now)
    #expect(
      found.map { row in
        let next = row.departures[0]
        let clock = LocalDateTime(date: next.date, time: next.time).normalized.time.clock
        let day = next.daysAhead == 0 ? "" : "+\(next.daysAhead) "
        return "\(row.line.name) \(row.headsign): \(day)\(clock)"
      } == rows)
  }

  @Test func `without a departure in 24 hours, those of the next day with any are shown`() throws {
    // 2026-11-20 is a Friday; the trips run on Mondays.
    let monday = [Trips(hours: [8, 9], weekdays: 1), Trips(line: "2", hours: [7], weekdays: 2)]
    let rows = try departures(of: monday, at: "2026-11-20T08:30")
    #expect(rows.map(\.line.name) == ["1"])
    #expect(rows[0].departures.map(\.daysAhead) == [3, 3])
    #expect(rows[0].departures.map(\.date.description) == ["2026-11-23", "2026-11-23"])
    // A week later to the minute is the last day that is searched.
    let friday = [Trips(hours: [8], weekdays: 0b001_0000)]
    #expect(
      try departures(of: friday, at: "2026-11-20T08:30")[0].departures.map(\.daysAhead) == [7])
  }

  @Test func `24 hours before the clocks go forward end an hour later on the clock`() throws {
    // In Porto, the clocks go forward at 01:00 on Sunday, 2026-03-29. Line 2 runs on Mondays.
    let trips = [Trips(hours: [12]), Trips(line: "2", hours: [0.5, 0.75], weekdays: 1)]
    let rows = try departures(of: trips, at: "2026-03-28T23:45", in: "Europe/Lisbon")
    #expect(waits(rows) == ["1 C": [11 * 60 + 15], "2 C": [23 * 60 + 45]])
  }

  @Test func `trips with a headway have it`() throws {
    let rows = try departures(
      of: [Trips(hours: [9, 9.1], headway: 360), Trips(line: "2", hours: [9])],
      at: "2026-11-20T08:00")
    #expect(rows.map { $0.departures[0].headway } == [360, nil])
  }

  @Test(arguments: [
    ("09:00", [0, 6]), ("09:03", [3, 1437]), ("09:06", [0, 1434]), ("09:12", [0, 1428, 1434]),
    ("09:13", [1427, 1433]),
  ])
  func `the last train without a time may leave up to its headway later`(
    time: String, minutes: [Int]
  ) throws {
    let rows = try departures(
      of: [Trips(hours: [9, 9.1], headway: 360)], at: "2026-11-20T\(time)")
    #expect(waits(rows) == ["1 C": minutes])
  }

  @Test func `departures at the same second are ordered by day and headway`() throws {
    // The trip of yesterday's service day leaves at 24:30, which is 00:30 today.
    let rows = try departures(
      of: [Trips(hours: [0.5, 24.5], headway: 360), Trips(hours: [0.5])], at: "2026-11-20T00:15")
    #expect(
      rows[0].departures.map(\.date.description) == ["2026-11-19", "2026-11-20", "2026-11-20"])
    #expect(rows[0].departures.map(\.headway) == [360, nil, 360])
  }

  @Test(arguments: [
    // The clocks go back from 02:00 to 01:00 at 06:00 UTC, and forward from 02:00 at 07:00 UTC.
    (now: "2026-11-01T05:30", hour: 5.0, minutes: 270),
    // 01:45 is shown twice. Noon minus 12 hours is 05:00 UTC, so the second one is meant.
    (now: "2026-11-01T06:30", hour: 1.75, minutes: 15),
    (now: "2026-03-08T06:30", hour: 5.0, minutes: 150),
    // A trip at 25:30 of yesterday's service day, before the clocks change.
    (now: "2026-11-01T04:50", hour: 25.5, minutes: 40),
    (now: "2026-03-08T06:10", hour: 25.5, minutes: 20),
  ])
  func `waits are real on the days on which the clocks change`(
    now: String, hour: Double, minutes: Int
  ) throws {
    let rows = try departures(of: [Trips(hours: [hour])], at: now, in: "America/New_York")
    #expect(waits(rows).values.map { $0[0] } == [minutes])
  }

  @Test
  func `departures include yesterday's service day after midnight and tomorrow's in the morning`()
    throws
  {
    let night = try departures(of: [Trips(hours: [6, 24.5])], at: "2026-11-20T00:15")
    #expect(waits(night) == ["1 C": [15, 345]])
    let dates = night[0].departures.map(\.date.description)
    #expect(dates == ["2026-11-19", "2026-11-20"])
    let evening = try departures(of: [Trips(hours: [6])], at: "2026-11-20T23:00")
    #expect(evening[0].departures.map(\.date.description) == ["2026-11-21"])
  }

  @Test func `trips depart only on the days of their service`() throws {
    // 2026-11-20 is a Friday.
    let friday = [Trips(hours: [9], weekdays: 0b001_0000)]
    #expect(waits(try departures(of: friday, at: "2026-11-20T08:00")) == ["1 C": [60]])
    let sunday = try departures(of: friday, at: "2026-11-22T08:00")
    #expect(waits(sunday) == ["1 C": [5 * 24 * 60 + 60]])
  }

  @Test func `trips do not depart from their last stop or from one without boarding`() throws {
    let passing = [Trips(hours: [9], stopsAtB: false)]
    #expect(try departures(of: passing, at: "2026-11-20T08:00", from: 1).isEmpty)
    #expect(try departures(of: passing, at: "2026-11-20T08:00", from: 2).isEmpty)
    let stopping = [Trips(hours: [9])]
    #expect(waits(try departures(of: stopping, at: "2026-11-20T08:00", from: 1)) == ["1 C": [70]])
  }

  @Test func `the directions of a loop with one headsign are told apart by the next station`()
    throws
  {
    let network = SampleNetwork(
      stations: [("A", []), ("B", []), ("C", [])],
      trips: [
        .init("east", line: "6", headsign: "Ring", "A 9:00, B 9:10, C 9:20, A 9:30"),
        .init("west", line: "6", headsign: "Ring", "A 9:05, C 9:15, B 9:25, A 9:35"),
        .init("depot", line: "6", headsign: "C", "A 9:15, B 9:25, C 9:35"),
        .init("branch", line: "6", headsign: "D", "A 9:20, C 9:30, B 9:40"),
        .init("stem east", line: "7", headsign: "Ring", "A 9:25, B 9:35, C 9:45"),
        .init("stem west", line: "7", headsign: "Ring", "A 9:25, B 9:35, A 9:45"),
      ],
      directions: [
        "east": 0, "west": 1, "depot": 0, "branch": 0, "stem east": 0, "stem west": 1,
      ])
    let instant = try Date("2026-11-20T08:00:00Z", strategy: .iso8601)
    let rows = DepartureSearch(network.timetable(), at: instant).departures(from: 0)
    #expect(rows.map(\.destination) == ["Ring via B", "Ring via C", "C", "D", "Ring"])
    #expect(rows.map(\.departures.count) == [1, 1, 1, 1, 1])
  }

  @Test func `the destination of a trip without a headsign is its last stop`() throws {
    let departures = try departures(
      of: [Trips(headsign: "", hours: [9])], at: "2026-11-20T08:00")
    #expect(departures.map(\.headsign) == ["C"])
  }

  @Test(arguments: [("Asia/Shanghai", 60), ("Nowhere/City", 540), ("America/New_York", 840)])
  func `times are in the time zone of the city`(timeZone: String, wait: Int) throws {
    let departures = try departures(
      of: [Trips(hours: [9])], at: "2026-11-20T00:00", in: timeZone)
    #expect(waits(departures) == ["1 C": [wait]])
  }
}
