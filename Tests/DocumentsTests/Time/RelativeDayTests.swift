import Foundation
import Testing

@testable import Documents

struct RelativeDayTests {
  @Test(
    arguments: [
      (0, "today"), (1, "tomorrow"), (2, "in 2 days"), (30, "in 30 days"), (-1, "yesterday"),
      (-3, "3 days ago"),
    ])
  func `the text of a day is parsed into the same day`(days: Int, text: String) {
    #expect(RelativeDay(days: days).description == text)
    #expect(RelativeDay(text) == RelativeDay(days: days))
    #expect(RelativeDay(text.uppercased()) == RelativeDay(days: days))
  }

  @Test(
    arguments: [
      "", "someday", "in days", "in x days", "in -3 days", "3 days", "in 3 weeks", "3 days hence",
      "in 99999999999999999999 days", "in 3 days ago", "today tomorrow", "2026-11-20",
    ])
  func `other texts are not relative days`(text: String) {
    #expect(RelativeDay(text) == nil)
  }

  @Test(
    arguments: [
      // At 23:30 in Porto it is the next day in Beijing.
      ("2026-11-20T23:30:00Z", "2026-11-20T01:00:00Z", "Europe/Lisbon", 0),
      ("2026-11-20T23:30:00Z", "2026-11-20T01:00:00Z", "Asia/Shanghai", 1),
      ("2026-11-21T00:30:00Z", "2026-11-20T23:30:00Z", "Europe/Lisbon", 1),
      ("2026-11-20T23:30:00Z", "2026-11-21T00:30:00Z", "Europe/Lisbon", -1),
      // A day has 25 hours when clocks go back, and 23 when they go forward.
      ("2026-10-25T23:30:00Z", "2026-10-24T23:30:00Z", "Europe/Lisbon", 0),
      ("2026-03-29T00:30:00Z", "2026-03-28T23:30:00Z", "Europe/Lisbon", 1),
      ("2027-03-01T12:00:00Z", "2027-02-28T12:00:00Z", "UTC", 1),
      ("2027-01-01T00:00:00Z", "2026-12-30T23:59:59Z", "UTC", 2),
    ])
  func `days are counted in the calendar of the time zone`(
    date: String, now: String, timeZone: String, days: Int
  ) throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: timeZone))
    let day = RelativeDay(
      of: try Date(date, strategy: .iso8601), at: try Date(now, strategy: .iso8601),
      in: calendar)
    #expect(day.days == days)
  }

  @Test(
    arguments: [
      (date(10, 42), date(10, 42), "10:42"), (date(0, 5), date(23, 59), "00:05"),
      (date(23, 10, daysAgo: 1), date(0, 1), "yesterday 23:10"),
      (date(8, 0, daysAgo: 3), date(10, 42), "3 days ago 08:00"),
    ])
  func `a date is a time, with the day unless that is today`(date: Date, now: Date, text: String) {
    #expect("\(date.inWords(at: now))" == text)
  }

  /// A time of 20 November 2026, or some days earlier, by the calendar of this machine.
  private static func date(_ hour: Int, _ minute: Int, daysAgo days: Int = 0) -> Date {
    let day = DateComponents(year: 2026, month: 11, day: 20 - days, hour: hour, minute: minute)
    return Calendar.current.date(from: day) ?? .distantPast
  }
}
