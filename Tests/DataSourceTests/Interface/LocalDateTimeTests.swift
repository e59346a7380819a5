import Console
import DataSourceInterface
import Documents
import Foundation
import Mediator
import Testing

struct LocalDateTimeTests {
  @Test(arguments: [
    ("2026-11-20T12:00:00Z", "Europe/Lisbon", "2026-11-20", 43_200),
    ("2026-11-20T00:30:59Z", "Europe/Lisbon", "2026-11-20", 1859),
    ("2026-11-20T16:00:00Z", "Asia/Shanghai", "2026-11-21", 0),
    ("2026-07-01T11:00:00Z", "Europe/Lisbon", "2026-07-01", 43_200),
    ("2026-11-20T12:00:00Z", "Nowhere/Else", "2026-11-20", 43_200),
    ("1969-12-31T23:00:00Z", "UTC", "1969-12-31", 82_800),
    // The clocks of New York show 01:30 twice in this night.
    ("2026-11-01T05:30:00Z", "America/New_York", "2026-11-01", 5400),
    ("2026-11-01T06:30:00Z", "America/New_York", "2026-11-01", 5400),
  ])
  func `the date and time are those of the calendar and the clocks of the city`(
    instant: String, timeZone: String, date: String, seconds: Int
  ) throws {
    let local = LocalDateTime(try Date(instant, strategy: .iso8601), in: timeZone)
    #expect(local.date.description == date)
    #expect(local.time.seconds == seconds)
  }

  @Test(arguments: [
    // The clocks of Lisbon skip 01:00 to 02:00, and show it twice in autumn.
    ("2026-03-29T00:50:00Z", "2026-03-29", "02:10", 20),
    ("2026-03-29T00:50:00Z", "2026-03-28", "24:55", 5),
    ("2026-10-24T23:30:30Z", "2026-10-25", "02:03", 152),
    ("2026-10-25T01:50:00Z", "2026-10-25", "02:03", 13),
    ("2026-10-25T01:50:00Z", "2026-10-25", "01:55", -55),
    ("2026-11-20T12:00:00Z", "2026-11-21", "00:30", 750),
  ])
  func `the time until a departure counts the hours that clocks skip or repeat`(
    instant: String, date: String, clock: String, minutes: Int
  ) throws {
    let local = LocalDateTime(
      date: try #require(CalendarDate(date)), time: try #require(ServiceTime(clock)))
    let clock = CityClock(try Date(instant, strategy: .iso8601), in: "Europe/Lisbon")
    #expect(Int((clock.duration(until: local) / .seconds(60)).rounded(.down)) == minutes)
  }

  @Test(arguments: [
    ("00:00", "2026-11-19"), ("02:59", "2026-11-19"), ("03:00", "2026-11-20"),
    ("23:59", "2026-11-20"),
  ])
  func `until 03:00 the night of the day before is running`(clock: String, night: String) throws {
    let local = LocalDateTime(
      date: try #require(CalendarDate("2026-11-20")), time: try #require(ServiceTime(clock)))
    #expect(local.nightDate.description == night)
  }

  @Test(arguments: [
    ("2026-11-20", "12:00", "Europe/Lisbon", "2026-11-20T12:00:00Z"),
    ("2026-11-20", "25:10", "Asia/Shanghai", "2026-11-20T17:10:00Z"),
    // Clocks are put forward at one, and back at two.
    ("2026-03-28", "26:30", "Europe/Lisbon", "2026-03-29T01:30:00Z"),
    // The clocks skip 01:30, so it means 02:30.
    ("2026-03-29", "01:30", "Europe/Lisbon", "2026-03-29T01:30:00Z"),
    ("2026-03-08", "02:30", "America/New_York", "2026-03-08T07:30:00Z"),
    // They show it twice, and the first is meant.
    ("2026-10-25", "01:30", "Europe/Lisbon", "2026-10-25T00:30:00Z"),
    ("2026-10-31", "25:30", "America/New_York", "2026-11-01T05:30:00Z"),
    ("2026-10-04", "02:10", "Australia/Lord_Howe", "2026-10-03T15:40:00Z"),
    ("2026-03-29", "00:30", "Europe/Lisbon", "2026-03-29T00:30:00Z"),
    ("2026-03-29", "08:00", "Europe/Lisbon", "2026-03-29T07:00:00Z"),
    ("2026-10-25", "08:00", "America/New_York", "2026-10-25T12:00:00Z"),
    ("2026-11-20", "08:00", "Nowhere/Else", "2026-11-20T08:00:00Z"),
  ])
  func `the instant of a local time is the one at which the city's clocks show it`(
    date: String, clock: String, timeZone: String, instant: String
  ) throws {
    let local = LocalDateTime(
      date: try #require(CalendarDate(date)), time: try #require(ServiceTime(clock)))
    #expect(local.instant(in: timeZone).formatted(.iso8601) == instant)
  }

  @Test(arguments: [
    ("23:59:59", "2026-11-20", "23:59:59"), ("24:00", "2026-11-21", "00:00"),
    ("25:10", "2026-11-21", "01:10"),
  ])
  func `a normalized local time has a time of the calendar day`(
    clock: String, date: String, time: String
  ) throws {
    let local = LocalDateTime(
      date: try #require(CalendarDate("2026-11-20")), time: try #require(ServiceTime(clock))
    ).normalized
    #expect(local.date.description == date && local.time.parameterText == time)
  }
}
