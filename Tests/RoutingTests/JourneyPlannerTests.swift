import Console
import DataSourceFixture
import DataSourceInterface
import Mediator
import ModuleTesting
import RoutingInterface
import Testing

@testable import Routing

@Suite struct JourneyPlannerTests {
  private func plan(_ query: JourneyQuery) async throws -> JourneyPlan {
    try await RoutingFixture().perform(Routing.plan, query)
  }

  private static let queriesWithoutJourney: [(JourneyQuery, String)] = [
    (JourneyQuery(from: "A", to: "A"), "you are already there"),
    (
      JourneyQuery(from: "A", to: "C", depart: TimeExpression("23:30")),
      "no journey tonight; the last leaves at 23:00, the next one leaves at 06:00 on 2026-11-17"
    ),
    (
      JourneyQuery(
        from: "A", to: "C", date: DayExpression("2026-11-17"), depart: TimeExpression("23:30")),
      "no journey on 2026-11-17 leaves at 23:30 or later; the last leaves at 23:00"
        + ", the next one leaves at 06:00 on 2026-11-18"
    ),
    (
      JourneyQuery(from: "A", to: "C", arrive: TimeExpression("5:00")),
      "no journey on 2026-11-16 arrives by 05:00; the first arrives at 06:20"
    ),
    (
      JourneyQuery(
        from: "A", to: "C", depart: TimeExpression("9:00"), until: TimeExpression("10:00")),
      "no journey on 2026-11-16 leaves from 09:00 to 10:00; the next one leaves at 23:00"
    ),
    (JourneyQuery(from: "C", to: "A"), "no train leaves C on 2026-11-16"),
    (JourneyQuery(from: "A", to: "Island"), "no train stops at Island on 2026-11-16"),
    (JourneyQuery(from: "Island", to: "C"), "no trains connect Island and C on 2026-11-16"),
    (
      JourneyQuery(from: "A", to: "C", date: DayExpression("2026-11-21")),
      "no train runs on 2026-11-21"
    ),
    (
      JourneyQuery(from: "A", to: "C", date: DayExpression("2027-11-16")),
      "no train runs on 2027-11-16; the timetable of Test ends on 2026-12-16"
    ),
    (
      JourneyQuery(from: "A", to: "C", date: DayExpression("1969-11-16")),
      "no train runs on 1969-11-16; the timetable of Test begins on 1970-01-01"
    ),
    (
      JourneyQuery(from: "A", to: "B", date: DayExpression("2026-11-16"), avoid: "1"),
      "no train stops at B without line 1 on 2026-11-16"
    ),
    (
      JourneyQuery(from: "Depot", to: "C", date: DayExpression("2026-11-16"), via: "Island"),
      "no trains connect Depot and C via Island on 2026-11-16"
    ),
  ]

  @Test(arguments: queriesWithoutJourney)
  func `a plan without journeys gives the reason`(
    query: JourneyQuery, reason: String
  ) async throws {
    let plan = try await plan(query)
    #expect(plan.journeys.isEmpty)
    #expect(plan.later.isEmpty)
    #expect(plan.reason == reason)
  }

