import DataSourceFixture
import DataSourceInterface
import Documents
import Foundation
import RoutingInterface
import Testing

@testable import Routing

@Suite struct JourneyPlanTests {
  private static let network = SampleNetwork(
    stations: [("A", ["A1"]), ("B", ["B1", "B2"]), ("C", ["C1"])],
    trips: [
      .init("first", line: "1", "A1 8:00,B1 8:10"), .init("second", line: "2", "B2 8:15,C1 8:20"),
    ], transfers: [.init(from: "B1", to: "B2", seconds: 180)])

  private static let json = """
    {"city":"porto","date":"2024-10-04","from":{"id":"A","name":"A"},"journeys":[{"arrival":30000,\
    "departure":28800,"legs":[{"arrival":29400,"departure":28800,"from":{"id":"A1","name":"A"},\
    "headsign":"B","kind":"ride","line":{"id":"1","name":"1"},"route":"1",\
    "serviceDate":"2024-10-04","stops":0,"through":[],"to":{"id":"B1","name":"B"},"trip":"first"},{"duration":180,"from":{"id":"B1","name":"B"},\
    "kind":"change","to":{"id":"B2","name":"B"},"wait":120},{"arrival":30000,"departure":29700,\
    "from":{"id":"B2","name":"B"},"headsign":"C","kind":"ride","line":{"id":"2","name":"2"},\
    "route":"2","serviceDate":"2024-10-04","stops":0,"through":[],"to":{"id":"C1","name":"C"},"trip":"second"}],"rides":2}],\
    "later":[],"to":{"id":"C","name":"C"}}
    """

  @Test func `a plan has this JSON, and can be decoded from it`() throws {
    let timetable = Self.network.timetable()
    let date = CalendarDate(day: 20_000)
    let search = TimetableSearch(
      ServiceDaySchedule(timetable, on: date, changeTime: 120))
    let plan = JourneyPlan(
      city: .builtIn, date: date, from: timetable.pointOfInterest(ofStation: 0),
      to: timetable.pointOfInterest(ofStation: 2),
      journeys: search.journeys(
        from: 0, to: 2, departingAfter: ServiceTime(seconds: 28_000)))
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    #expect(String(decoding: try encoder.encode(plan), as: UTF8.self) == Self.json)
    #expect(try JSONDecoder().decode(JourneyPlan.self, from: Data(Self.json.utf8)) == plan)
  }
}
