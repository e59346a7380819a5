import Foundation
import Testing

@testable import Documents

struct DayExpressionTests {
  /// 2026-11-22, a Sunday.
  private static let sunday = CalendarDate(day: 20_779)

  @Test(arguments: [
    ("today", 0), ("Tomorrow", 1), ("yesterday", -1), ("+3", 3), ("+0", 0), ("in 2 days", 2),
    ("sun", 0), ("sunday", 0), ("mon", 1), ("Fri", 5), ("friday", 5), ("thurs", 4), ("SAT", 6),
    ("22 Nov", 0), ("22nov", 0), ("22. November", 0), ("Nov 23", 1), ("November 23, 2026", 1),
    ("21 nov", 364), ("1 Jan", 40), ("22 Nov 2025", -365), ("2026-11-22", 0), ("20261123", 1),
    ("next monday", 1), ("Next  Fri", 5), ("next sun", 7), ("30/11", 8), ("22/11", 0),
    ("21/11", 364), ("1/1", 40), ("01/01/2027", 40), ("30.11.", 8), ("30.11.2026", 8),
    (" tomorrow ", 1), ("29 feb", 464), ("1 sept 2026", -82), ("22nov2026", 0),
  ])
  func `a typed day is a number of days after today`(text: String, days: Int) throws {
    let expression = try #require(DayExpression(text))
    #expect(expression.date(today: Self.sunday).day - Self.sunday.day == days)
    #expect(DayExpression(expression.description) == expression)
  }

  @Test(arguments: [
    "", "fr", "someday", "30 feb", "31 apr", "2026-02-29", "2026-13-01", "2026-1-1", "0000-01-01",
    "22", "22 Nov 26", "nov", "22 nov 2026 1", "+", "+x", "+99999", "-3", "٢٢ nov",
    "11/30", "31/11", "0/1", "1/0", "30/11/26", "30/11/", "/11", "30/11.2026", "30 / 11", "30/-1",
    "2026/11/30", "29/02/2026", "8.30", "next", "next week", "next fr", "next 22 nov", "next today",
    "2026-11-22T08:00", "99999999999999999999",
  ])
  func `other texts are errors that say what is accepted`(text: String) throws {
    let json = try JSONEncoder().encode([text])
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([DayExpression].self, from: json)
    }
    guard case .dataCorrupted(let context) = error else { return }
    #expect(
      context.debugDescription
        == "'\(text)' is not a day; expected today, tomorrow, yesterday, a weekday such as fri, "
        + "next fri for the first one after today, a date such as 22 Nov, 22/11 (day/month) or "
        + "2026-11-22, or +3 for in 3 days")
  }

  @Test(arguments: ["today", "friday", "22 november", "2026-11-22", "in 3 days"])
  func `a day is text in JSON`(text: String) throws {
    let json = Data("[\"\(text)\"]".utf8)
    let days = try JSONDecoder().decode([DayExpression].self, from: json)
    #expect(try JSONEncoder().encode(days) == json)
  }
}
