import BookmarksInterface
import DataSourceInterface
import Documents
import JourneysInterface
import Mediator
import Testing

@testable import Journeys

@Suite struct StationDeparturesTests {
  private static let days: [(DayExpression?, String)] = [
    (DayExpression("2026-11-16"), "no train leaves C on Mon 16 Nov"),
    (DayExpression("2026-11-21"), "no train runs on Sat 21 Nov"),
    (
      DayExpression("2027-11-16"),
      "no train runs on Tue 16 Nov 2027; the timetable of Test ends on Wed 16 Dec 2026"
    ),
  ]

  @Test(arguments: days)
  func `a station without departures gives the reason`(
    date: DayExpression?, reason: String
  ) async throws {
    let answer = try await JourneysFixture().perform(
      Journeys.firstLast, StationDeparturesQuery(station: "C", date: date))
    #expect(answer.station == StopReference(id: "C", name: "C"))
    #expect(answer.departures.isEmpty && answer.reason == reason)
  }

  @Test func `the name of a bookmark means its station`() async throws {
    let home = Bookmark(name: "Home", city: .builtIn, from: PointOfInterest(id: "C", name: "C"))
    let answer = try await JourneysFixture(bookmarks: [home]).perform(
      Journeys.firstLast, StationDeparturesQuery(station: "Home"))
    #expect(answer.station == StopReference(id: "C", name: "C"))
  }

  @Test func `the departures of a station are those of the data source`() async throws {
    let span = DepartureSpan(
      line: Line(id: "1", name: "1", color: nil), direction: 1,
      destinations: [
        .init(
          name: "C", first: ServiceTime(seconds: 22_200), last: ServiceTime(seconds: 83_400),
          count: 2)
      ])
    let answer = try await JourneysFixture(departures: [span]).perform(
      Journeys.firstLast, StationDeparturesQuery(station: "B", date: DayExpression("2026-11-16")))
    #expect(answer.departures == [span] && answer.reason == nil)
    #expect(answer.date == JourneysFixture.monday)
  }
}
