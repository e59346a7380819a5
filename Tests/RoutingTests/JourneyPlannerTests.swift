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

  /// Queries on a Monday at 12:00, each with the reason and the next journeys.
  private static let queriesWithoutJourney: [(JourneyQuery, reason: String, next: String?)] = [
    (JourneyQuery(from: "A", to: "A"), "you are already there", nil),
    (
      JourneyQuery(from: "A", to: "C", depart: TimeExpression("23:30")),
      "the last train leaves at 23:00", "2026-11-17 06:00–06:20"
    ),
    (
      JourneyQuery(
        from: "A", to: "C", date: DayExpression("2026-11-17"), depart: TimeExpression("23:30")),
      "the last train leaves at 23:00", "2026-11-18 06:00–06:20"
    ),
    (
      JourneyQuery(from: "A", to: "C", arrive: TimeExpression("5:00")),
      "no journey arrives by 05:00", "2026-11-17 06:00–06:20"
    ),
    (
      JourneyQuery(
        from: "A", to: "C", depart: TimeExpression("13:00"), until: TimeExpression("14:00")),
      "no journey leaves from 13:00 to 14:00", "2026-11-16 23:00–23:20"
    ),
    (
      JourneyQuery(
        from: "A", to: "C", depart: TimeExpression("23:30"), until: TimeExpression("1:00")),
      "no journey leaves from 23:30 to 01:00⁺¹", "2026-11-17 06:00–06:20"
    ),
    (JourneyQuery(from: "C", to: "A"), "no train leaves C on Mon 16 Nov", nil),
    (
      JourneyQuery(from: "A", to: "Island"), "no train stops at Island on Mon 16 Nov",
      "2026-11-22 10:00–11:00"
    ),
    (
      JourneyQuery(from: "A", to: "Island", last: true),
      "no train stops at Island on Mon 16 Nov", "2026-11-22 10:00–11:00"
    ),
    (
      JourneyQuery(from: "Island", to: "C"), "no trains connect Island and C on Mon 16 Nov", nil
    ),
    (
      JourneyQuery(from: "A", to: "C", date: DayExpression("sat")),
      "no train runs on Sat 21 Nov", "2026-11-23 06:00–06:20"
    ),
    (
      JourneyQuery(from: "A", to: "C", date: DayExpression("2027-11-16")),
      "no train runs on Tue 16 Nov 2027; the timetable of Test ends on Wed 16 Dec", nil
    ),
    (
      JourneyQuery(from: "A", to: "C", date: DayExpression("1969-11-16")),
      "no train runs on Sun 16 Nov 1969; the timetable of Test begins on Thu 1 Jan 1970", nil
    ),
    (
      JourneyQuery(from: "A", to: "B", avoid: "1"),
      "no train stops at B without line 1 on Mon 16 Nov", nil
    ),
    (
      JourneyQuery(from: "Depot", to: "C", via: "Island"),
      "no trains connect Depot and C via Island on Mon 16 Nov", nil
    ),
  ]

  @Test(arguments: queriesWithoutJourney)
  func `a plan without journeys gives the reason and the next journeys`(
    query: JourneyQuery, reason: String, next: String?
  ) async throws {
    let plan = try await plan(query)
    #expect(plan.journeys.isEmpty)
    #expect(plan.later.isEmpty)
    #expect(plan.reason == reason)
    let found = plan.next.map { next in
      "\(next.date) " + next.journeys.map(\.timeRange).joined(separator: ", ")
    }
    #expect(found == next)
  }

  /// Trains every day: some of the night belong to the day before, and some to the new day.
  private static let nightNetwork = SampleNetwork(
    stations: [("A", []), ("B", [])],
    trips: [
      .init("morning", "A 5:30,B 5:40"), .init("noon", "A 12:00,B 12:10"),
      .init("evening", "A 23:00,B 23:10"), .init("late", "A 24:10,B 24:20"),
      .init("owl1", "A 0:30,B 0:40"), .init("owl2", "A 1:00,B 1:10"),
    ])

  @Test(
    arguments: [
      ("2026-11-22T10:00:00Z", "12:00–12:10", nil, "23:00–23:10, 00:10⁺¹–00:20⁺¹, 00:30⁺¹–00:40⁺¹"),
      (
        "2026-11-22T22:00:00Z", "23:00–23:10", nil,
        "00:10⁺¹–00:20⁺¹, 00:30⁺¹–00:40⁺¹, 01:00⁺¹–01:10⁺¹"
      ),
      ("2026-11-22T00:05:00Z", "00:10–00:20", nil, "00:30–00:40, 01:00–01:10, 05:30–05:40"),
      ("2026-11-22T00:15:00Z", "00:30–00:40", nil, "01:00–01:10, 05:30–05:40, 12:00–12:10"),
      ("2026-11-22T00:30:00Z", "00:30–00:40", nil, "01:00–01:10, 05:30–05:40, 12:00–12:10"),
      (
        "2026-11-22T02:50:00Z", "05:30–05:40", "the last train left at 01:00",
        "12:00–12:10, 23:00–23:10, 00:10⁺¹–00:20⁺¹"
      ),
      ("2026-11-22T03:10:00Z", "05:30–05:40", nil, "12:00–12:10, 23:00–23:10, 00:10⁺¹–00:20⁺¹"),
    ] as [(String, String, String?, String)])
  func `a passenger finds the next train at any hour`(
    now: String, journey: String, reason: String?, later: String
  ) async throws {
    let plan = try await RoutingFixture(Self.nightNetwork, now: now)
      .perform(Routing.plan, JourneyQuery(from: "A", to: "B"))
    #expect(plan.date.description == "2026-11-22")
    #expect(plan.journeys.map(\.timeRange) == [journey])
    #expect(plan.reason == reason && plan.next == nil)
    #expect(plan.later.map(\.timeRange).joined(separator: ", ") == later)
  }

  @Test func `after the last train, the next journeys are those of the morning`() async throws {
    var network = Self.nightNetwork
    network.trips.removeAll { $0.id != "morning" && $0.id != "evening" }
    let fixture = try await RoutingFixture(network, now: "2026-11-22T23:30:00Z")
    let plan = try await fixture.perform(Routing.plan, JourneyQuery(from: "A", to: "B"))
    #expect(plan.journeys.isEmpty && plan.reason == "the last train left at 23:00")
    #expect(plan.next?.date.description == "2026-11-23")
    #expect(plan.next?.journeys.map(\.timeRange) == ["05:30–05:40"])
  }

  @Test func `before 03:00, the last train may have left before midnight`() async throws {
    var network = Self.nightNetwork
    network.trips.removeAll { $0.id != "morning" && $0.id != "evening" }
    let fixture = try await RoutingFixture(network, now: "2026-11-22T00:30:00Z")
    let plan = try await fixture.perform(Routing.plan, JourneyQuery(from: "A", to: "B"))
    #expect(plan.journeys.map(\.timeRange) == ["05:30–05:40"])
    #expect(plan.reason == "the last train left at 23:00")
  }

  @Test func `only a train that has left is said to have left`() async throws {
    let plan = try await RoutingFixture(Self.nightNetwork, now: "2026-11-22T10:00:00Z").perform(
      Routing.plan,
      JourneyQuery(
        from: "A", to: "B", date: DayExpression("tomorrow"), depart: .clock(seconds: 7200)))
    #expect(plan.reason == "the last train leaves at 01:00")
    #expect(plan.journeys.map(\.timeRange) == ["05:30–05:40"])
  }

  private static let expired = "the timetable of Test ended on Sat 21 Nov"

  /// Queries on the day after the last one of a timetable, whose last train leaves at 00:10 of it.
  @Test(
    arguments: [
      ("00:05", JourneyQuery(from: "A", to: "B"), nil),
      ("00:15", JourneyQuery(from: "A", to: "B"), "the last train left at 00:10"),
      ("12:00", JourneyQuery(from: "A", to: "B"), "no train runs on Sun 22 Nov; \(expired)"),
      (
        "12:00", JourneyQuery(from: "A", to: "B", date: DayExpression("2026-11-22"), last: true),
        "no train runs on Sun 22 Nov; \(expired)"
      ),
      (
        "00:05", JourneyQuery(from: "A", to: "B", date: DayExpression("2026-11-22"), first: true),
        "no train runs on Sun 22 Nov; \(expired)"
      ),
      (
        "12:00",
        JourneyQuery(
          from: "A", to: "B", date: DayExpression("2026-11-22"), depart: TimeExpression("0:15")),
        "the last train left at 00:10"
      ),
      (
        "12:00",
        JourneyQuery(
          from: "A", to: "B", depart: TimeExpression("13:00"), until: TimeExpression("14:00")),
        "no train runs on Sun 22 Nov; \(expired)"
      ),
    ] as [(String, JourneyQuery, String?)])
  func `after the end of the timetable, only its last night is explained by the last train`(
    now: String, query: JourneyQuery, reason: String?
  ) async throws {
    var network = Self.nightNetwork
    network.name = "Test"
    network.lastDay = Int32(RoutingFixture.monday.day) + 5
    let fixture = try await RoutingFixture(network, now: "2026-11-22T\(now):00Z")
    #expect(try await fixture.perform(Routing.plan, query).reason == reason)
    guard query.last == true else { return }
    let last = try await fixture.perform(
      Routing.lastTrain, LastTrainQuery(from: "A", to: "B", date: query.date))
    #expect(last.reason == reason)
  }

  @Test func `a journey of the plan is not repeated in later`() async throws {
    // The direct train leaves later and arrives later than the journey with a change.
    let network = SampleNetwork(
      stations: [("A", []), ("B", []), ("C", [])],
      trips: [
        .init("to", line: "1", "A 23:30,B 23:35"), .init("on", line: "2", "B 23:40,C 23:50"),
        .init("direct", line: "3", "A 23:32,C 23:55"), .init("last", line: "3", "A 23:50,C 24:10"),
      ])
    let plan = try await RoutingFixture(network, now: "2026-11-22T23:00:00Z")
      .perform(Routing.plan, JourneyQuery(from: "A", to: "C"))
    #expect(plan.journeys.map(\.timeRange) == ["23:32–23:55", "23:30–23:50"])
    #expect(plan.later.map(\.timeRange) == ["23:50–00:10⁺¹"])
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
    (JourneyQuery(from: "A", to: "C", walk: 0), RoutingError.walkOutOfRange(0)),
    (JourneyQuery(from: "A", to: "C", walk: 1001), RoutingError.walkOutOfRange(1001)),
    (JourneyQuery(from: "A", to: "C", via: "@41.1,-8.6"), RoutingError.viaIsPlace("@41.1,-8.6")),
    (
      JourneyQuery(
        from: "A", to: "C", depart: TimeExpression("8:00"), until: TimeExpression("7:00")),
      RoutingError.badSpanEnd(.clock(seconds: 25_200), from: ServiceTime(seconds: 28_800))
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

  @Test func `a line to avoid that the city does not have is an error`() async throws {
    let error = DataSourceError.unknownLine(
      "Rind", city: "Test", nearest: ["Ring"], all: ["1", "2", "9", "Ring", "S"])
    await #expect(throws: error) { try await plan(JourneyQuery(from: "A", to: "C", avoid: "Rind")) }
  }

  @Test func `only a day without trains has an estimate`() async throws {
    let saturday = DayExpression("2026-11-21")
    let plan = try await plan(JourneyQuery(from: "Depot", to: "C", date: saturday))
    let estimate = try #require(plan.estimate)
    #expect(estimate.duration == .seconds(1020))
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

  @Test func `an estimate may change on foot between two stations`() async throws {
    let network = SampleNetwork(
      stations: [("A", []), ("B", []), ("C", []), ("D", [])],
      trips: [.init("1", line: "1", "A 8:00,B 8:10"), .init("2", line: "2", "C 9:00,D 9:20")],
      services: [0b001_1111], lastDay: Int32(RoutingFixture.monday.day) + 30,
      positions: [
        "B": Coordinate(latitude: 41, longitude: -8),
        "C": Coordinate(latitude: 41.002, longitude: -8),
      ])
    let fixture = try await RoutingFixture(network)
    func estimate(walk: Int?) async throws -> [String]? {
      let query = JourneyQuery(from: "A", to: "D", date: DayExpression("2026-11-21"), walk: walk)
      return try await fixture.perform(Routing.plan, query).estimate?.lines.map(\.name)
    }
    #expect(try await estimate(walk: 300) == ["1", "2"])
    #expect(try await estimate(walk: nil) == nil)
  }

  @Test func `planning does not publish an event`() async throws {
    let fixture = try await RoutingFixture()
    _ = try await fixture.perform(Routing.plan, JourneyQuery(from: "A", to: "C"))
    _ = try await fixture.perform(Routing.lastTrain, LastTrainQuery(from: "A", to: "C"))
    _ = try await fixture.perform(Routing.firstLast, StationDeparturesQuery(station: "A"))
    #expect(fixture.harness.publishedTypes.isEmpty)
  }
}
