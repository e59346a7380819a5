import DataSourceInterface
import Foundation
import Testing

struct ServiceMomentTests {
  @Test(arguments: [
    ("2026-11-20T12:00:00Z", "Europe/Lisbon", "2026-11-20", 43_200),
    ("2026-11-20T02:59:59Z", "Europe/Lisbon", "2026-11-19", 97_199),
    ("2026-11-20T03:00:00Z", "Europe/Lisbon", "2026-11-20", 10_800),
    ("2026-11-20T16:00:00Z", "Asia/Shanghai", "2026-11-20", 86_400),
    ("2026-07-01T11:00:00Z", "Europe/Lisbon", "2026-07-01", 43_200),
    ("2026-11-20T12:00:00Z", "Nowhere/Else", "2026-11-20", 43_200),
    ("1969-12-31T23:00:00Z", "UTC", "1969-12-31", 82_800),
  ])
  func `a moment has the agency's time, and belongs to the day before until 03:00`(
    instant: String, timeZone: String, date: String, seconds: Int
  ) throws {
    let moment = ServiceMoment(try Date(instant, strategy: .iso8601), in: timeZone)
    #expect(moment.date.description == date)
    #expect(moment.time.seconds == seconds)
  }

  @Test(arguments: [
    ("2026-11-20", "12:00", "Europe/Lisbon", "2026-11-20T12:00:00Z"),
    ("2026-11-20", "25:10", "Asia/Shanghai", "2026-11-20T17:10:00Z"),
    // Clocks are put forward at one, and back at two.
    ("2026-03-28", "26:30", "Europe/Lisbon", "2026-03-29T01:30:00Z"),
    ("2026-03-29", "00:30", "Europe/Lisbon", "2026-03-29T00:30:00Z"),
    ("2026-03-29", "08:00", "Europe/Lisbon", "2026-03-29T07:00:00Z"),
    ("2026-10-25", "08:00", "America/New_York", "2026-10-25T12:00:00Z"),
    ("2026-11-20", "08:00", "Nowhere/Else", "2026-11-20T08:00:00Z"),
  ])
  func `the instant of a moment is the one at which the city's clocks show it`(
    date: String, clock: String, timeZone: String, instant: String
  ) throws {
    let moment = ServiceMoment(
      date: try #require(ServiceDate(date)), time: try #require(ServiceTime(clock)))
    #expect(moment.instant(in: timeZone).formatted(.iso8601) == instant)
  }

  @Test(arguments: [
    ("23:59:59", "2026-11-20", "23:59:59"), ("24:00", "2026-11-21", "00:00"),
    ("25:10", "2026-11-21", "01:10"),
  ])
  func `a normalized moment has a time of the calendar day`(
    clock: String, date: String, time: String
  ) throws {
    let moment = ServiceMoment(
      date: try #require(ServiceDate("2026-11-20")), time: try #require(ServiceTime(clock))
    ).normalized
    #expect(moment.date.description == date && moment.time.clock == time)
  }
}
