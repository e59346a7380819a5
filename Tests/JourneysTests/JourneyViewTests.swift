import Console
import DataSourceFixture
import DataSourceInterface
import Documents
import Foundation
import JourneysInterface
import RoutingInterface
import Testing

@testable import Journeys

@Suite struct JourneyViewTests {
  private let city = City.sample(name: "Porto")

  @Test func `a plan shows each stop, line, direction and change`() {
    let text = Page(columns: 80).text(of: JourneyView.document(.sample([.sample]), in: city))
    #expect(
      text == """
        西直门 → 国贸    Porto, Fri 20 Nov 2026

        08:00–08:30 · 30 min · 1 change
        08:00  ● 西直门
               ┃ [2号线] to 西直门 · 2 stops between
        08:18  ● 建国门
               ┊ change 4 min · wait 1 min
        08:22  ● 建国门
               ┃ [1号线] to 环球度假区 · 1 stop between
        08:30  ● 国贸

        later: 08:00–08:30
        """)
  }

  private static let nightSentences: [(String, String?, String, String)] = [
    // Now, the date of the next journeys (nil for journeys of the plan), the reason, and the line.
    (
      "2026-11-20 23:30", "2026-11-21", "the last train left at 00:38⁺¹",
      "The last train left at 00:38⁺¹; first trains tomorrow, Sat 21 Nov:"
    ),
    (
      "2026-11-20 00:50", nil, "the last train left at 00:38",
      "The last train left at 00:38; first trains today, Fri 20 Nov:"
    ),
    (
      "2026-11-20 12:00", "2026-11-23", "no train runs on Fri 20 Nov",
      "No train runs on Fri 20 Nov; first trains on Mon 23 Nov:"
    ),
    (
      "2026-11-20 12:00", "2026-11-20", "no journey arrives by 05:00",
      "No journey arrives by 05:00; the next trains:"
    ),
    (
      "2025-11-20 12:00", "2026-11-21", "no train runs on Fri 20 Nov 2026",
      "No train runs on Fri 20 Nov 2026; first trains on Sat 21 Nov 2026:"
    ),
  ]

  @Test(arguments: nightSentences)
  func `one line says why the first trains of a morning are shown`(
    now: String, next: String?, reason: String, line: String
  ) throws {
    let clock = CityClock(showing: try LocalDateTime(now))
    let point = PointOfInterest(id: "a", name: "西直门")
    let plan = JourneyPlan(
      city: .builtIn, date: .sample, from: point, to: point,
      journeys: next == nil ? [Journey.sample] : [], reason: reason,
      next: next.flatMap { CalendarDate($0) }.map {
        NextJourneys(date: $0, journeys: [Journey.sample])
      })
    for page in [Page(columns: 80), Page(columns: 40)] {
      let text = page.text(of: JourneyView.document(plan, in: city, at: clock))
      let paragraphs = text.split(separator: "\n\n").map {
        $0.replacingOccurrences(of: "\n", with: " ")
      }
      #expect(paragraphs[1] == line)
      #expect(paragraphs[2].hasPrefix("08:00–08:30 · 30 min · 1 change"))
    }
  }

  @Test(arguments: [("03:06", false), ("03:55", false), ("03:56", true), ("05:30", true)])
  func `where the next train leaves within an hour, none of the night is called the last`(
    clock: String, isCalledLast: Bool
  ) throws {
    let departure = try #require(ServiceTime(clock))
    let journey = Journey(
      departure: departure, arrival: departure, rides: 1, legs: [Journey.sample.legs[0]])
    let plan = JourneyPlan.sample([journey], reason: "the last train left at 02:46")
    let now = LocalDateTime(date: plan.date, time: try #require(ServiceTime("02:55")))
    let clock = CityClock(showing: now)
    let text = Page(columns: 80).text(of: JourneyView.document(plan, in: city, at: clock))
    #expect(text.contains("The last train left at 02:46; first trains") == isCalledLast)
  }

  @Test func `journeys that differ only in seconds, or take longer than the walk, are not listed`()
  {
    func journey(_ departure: Int, _ arrival: Int, rides: Int) -> Journey {
      Journey(
        departure: .eight(plus: departure), arrival: .eight(plus: arrival), rides: rides,
        legs: rides == 0 ? [] : [Journey.sample.legs[0]])
    }
    let later = [
      journey(60, 180, rides: 1), journey(70, 190, rides: 1), journey(120, 900, rides: 1),
    ]
    let plan = JourneyPlan(
      city: .builtIn, date: .sample, from: PointOfInterest(id: "a", name: "A"),
      to: PointOfInterest(id: "b", name: "B"), journeys: [journey(0, 380, rides: 0)], later: later)
    let text = Page(columns: 80).text(of: JourneyView.document(plan, in: city))
    #expect(text.hasSuffix("\nlater: 08:01–08:03"))
  }

  @Test(arguments: [40, 80, 120])
  func `no line is wider than the page`(columns: Int) {
    let reason = "no journey tonight; the last left at 23:04"
    let name = "NorteShopping I Sete Bicas and Senhor de Matosinhos"
    let ends = PointOfInterest(id: "a", name: TranslatedName(name))
    let plans = [
      .sample([.sample]), JourneyPlan.sample([], reason: reason),
      JourneyPlan(
        city: .builtIn, date: .sample, from: ends, to: ends, journeys: []),
      JourneyPlan.sample(Array(repeating: Journey.longNamed, count: 8)),
    ]
    for plan in plans {
      let lines = Page(columns: columns).text(of: JourneyView.document(plan, in: city))
        .split(separator: "\n")
      for line in lines { #expect(String(line).columns <= columns, "\(line)") }
    }
    let span = DepartureSpan(
      line: Journey.longNamed.lines[0], direction: nil,
      destinations: [TranslatedName(name), "A"].map {
        .init(
          name: $0, first: ServiceTime(seconds: 18_000), last: ServiceTime(seconds: 90_000),
          count: 100)
      })
    let departures = Page(columns: columns).text(
      of: StationDeparturesView.document(
        StationDepartures(
          city: .builtIn, date: .sample,
          station: StopReference(id: "a", name: TranslatedName(name)),
          departures: [span]), in: city))
    for line in departures.split(separator: "\n") {
      #expect(String(line).columns <= columns, "\(line)")
    }
    #expect(departures.contains("01:00⁺¹"))
  }

  @Test func `a plan without journeys shows the reason as a sentence`() {
    let text = Page(columns: 80).text(
      of: JourneyView.document(.sample([], reason: "no train runs on Fri 20 Nov"), in: city))
    #expect(text.hasSuffix("\n\nNo train runs on Fri 20 Nov."))
  }

  @Test(arguments: [(5, true), (6, false)])
  func `a plan with more than five journeys is a table`(count: Int, isDrawn: Bool) {
    let plan = JourneyPlan.sample(Array(repeating: Journey.sample, count: count))
    let text = Page(columns: 80).text(of: JourneyView.document(plan, in: city))
    #expect(text.contains("● 西直门") == isDrawn && text.contains("departs  arrives") != isDrawn)
  }
}
