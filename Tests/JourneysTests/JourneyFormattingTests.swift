import Console
import DataSourceFixture
import DataSourceInterface
import Documents
import JourneysInterface
import Mediator
import RoutingInterface
import Testing

@testable import Journeys

@Suite struct JourneyFormattingTests {
  private let city = City.sample(name: "Porto")

  @Test(
    arguments: [
      (20_777, 28_800 - 720, "Porto, Fri 20 Nov\n", " · in 12 min\n"),
      (20_777, 28_800 - 90, "Porto, Fri 20 Nov\n", " · in 1 min, hurry\n"),
      (20_777, 28_801, "Porto, Fri 20 Nov\n", " · gone\n"),
      (20_777, 28_800 + 11 * 3600, "Porto, Fri 20 Nov\n", " · gone\n"),
      (20_777, 28_800 + 12 * 3600, "Porto, Fri 20 Nov\n", "\n"),
      (20_777, 28_800 - 3600, "Porto, Fri 20 Nov\n", "\n"),
      (20_776, 28_800 - 720, "Porto, Fri 20 Nov, tomorrow\n", "\n"),
      (20_780, 28_800, "Porto, Fri 20 Nov, 3 days ago\n", "\n"),
    ])
  func `the heading names the relative day, and the summary the time until departure`(
    day: Int, time: Int, heading: String, summary: String
  ) {
    let clock = CityClock(
      showing: LocalDateTime(date: CalendarDate(day: day), time: ServiceTime(seconds: time)))
    let document = JourneyView.document(.sample([.sample]), in: city, at: clock)
    let text = Page(columns: 80).text(of: document)
    #expect(text.contains(heading))
    #expect(text.contains("08:00–08:30 · 30 min · 1 change" + summary))
    let narrow = Page(columns: 40).text(of: document)
    #expect(narrow.split(separator: "\n").allSatisfy { String($0).columns <= 40 })
  }

  @Test(
    arguments: [
      ("2026-11-20 12:00", "Porto, Fri 20 Nov"), ("2026-11-21 02:50", "Porto, Fri 20 Nov, tonight"),
      ("2026-11-20 02:50", "Porto, Fri 20 Nov, today"),
      ("2026-11-19 02:50", "Porto, Fri 20 Nov, tomorrow"),
      ("2026-11-21 03:00", "Porto, Fri 20 Nov, yesterday"),
    ])
  func `before 03:00, the heading says which day is meant`(now: String, heading: String) throws {
    let now = try LocalDateTime(now)
    #expect(
      Page(columns: 80).text(of: [.title("A", in: city, .sample, at: now)]) == "A    \(heading)")
  }

  @Test func `the heading says that the timetable ends before the day`() throws {
    let city = City.sample(name: "Porto", lastDate: try #require(CalendarDate("2026-11-19")))
    let now = try LocalDateTime("2026-11-19 12:00")
    #expect(
      Page(columns: 80).text(of: [.title("A", in: city, .sample, at: now)])
        == "A    Porto, Fri 20 Nov, tomorrow, timetable ends 2026-11-19")
  }

  @Test(
    arguments: [
      (["depart": "7:00"], "2026-11-19 22:31", "Porto, Fri 20 Nov, tomorrow, from 07:00"),
      (["arrive": "7:00"], "2026-11-19 22:31", "Porto, Fri 20 Nov, tomorrow, by 07:00"),
      (["depart": "7:00"], "2026-11-20 06:00", "Porto, Fri 20 Nov"),
      (["arrive": "0:30"], "2026-11-20 22:31", "Porto, Fri 20 Nov, by 00:30⁺¹"),
      (["arrive": "0:05"], "2026-11-20 00:07", "Porto, Fri 20 Nov, today, by 00:05⁺¹"),
      (["arrive": "0:30"], "2026-11-21 00:07", "Porto, Fri 20 Nov, tonight"),
      (["depart": "+600"], "2026-11-19 22:31", "Porto, Fri 20 Nov, tomorrow"),
      (["depart": "7:00", "date": "fri"], "2026-11-19 22:31", "Porto, Fri 20 Nov, tomorrow"),
    ] as [(Parameters, String, String)])
  func `a time without a date is in the heading, if it means another day`(
    values: Parameters, now: String, heading: String
  ) throws {
    let clock = CityClock(showing: try LocalDateTime(now))
    var parameters: Parameters = ["from": "A", "to": "B"]
    for (name, texts) in values.values { parameters.append(texts[0], for: name) }
    let text = Page(columns: 80).text(
      of: JourneyView.document(
        .sample([.sample]), for: try parameters.decode(JourneyQuery.self), in: city, at: clock))
    #expect(text.hasPrefix("西直门 → 国贸    \(heading)\n"))
  }

  @Test(arguments: [(380, "08:06", "6 min"), (20, "08:00", "1 min"), (4210, "09:10", "1 h 10 min")])
  func `a journey takes as long as its printed times say`(
    seconds: Int, arrival: String, duration: String
  ) {
    let journey = Journey(
      departure: .eight(plus: 0), arrival: .eight(plus: seconds), rides: 1, legs: [])
    #expect("\(journey.summary)" == "08:00–\(arrival) · \(duration) · direct")
  }
}
