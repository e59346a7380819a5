import DataSourceFixture
import DataSourceInterface
import Documents
import Mediator
import RoutingInterface
import Testing

@testable import Routing

/// Journeys in the nights in which the clocks change.
@Suite struct ClockChangeTests {
  /// A night train of the evening before, and a train of the new day.
  private func network(in zone: String, night: String, morning: String) -> SampleNetwork {
    SampleNetwork(
      timeZone: zone, stations: [("A", []), ("B", []), ("C", [])],
      trips: [
        .init("night", line: "N", service: 0, night),
        .init("morning", line: "M", service: 1, morning),
      ], services: [0b010_0000, 0b100_0000])
  }

  /// The clocks change in the night from Saturday to Sunday. The night train belongs to Saturday,
  /// the train at 03:30 to Sunday. In autumn, 03:30 is 28:30 on Saturday's timeline, and found on
  /// Sunday's.
  private static let nights: [(zone: String, saturday: String, night: String, expected: String)] = [
    ("Europe/Berlin", "2027-03-27", "A 25:30,B 26:20", "01:30⁺¹–03:50⁺¹, 80 min"),
    ("Europe/Berlin", "2026-10-24", "A 25:30,B 26:20", "01:30–03:50, 200 min"),
    ("America/New_York", "2026-03-07", "A 25:30,B 26:20", "01:30⁺¹–03:50⁺¹, 80 min"),
    ("America/New_York", "2026-10-31", "A 25:30,B 26:20", "01:30–03:50, 200 min"),
    ("Australia/Sydney", "2026-10-03", "A 25:30,B 26:20", "01:30⁺¹–03:50⁺¹, 80 min"),
    ("Australia/Sydney", "2026-04-04", "A 25:30,B 26:20", "01:30–03:50, 200 min"),
    ("Europe/Lisbon", "2026-03-28", "A 24:30,B 25:20", "00:30⁺¹–03:50⁺¹, 140 min"),
    ("Europe/Lisbon", "2026-10-24", "A 25:10,B 25:50", "01:10–03:50, 220 min"),
    ("Asia/Shanghai", "2026-10-24", "A 25:30,B 26:20", "01:30–03:50, 140 min"),
  ]

  @Test(arguments: nights)
  func `a connection takes as long as it takes, whatever the clocks show`(
    zone: String, saturday: String, night: String, expected: String
  ) throws {
    let date = try #require(CalendarDate(saturday))
    let timetable = network(in: zone, night: night, morning: "B 3:30,C 3:50").timetable()
    let found = [0, 1].map { offset in
      TimetableSearch(
        ServiceDaySchedule(
          timetable, on: CalendarDate(day: date.day + offset), changeTime: 120)
      ).journeys(from: 0, to: 2, departingAfter: ServiceTime(seconds: 0))
    }
    let journey = try #require(found.joined().first)
    let minutes = Int(journey.duration.components.seconds) / 60
    #expect("\(journey.timeRange), \(minutes) min" == expected)
    #expect(journey.clockDuration == journey.duration)
    let dates = journey.legs.compactMap(\.ride).map(\.serviceDate.day)
    #expect(dates == [date.day, date.day + 1])
  }

  /// On the date on which an hour is repeated, clocks show 00:00 an hour before noon minus 12
  /// hours.
  @Test(arguments: ["2026-10-18", "2026-10-25", "2027-03-28"])
  func `a train of the evening before is found after midnight`(sunday: String) throws {
    let date = try #require(CalendarDate(sunday))
    let timetable = network(in: "Europe/Berlin", night: "A 24:30,B 24:50", morning: "B 3:30,C 3:50")
      .timetable()
    let timeline = Timeline(date, in: "Europe/Berlin")
    let journeys = TimetableSearch(ServiceDaySchedule(timetable, on: date, changeTime: 120))
      .journeys(from: 0, to: 1, departingAfter: timeline.midnight)
    #expect(journeys.map(\.timeRange.description) == ["00:30–00:50"])
  }

  @Test(arguments: [0, 1, 2, 3])
  func `a train that runs for three days is on the timeline of each of them`(day: Int) throws {
    var network = SampleNetwork(
      stations: [("A", []), ("B", []), ("C", []), ("D", [])],
      trips: [.init("long", "A 20:00,B 32:10")], services: [0b000_0001])
    network.trips[0].calls += [
      .init(stop: "C", arrival: 49 * 3600, departure: 49 * 3600 + 600),
      .init(stop: "D", arrival: 80 * 3600, departure: 80 * 3600),
    ]
    let date = CalendarDate(day: RoutingFixture.monday.day + day)
    let search = TimetableSearch(
      ServiceDaySchedule(network.timetable(), on: date, changeTime: 120))
    let journeys = search.journeys(
      from: [0, 1, 2, 2][day], to: 3, departingAfter: ServiceTime(seconds: 0))
    let expected = [["20:00–08:00⁺³"], ["08:10–08:00⁺²"], ["01:10–08:00⁺¹"], []]
    #expect(journeys.map(\.timeRange.description) == expected[day])
    let rides = journeys.flatMap(\.legs).compactMap(\.ride)
    #expect(rides.allSatisfy { $0.serviceDate == RoutingFixture.monday })
  }
}
