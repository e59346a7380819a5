import DataSourceInterface
import Documents
import Foundation
import Testing

struct TimelineTests {
  /// A time on the timeline of a date, and the instant and the clock at it.
  typealias Row = (zone: String, date: String, time: String, instant: String, clock: String)

  /// Two nights of each zone: the clocks go forward, and back.
  private static let nights: [Row] = [
    // Berlin skips 02:00 to 03:00 on 2027-03-28, and repeats it on 2026-10-25.
    ("Europe/Berlin", "2027-03-27", "25:30", "2027-03-28T00:30:00Z", "01:30⁺¹"),
    ("Europe/Berlin", "2027-03-27", "26:00", "2027-03-28T01:00:00Z", "03:00⁺¹"),
    ("Europe/Berlin", "2027-03-27", "26:20", "2027-03-28T01:20:00Z", "03:20⁺¹"),
    ("Europe/Berlin", "2027-03-28", "00:30", "2027-03-27T22:30:00Z", "23:30⁻¹"),
    ("Europe/Berlin", "2027-03-28", "03:30", "2027-03-28T01:30:00Z", "03:30"),
    ("Europe/Berlin", "2026-10-24", "26:30", "2026-10-25T00:30:00Z", "02:30⁺¹"),
    ("Europe/Berlin", "2026-10-24", "27:30", "2026-10-25T01:30:00Z", "02:30⁺¹"),
    ("Europe/Berlin", "2026-10-25", "00:00", "2026-10-24T23:00:00Z", "01:00"),
    ("Europe/Berlin", "2026-10-25", "02:30", "2026-10-25T01:30:00Z", "02:30"),
    // New York skips 02:00 to 03:00 on 2026-03-08, and repeats 01:00 to 02:00 on 2026-11-01.
    ("America/New_York", "2026-03-07", "25:50", "2026-03-08T06:50:00Z", "01:50⁺¹"),
    ("America/New_York", "2026-03-07", "26:10", "2026-03-08T07:10:00Z", "03:10⁺¹"),
    ("America/New_York", "2026-03-08", "08:00", "2026-03-08T12:00:00Z", "08:00"),
    ("America/New_York", "2026-10-31", "25:30", "2026-11-01T05:30:00Z", "01:30⁺¹"),
    ("America/New_York", "2026-10-31", "26:30", "2026-11-01T06:30:00Z", "01:30⁺¹"),
    ("America/New_York", "2026-11-01", "01:30", "2026-11-01T06:30:00Z", "01:30"),
    // Sydney goes forward on 2026-10-04 and back on 2026-04-05.
    ("Australia/Sydney", "2026-10-03", "26:15", "2026-10-03T16:15:00Z", "03:15⁺¹"),
    ("Australia/Sydney", "2026-10-04", "02:30", "2026-10-03T15:30:00Z", "01:30"),
    ("Australia/Sydney", "2026-04-04", "27:15", "2026-04-04T16:15:00Z", "02:15⁺¹"),
    ("Australia/Sydney", "2026-04-05", "02:15", "2026-04-04T16:15:00Z", "02:15"),
    // Lisbon skips 01:00 to 02:00 on 2026-03-29, and repeats it on 2026-10-25.
    ("Europe/Lisbon", "2026-03-28", "25:10", "2026-03-29T01:10:00Z", "02:10⁺¹"),
    ("Europe/Lisbon", "2026-03-29", "03:00", "2026-03-29T02:00:00Z", "03:00"),
    ("Europe/Lisbon", "2026-10-24", "26:10", "2026-10-25T01:10:00Z", "01:10⁺¹"),
    ("Europe/Lisbon", "2026-10-25", "01:10", "2026-10-25T01:10:00Z", "01:10"),
    // Most zones have no such night, and most nights none.
    ("Asia/Shanghai", "2026-03-28", "47:10", "2026-03-29T15:10:00Z", "23:10⁺¹"),
    ("Europe/Berlin", "2026-11-20", "25:10", "2026-11-21T00:10:00Z", "01:10⁺¹"),
    ("Nowhere/Else", "2026-11-20", "08:00", "2026-11-20T08:00:00Z", "08:00"),
  ]

  @Test(arguments: nights)
  func `a time counts from noon minus 12 hours, and clocks show what they show then`(
    row: Row
  ) throws {
    let timeline = Timeline(try #require(CalendarDate(row.date)), in: row.zone)
    let time = timeline.time(try #require(ServiceTime(row.time)).seconds)
    #expect(timeline.instant(of: time).formatted(.iso8601) == row.instant)
    #expect(time.clock == row.clock)
    #expect(timeline.time(at: timeline.instant(of: time)).seconds == time.seconds)
  }

  @Test(arguments: [
    ("Europe/Berlin", "2027-03-27", 23), ("Europe/Berlin", "2027-03-28", 24),
    ("Europe/Berlin", "2026-10-24", 25), ("America/New_York", "2026-10-31", 25),
    ("Australia/Sydney", "2026-10-03", 23), ("Asia/Shanghai", "2026-10-24", 24),
  ])
  func `the next date begins 23, 24 or 25 hours later`(
    zone: String, date: String, hours: Int
  ) throws {
    let date = try #require(CalendarDate(date))
    let next = CalendarDate(day: date.day + 1)
    #expect(Timeline(date, in: zone).start(of: next) == hours * 3600)
    #expect(Timeline(next, in: zone).start(of: date) == -hours * 3600)
  }

  @Test(arguments: [
    // A time that the clocks skip maps forward; of a repeated hour the first is meant.
    ("Europe/Berlin", "2027-03-28", "02:30", "2027-03-28T01:30:00Z", "03:30"),
    ("Europe/Berlin", "2027-03-28", "00:30", "2027-03-27T23:30:00Z", "00:30"),
    ("Europe/Berlin", "2026-10-25", "02:30", "2026-10-25T00:30:00Z", "02:30"),
    ("America/New_York", "2026-11-01", "01:30", "2026-11-01T05:30:00Z", "01:30"),
  ])
  func `what a person reads off a clock becomes an instant`(
    zone: String, date: String, clock: String, instant: String, shown: String
  ) throws {
    let date = try #require(CalendarDate(date))
    let timeline = Timeline(date, in: zone)
    let time = timeline.time(
      at: LocalDateTime(date: date, time: try #require(ServiceTime(clock))))
    #expect(timeline.instant(of: time).formatted(.iso8601) == instant)
    #expect(time.clock == shown)
  }
}
