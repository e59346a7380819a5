import DataSourceFixture
import DataSourceInterface
import Foundation
import Mediator
import NewsInterface
import Testing

struct NewsConcernTests {
  private static let noon = Date(timeIntervalSince1970: 1_795_219_200)

  /// A ride on line 1 from A to C, with one stop between, from noon to half past.
  private let part = NewsConcern(
    city: .builtIn, lines: [Line(id: "L1", name: "1", color: nil)],
    stations: [StopReference(id: "a", name: "Álamo"), StopReference(id: "c", name: "C")],
    passed: [StopReference(id: "b", name: "B")], trips: ["t"], span: noon...noon + 1800)

  private static func item(
    _ subjects: [NewsSubject]? = nil, line: String? = nil, effect: NewsEffect? = .other,
    periods: [NewsPeriod]? = nil, isUrgent: Bool? = nil
  ) -> NewsItem {
    NewsItem(
      id: "n", title: "", body: "", line: line, subjects: subjects, effect: effect,
      periods: periods, isUrgent: isUrgent)
  }

  @Test(arguments: [
    (item(line: "1"), true), (item(line: "L1"), true), (item(line: "2"), false), (item(), true),
    // What neither is urgent nor says what happens is for the list only.
    (item(line: "1", effect: nil), false), (item(line: "1", effect: nil, isUrgent: true), true),
    (item([NewsSubject(station: "alamo")]), true), (item([NewsSubject(station: "a")]), true),
    // Who stays in the train need not know of a station that it passes.
    (item([NewsSubject(station: "B")]), false),
    (item([NewsSubject(station: "B", to: "D")]), true),
    (item([NewsSubject(station: "D", to: "E")]), false),
    (item([NewsSubject(line: "2", station: "A")]), false),
    (item([NewsSubject(line: "2"), NewsSubject(trip: "t")]), true),
    (item([NewsSubject(trip: "u")]), false),
    (item([NewsSubject(station: "C")], line: "2"), false),
    (item(periods: [NewsPeriod(start: noon + 1801, end: nil)]), false),
    (item(periods: [NewsPeriod(start: nil, end: noon)]), false),
    (
      item(periods: [NewsPeriod(start: nil, end: noon), NewsPeriod(start: noon + 60, end: nil)]),
      true
    ),
  ])
  func `a notice concerns who rides where and when it says`(item: NewsItem, concerns: Bool) {
    #expect(item.concerns(part) == concerns)
  }

  @Test(arguments: ["2026-11-20T08:00:00Z", "2026-11-20T09:00:00+01:00"])
  func `a period of an address is written as in ISO 8601`(start: String) throws {
    let json = #"{"start": "\#(start)"}"#
    let period = try JSON.decode(NewsPeriod.self, from: Data(json.utf8))
    #expect(period == NewsPeriod(start: Date(timeIntervalSince1970: 1_795_161_600), end: nil))
  }

  @Test func `a text that is no time is an error`() {
    #expect(throws: DecodingError.self) {
      try JSON.decode(NewsPeriod.self, from: Data(#"{"end": "tomorrow"}"#.utf8))
    }
  }
}
