import Console
import DataSourceFixture
import DataSourceInterface
import Documents
import JourneysInterface
import Mediator
import ModuleTesting
import NewsInterface
import Platform
import RoutingInterface
import Testing

@testable import Journeys

@Suite struct JourneyFinderTests {
  private func plan(_ query: JourneyQuery) async throws -> JourneyPlan {
    try await JourneysFixture().perform(Journeys.plan, query)
  }

  @Test func `a journey of the plan is not repeated in later`() async throws {
    // The direct train leaves later and arrives later than the journey with a change.
    let network = SampleNetwork(
      stations: [("A", []), ("B", []), ("C", [])],
      trips: [
        .init("to", line: "1", "A 23:30,B 23:35"), .init("on", line: "2", "B 23:40,C 23:50"),
        .init("direct", line: "3", "A 23:32,C 23:55"), .init("last", line: "3", "A 23:50,C 24:10"),
      ])
    let plan = try await JourneysFixture(network, now: "2026-11-22T23:00:00Z")
      .perform(Journeys.plan, JourneyQuery(from: "A", to: "C"))
    #expect(plan.journeys.map(\.timeRange.description) == ["23:32–23:55", "23:30–23:50"])
    #expect(plan.later.map(\.timeRange.description) == ["23:50–00:10⁺¹"])
  }

  @Test(
    arguments: [
      ("2026-11-23T22:00:00Z", nil, "2026-11-23", "2026-11-23"),
      ("2026-11-24T02:50:00Z", nil, "2026-11-23", "2026-11-24"),
      ("2026-11-24T02:50:00Z", DayExpression("2026-11-23"), "2026-11-23", "2026-11-23"),
      ("2026-11-24T03:00:00Z", nil, "2026-11-24", "2026-11-24"),
    ] as [(String, DayExpression?, String, String)])
  func `after midnight the first train is that of the coming morning`(
    now: String, date: DayExpression?, day: String, firstDay: String
  ) async throws {
    let answer = try await JourneysFixture(.nightTrains, now: now)
      .perform(Journeys.lastTrain, LastTrainQuery(from: "A", to: "C", date: date))
    #expect(answer.last?.timeRange.description == "00:30⁺¹–00:40⁺¹")
    #expect(answer.first?.timeRange.description == "05:30–05:40")
    #expect(answer.date.description == day && answer.firstDate.description == firstDay)
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
    #expect(plan.journeys.map(\.timeRange.description) == timeRanges)
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
    let plan = try await JourneysFixture(network).perform(Journeys.plan, query)
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
    (JourneyQuery(from: "A", to: "C", walk: -1), RoutingError.walkOutOfRange(-1)),
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
    for text in ["Q", ""] {
      let error = DataSourceError.unknownLine(
        text, city: "Test", nearest: [], all: ["1", "2", "9", "Ring", "S"])
      await #expect(throws: error) { try await plan(JourneyQuery(from: "A", to: "C", avoid: text)) }
    }
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
      services: [0b001_1111], lastDay: Int32(JourneysFixture.monday.day) + 30,
      positions: [
        "B": Coordinate(latitude: 41, longitude: -8),
        "C": Coordinate(latitude: 41.002, longitude: -8),
      ])
    let fixture = try await JourneysFixture(network)
    func estimate(walk: Int?) async throws -> [String]? {
      let query = JourneyQuery(from: "A", to: "D", date: DayExpression("2026-11-21"), walk: walk)
      return try await fixture.perform(Journeys.plan, query).estimate?.lines.map(\.name)
    }
    #expect(try await estimate(walk: 300) == ["1", "2"])
    #expect(try await estimate(walk: nil) == nil)
  }

  @Test(arguments: [
    (walk: nil, times: ["08:00–08:40"]), (walk: 100, times: ["08:00–08:40"]),
    (walk: 300, times: ["08:00–08:15"]),
  ])
  func `with a walk, journeys also end with one to the destination`(
    walk: Int?, times: [String]
  ) async throws {
    let network = SampleNetwork(
      stations: [("A", []), ("B", []), ("C", [])],
      trips: [
        .init("near", line: "1", "A 8:00,B 8:10"), .init("slow", line: "2", "A 8:00,C 8:40"),
      ],
      positions: [
        "B": Coordinate(latitude: 41, longitude: -8),
        "C": Coordinate(latitude: 41.002, longitude: -8),
      ])
    let fixture = try await JourneysFixture(network, now: "2026-11-16T07:55:00Z")
    let plan = try await fixture.perform(
      Journeys.plan, JourneyQuery(from: "A", to: "C", walk: walk))
    #expect(plan.journeys.map(\.timeRange.description) == times)
    #expect(plan.to.id == "C")
  }

  @Test func `a plan has the notices that concern its journeys, in JSON and in text`() async throws
  {
    let network = SampleNetwork(
      stations: [("A", []), ("B", []), ("C", [])],
      trips: [.init("t", line: "1", "A 12:30,B 12:40,C 12:50")])
    let fixture = try await JourneysFixture(network)
    func item(_ id: String, line: String) -> NewsItem {
      NewsItem(id: id, title: "Line \(line) is late", body: "", line: line, effect: .delays)
    }
    fixture.notices.withLock { $0 = [item("n", line: "1"), item("o", line: "2")] }
    let plan = try await fixture.perform(Journeys.plan, JourneyQuery(from: "A", to: "C"))
    #expect(plan.notices == [ServiceNotice(id: "n", title: "Line 1 is late")])
    let text = Page(columns: 60).text(of: JourneyView.document(plan, in: .sample()))
    #expect(text.contains("\n\n! Line 1 is late\n\n12:30–12:50"))
    let last = try await fixture.perform(Journeys.lastTrain, LastTrainQuery(from: "A", to: "C"))
    #expect(last.notices == plan.notices)
    let lastText = Page(columns: 60).text(of: LastTrainView.document(last, in: .sample()))
    #expect(lastText.contains("\n\n! Line 1 is late\n\nlast: 12:30–12:50"))
  }

  @Test func `a last train that ends at a closure has the notice that says why`() async throws {
    func network(_ calls: String) -> SampleNetwork {
      SampleNetwork(
        stations: [("A", []), ("B", []), ("C", [])], trips: [.init("t", line: "1", calls)])
    }
    let fixture = try await JourneysFixture(network("A 12:30,B 12:40,C 12:50"))
    fixture.dataSource.patched.withLock {
      $0 = network("A 12:30,B 12:40").timetable()
        .with(hasClosures: true, asOf: fixture.time.withLock(\.self))
    }
    fixture.notices.withLock {
      $0 = [NewsItem(id: "n", title: "B to C is closed", body: "", line: "1", effect: .noService)]
    }
    let last = try await fixture.perform(Journeys.lastTrain, LastTrainQuery(from: "A", to: "C"))
    #expect(last.last == nil && last.notices?.map(\.id) == ["n"])
  }

  @Test func `planning does not publish an event`() async throws {
    let fixture = try await JourneysFixture()
    _ = try await fixture.perform(Journeys.plan, JourneyQuery(from: "A", to: "C"))
    _ = try await fixture.perform(Journeys.lastTrain, LastTrainQuery(from: "A", to: "C"))
    _ = try await fixture.perform(Journeys.firstLast, StationDeparturesQuery(station: "A"))
    #expect(fixture.harness.publishedTypes.isEmpty)
  }
}
