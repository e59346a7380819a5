import DataSourceInterface
import Foundation
import Testing

struct ServiceDateTests {
  @Test(
    arguments: [
      ("1970-01-01", 0, 3), ("2026-11-20", 20777, 4), ("2024-02-29", 19782, 3),
      ("2000-03-01", 11017, 2), ("1969-12-31", -1, 2), ("0001-01-01", -719_162, 0),
    ])
  func `a date has a day number and a weekday`(text: String, day: Int, weekday: Int) throws {
    let date = try #require(ServiceDate(text))
    #expect(date.day == day && date.weekday == weekday && date.description == text)
    #expect(ServiceDate(text.filter { $0 != "-" }) == date)
    let json = try JSONEncoder().encode([date])
    #expect(String(decoding: json, as: UTF8.self) == "[\"\(text)\"]")
    #expect(try JSONDecoder().decode([ServiceDate].self, from: json) == [date])
  }

  @Test(
    arguments: [
      "", "2026-13-01", "2026-00-01", "2025-02-29", "2026-04-31", "2026-1-01", "26-01-01",
      "2026/01/01", "2026011", "202601011", "2026-0101", "0000-01-01", "٢٠٢٦٠١٠١",
    ])
  func `other texts are not dates`(text: String) {
    #expect(ServiceDate(text) == nil)
  }

  @Test func `every day number and date convert to each other`() {
    for day in stride(from: -719_162, to: 2_932_896, by: 997) {
      let (year, month, dayOfMonth) = ServiceDate(day: day).components
      #expect(ServiceDate(year: year, month: month, dayOfMonth: dayOfMonth)?.day == day)
    }
  }

  @Test(
    arguments: [
      ("2026-11-20", "2026-01-01", "Fri 20 Nov"), ("2027-03-01", "2026-12-31", "Mon 1 Mar 2027"),
      ("2026-11-20", nil, "Fri 20 Nov 2026"),
    ])
  func `a date in words has a year unless it is the current one`(
    date: String, today: String?, words: String
  ) throws {
    let now = today.flatMap { ServiceDate($0) }.map {
      LocalDateTime(date: $0, time: ServiceTime(seconds: 0))
    }
    #expect(try #require(ServiceDate(date)).inWords(at: now) == words)
  }
}