  @Test func `after the last train, the reason says when it left`() async throws {
    let fixture = try await RoutingFixture(now: "2026-11-16T23:30:00Z")
    let plan = try await fixture.perform(Routing.plan, JourneyQuery(from: "A", to: "C"))
    #expect(plan.journeys.isEmpty)
    #expect(
      plan.reason?.hasPrefix("no journey tonight; the last left at 23:00, the next one") == true)
  }

  @Test(arguments: [
    (JourneyQuery(from: "A", to: "C", first: true), ["06:00–06:20"]),
    (JourneyQuery(from: "A", to: "C", last: true), ["23:00–23:20"]),
    (JourneyQuery(from: "A", to: "C", arrive: TimeExpression("9:00")), ["08:00–08:05"]),
    (JourneyQuery(from: "A", to: "C", depart: TimeExpression("7:00")), ["08:00–08:05"]),
    (
      JourneyQuery(
        from: "A", to: "C", depart: TimeExpression("6:00"), until: TimeExpression("8:30")),
      ["06:00–06:20", "08:00–08:05"]
    ),
    (
      JourneyQuery(from: "A", to: "C", depart: TimeExpression("7:00"), avoid: "ring"),
      ["23:00–23:20"]
    ),
    (
      JourneyQuery(from: "A", to: "C", depart: TimeExpression("7:00"), via: "B"), ["23:00–23:20"]
    ),
    (
      JourneyQuery(from: "Depot", to: "C", depart: TimeExpression("3:00"), via: "A"),
      ["04:00–06:20"]
    ),
    (
      JourneyQuery(from: "A", to: "C", depart: TimeExpression("7:00"), avoid: "ring, 9"),
      ["23:00–23:20"]
    ),
    (JourneyQuery(from: "A", to: "A", depart: TimeExpression("5:00"), via: "B"), ["06:00–07:10"]),
    (
      JourneyQuery(
        from: "A", to: "C", depart: TimeExpression("22:00"), until: TimeExpression("2:00")),
      ["23:00–23:20"]
    ),
  ])
  func `a query can constrain the time and the route`(
    query: JourneyQuery, timeRanges: [String]
  ) async throws {
    let plan = try await plan(query)
    #expect(plan.journeys.map(\.timeRange) == timeRanges)
    #expect(plan.reason == nil)
  }

  @Test(arguments: [
    (Preference.earliest, "08:00–08:30 2"), (.fewestChanges, "08:00–09:00 1"),
    (.leastWalking, "08:00–08:50 2"),
  ])
  func `a preference selects one journey`(preference: Preference, journey: String) async throws {
    let network = SampleNetwork(
      stations: [("A", []), ("B", ["B1", "B2"]), ("C", []), ("D", [])],
      trips: [
        .init("slow", line: "1", "A 8:00,C 9:00"), .init("to", line: "2", "A 8:00,B1 8:10,D 8:20"),
        .init("fast", line: "3", "B2 8:20,C 8:30"), .init("near", line: "4", "D 8:20,C 8:50"),
      ],
      transfers: [.init(from: "B1", to: "B2", seconds: 300), .init(from: "D", to: "D", seconds: 0)])
    let query = JourneyQuery(from: "A", to: "C", depart: TimeExpression("8:00"), by: preference)
    let plan = try await RoutingFixture(network).perform(Routing.plan, query)
    #expect(plan.journeys.map { "\($0.timeRange) \($0.rides)" } == [journey])
  }

  @Test(arguments: [
    (
      JourneyQuery(
        from: "A", to: "C", depart: .clock(seconds: 0), arrive: .clock(seconds: 0)),
      RoutingError.conflictingOptions("depart", "arrive")
    ),
    (
      JourneyQuery(from: "A", to: "C", first: true, last: true),
      RoutingError.conflictingOptions("first", "last")
    ),
    (
      JourneyQuery(from: "A", to: "C", until: .clock(seconds: 0), last: true),
      RoutingError.conflictingOptions("until", "last")
    ),
    (
      JourneyQuery(from: "A", to: "C", until: .clock(seconds: 0), by: .earliest),
      RoutingError.conflictingOptions("until", "by")
    ),
    (
      JourneyQuery(from: "A", to: "C", avoid: "Rind"),
      RoutingError.unknownLine(
        "Rind", city: "Test", nearest: ["Ring"], all: ["1", "2", "9", "Ring", "S"])
    ),
    (
      JourneyQuery(
        from: "A", to: "C", depart: TimeExpression("8:00"), until: TimeExpression("7:00")),
      RoutingError.spanEndsBeforeStart(
        from: ServiceTime(seconds: 28_800), until: ServiceTime(seconds: 25_200))
    ),
    (JourneyQuery(from: "A", to: "C", changeTime: -1), RoutingError.changeTimeOutOfRange(-1)),
    (
      JourneyQuery(from: "A", to: "C", changeTime: 86401),
      RoutingError.changeTimeOutOfRange(86401)
    ),
  ])
  func `an invalid query throws`(query: JourneyQuery, error: RoutingError) async throws {
    await #expect(throws: error) { try await plan(query) }
  }

  @Test func `only a day without trains has an estimate`() async throws {
    let saturday = DayExpression("2026-11-21")
    let plan = try await plan(JourneyQuery(from: "Depot", to: "C", date: saturday))
    let estimate = try #require(plan.estimate)
    #expect(estimate.duration == .seconds(10 * 60 + 120 + 5 * 60))
    #expect(estimate.lines.map(\.name) == ["1", "Ring"])
    let monday = try await self.plan(JourneyQuery(from: "C", to: "A"))
    #expect(monday.estimate == nil)
    let withPreference = try await self.plan(
      JourneyQuery(from: "Depot", to: "C", date: saturday, by: .fewestChanges))
    #expect(withPreference.estimate?.lines.map(\.name) == ["1", "Ring"])
    for constrained in [
      JourneyQuery(from: "Depot", to: "C", date: saturday, avoid: "Ring"),
      JourneyQuery(from: "Depot", to: "C", date: saturday, via: "B"),
    ] {
      #expect(try await self.plan(constrained).estimate == nil)
    }
  }

  @Test func `planning does not publish an event`() async throws {
    let fixture = try await RoutingFixture()
    _ = try await fixture.perform(Routing.plan, JourneyQuery(from: "A", to: "C"))
    _ = try await fixture.perform(Routing.lastTrain, LastTrainQuery(from: "A", to: "C"))
    _ = try await fixture.perform(Routing.firstLast, StationDeparturesQuery(station: "A"))
    #expect(fixture.harness.publishedTypes.isEmpty)
  }
}
