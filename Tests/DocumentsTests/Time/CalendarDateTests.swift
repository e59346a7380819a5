import Foundation
import Testing

@testable import Documents

struct CalendarDateTests {
  /// 2026-11-20, a Friday.
  private static let friday = CalendarDate.example

  @Test(arguments: [
    ("2026-11-20", 20_777, "Fri 20 Nov"), ("20261120", 20_777, "Fri 20 Nov"),
    ("1970-01-01", 0, "Thu 1 Jan 1970"), ("1969-12-31", -1, "Wed 31 Dec 1969"),
    ("2024-02-29", 19_782, "Thu 29 Feb 2024"), ("0001-01-01", -719_162, "Mon 1 Jan 1"),
  ])
  func `a date has a day number, a weekday and a month`(text: String, day: Int, words: String)
    throws
  {
    let date = try #require(CalendarDate(text))
    #expect(date.day == day)
    #expect("\(date.inWords(today: Self.friday))" == words)
    #expect(CalendarDate(date.description) == date)
  }

  @Test(arguments: ["", "2026-02-29", "2026-13-01", "2026-1-1", "0000-01-01", "٢٠٢٦1120", "today"])
  func `other texts are not dates`(text: String) {
    #expect(CalendarDate(text) == nil)
  }

  @Test func `the components of a day lead to the same day`() {
    for day in stride(from: -719_162, through: 2_932_896, by: 97) {
      let (year, month, dayOfMonth) = CalendarDate(day: day).components
      #expect(CalendarDate(year: year, month: month, dayOfMonth: dayOfMonth)?.day == day)
    }
    #expect(CalendarDate(day: .max).description == "9999-12-31")
    #expect(CalendarDate(day: .min).description == "0001-01-01")
  }

  @Test(arguments: [
    // At 23:30 in Porto it is the next day in Beijing.
    ("2026-11-20T23:30:00Z", "Europe/Lisbon", "2026-11-20"),
    ("2026-11-20T23:30:00Z", "Asia/Shanghai", "2026-11-21"),
    ("2026-07-20T23:30:00Z", "Europe/Lisbon", "2026-07-21"),
    ("1969-12-31T23:30:00Z", "Europe/London", "1970-01-01"),
    ("2026-11-20T03:30:00Z", "America/New_York", "2026-11-19"),
  ])
  func `today depends on the time zone`(now: String, timeZone: String, today: String) throws {
    let zone = try #require(TimeZone(identifier: timeZone))
    let date = CalendarDate(of: try Date(now, strategy: .iso8601), in: zone)
    #expect(date.description == today)
  }

  @Test(arguments: [
    (0, "today"), (1, "tomorrow"), (-1, "yesterday"), (2, "on Sunday"), (6, "on Thursday"),
    (7, "in 7 days"), (13, "in 13 days"), (14, "Fri 4 Dec"), (-2, "2 days ago"),
    (-14, "Fri 6 Nov"), (42, "Fri 1 Jan 2027"),
  ])
  func `a near day has the words that people use`(days: Int, words: String) {
    let date = CalendarDate(day: Self.friday.day + days)
    #expect("\(date.inWords(relativeTo: Self.friday))" == words)
  }

  @Test func `a date is text in JSON, and other texts are errors`() throws {
    let json = Data(#"["2026-11-20"]"#.utf8)
    let dates = try JSONDecoder().decode([CalendarDate].self, from: json)
    #expect(dates == [Self.friday])
    #expect(try JSONEncoder().encode(dates) == json)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([CalendarDate].self, from: Data(#"["Friday"]"#.utf8))
    }
  }
}
