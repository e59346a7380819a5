import DataSourceInterface
import Foundation
import Mediator
import RoutingInterface
import TestSupport
import Testing

@testable import Routing

@Suite struct RoutingModuleTests {
  /// A Monday.
  private static let day = ServiceDate(year: 2026, month: 11, dayOfMonth: 16)
  private static let weekdays: UInt8 = 0b001_1111

  private static let network = SmallNetwork(
    stations: [("A", []), ("B", []), ("C", []), ("Depot", []), ("Island", [])],
    trips: [
      .init("1a", line: "1", "A 6:00,B 6:10,C 6:20"), .init("1b", line: "1", "A 23:00,B 23:10"),
      .init("2a", line: "2", "B 23:14,C 23:20"), .init("3a", line: "Ring", "A 8:00,C 8:05"),
      .init("0", line: "1", "Depot 4:00,A 4:10"), .init("b", line: "1", "B 7:00,A 7:10"),
      .init("i", line: "9", "Island 9:00,Depot 9:30"),
      .init("s", line: "S", service: 1, "A 10:00,Island 11:00"),
    ], services: [weekdays, 0b100_0000], lastDay: Int32(day?.day ?? 0) + 30)

  /// The module beside a data source that knows one network and finds stations by their name.
  private func harness(
    _ network: SmallNetwork = network, now: String = "2026-11-16T12:00:00Z",
    departures: [DepartureSpan] = []
  ) async throws -> ModuleHarness {
    let instant = try Date(now, strategy: .iso8601)
    let harness = try await ModuleHarness(RoutingModule.self, now: { instant })
    let timetable = network.timetable()
    try harness.stub(DataSource.timetable) { _ in timetable }
    try harness.stub(DataSource.station) { query in
      Station(id: query.name, name: query.name, coordinate: nil, lines: [])
    }
    try harness.stub(DataSource.stationDetails) { query in
      StationDetails(
        station: Station(id: query.name, name: query.name, coordinate: nil, lines: []),
        otherNames: [], platforms: [], entrances: [], facilities: [], isStepFree: nil,
        date: query.date ?? ServiceDate(day: 0), departures: departures)
    }
    try harness.stub(DataSource.city) { _ in
      City(
        id: .builtIn, name: "Test", agency: "", timeZone: "UTC",
        firstDate: ServiceDate(day: 0), lastDate: ServiceDate(day: Int(network.lastDay)),
        stations: 0, lines: 0, isBuiltIn: true, isCurrent: true)
    }
    return harness
  }

  private func plan(_ query: JourneyQuery) async throws -> JourneyPlan {
    let harness = try await harness()
    defer { withExtendedLifetime(harness) {} }
    return try await harness.mediator.perform(Routing.plan, query)
  }

  private static let unanswered: [(JourneyQuery, String)] = [
    (JourneyQuery(from: "A", to: "A"), "you are already there"),
    (
      JourneyQuery(from: "A", to: "C", depart: ServiceTime("23:30")),
      "no journey tonight; the last leaves at 23:00, the next one leaves at 06:00 on 2026-11-17"
    ),
    (
      JourneyQuery(
        from: "A", to: "C", date: ServiceDate("2026-11-17"), depart: ServiceTime("23:30")),
      "no journey on 2026-11-17 leaves at 23:30 or later; the last leaves at 23:00"
        + ", the next one leaves at 06:00 on 2026-11-18"
    ),
    (
      JourneyQuery(from: "A", to: "C", arrive: ServiceTime("5:00")),
      "no journey on 2026-11-16 arrives by 05:00; the first arrives at 06:20"
    ),
    (
      JourneyQuery(from: "A", to: "C", depart: ServiceTime("9:00"), until: ServiceTime("10:00")),
      "no journey on 2026-11-16 leaves from 09:00 to 10:00; the next one leaves at 23:00"
    ),
    (JourneyQuery(from: "C", to: "A"), "no train leaves C on 2026-11-16"),
    (JourneyQuery(from: "A", to: "Island"), "no train stops at Island on 2026-11-16"),
    (JourneyQuery(from: "Island", to: "C"), "no trains connect Island and C on 2026-11-16"),
    (
      JourneyQuery(from: "A", to: "C", date: ServiceDate("2026-11-21")),
      "no train runs on 2026-11-21"
    ),
    (
      JourneyQuery(from: "A", to: "C", date: ServiceDate("2027-11-16")),
      "no train runs on 2027-11-16; the timetable of Test ended on 2026-12-16"
    ),
    (
      JourneyQuery(from: "A", to: "C", date: ServiceDate("1969-11-16")),
      "no train runs on 1969-11-16; the timetable of Test begins on 1970-01-01"
    ),
    (
      JourneyQuery(from: "A", to: "B", date: ServiceDate("2026-11-16"), avoid: "1"),
      "no train stops at B without line 1 on 2026-11-16"
    ),
    (
      JourneyQuery(from: "Depot", to: "C", date: ServiceDate("2026-11-16"), via: "Island"),
      "no trains connect Depot and C via Island on 2026-11-16"
    ),
  ]

  @Test(arguments: unanswered)
  func `where there is no journey, a sentence says why`(
    query: JourneyQuery, reason: String
  ) async throws {
    let plan = try await plan(query)
    #expect(plan.journeys.isEmpty)
    #expect(plan.later.isEmpty)
    #expect(plan.reason == reason)
  }

  @Test func `after the last train the answer is when it left`() async throws {
    let harness = try await harness(now: "2026-11-16T23:30:00Z")
    let plan = try await harness.mediator.perform(
      Routing.plan, JourneyQuery(from: "A", to: "C"))
    #expect(plan.journeys.isEmpty)
    #expect(
      plan.reason?.hasPrefix("no journey tonight; the last left at 23:00, the next one") == true)
  }

  @Test(arguments: [
    (JourneyQuery(from: "A", to: "C", first: true), ["06:00–06:20"]),
    (JourneyQuery(from: "A", to: "C", last: true), ["23:00–23:20"]),
    (JourneyQuery(from: "A", to: "C", arrive: ServiceTime("9:00")), ["08:00–08:05"]),
    (JourneyQuery(from: "A", to: "C", depart: ServiceTime("7:00")), ["08:00–08:05"]),
    (
      JourneyQuery(from: "A", to: "C", depart: ServiceTime("6:00"), until: ServiceTime("8:30")),
      ["06:00–06:20", "08:00–08:05"]
    ),
    (
      JourneyQuery(from: "A", to: "C", depart: ServiceTime("7:00"), avoid: "ring"),
      ["23:00–23:20"]
    ),
    (
      JourneyQuery(from: "A", to: "C", depart: ServiceTime("7:00"), via: "B"), ["23:00–23:20"]
    ),
    (
      JourneyQuery(from: "Depot", to: "C", depart: ServiceTime("3:00"), via: "A"),
      ["04:00–06:20"]
    ),
    (
      JourneyQuery(from: "A", to: "C", depart: ServiceTime("7:00"), avoid: "ring, 9"),
      ["23:00–23:20"]
    ),
    (JourneyQuery(from: "A", to: "A", depart: ServiceTime("5:00"), via: "B"), ["06:00–07:10"]),
    (
      JourneyQuery(from: "A", to: "C", depart: ServiceTime("22:00"), until: ServiceTime("2:00")),
      ["23:00–23:20"]
    ),
  ])
  func `a question may be for any moment and way`(query: JourneyQuery, spans: [String]) async throws
  {
    let plan = try await plan(query)
    #expect(plan.journeys.map(\.span) == spans)
    #expect(plan.reason == nil)
  }

  @Test(arguments: [
    (Preference.earliest, "08:00–08:30 2"), (.fewestChanges, "08:00–09:00 1"),
    (.leastWalking, "08:00–08:50 2"),
  ])
  func `a preference picks one journey`(preference: Preference, journey: String) async throws {
    let network = SmallNetwork(
      stations: [("A", []), ("B", ["B1", "B2"]), ("C", []), ("D", [])],
      trips: [
        .init("slow", line: "1", "A 8:00,C 9:00"), .init("to", line: "2", "A 8:00,B1 8:10,D 8:20"),
        .init("fast", line: "3", "B2 8:20,C 8:30"), .init("near", line: "4", "D 8:20,C 8:50"),
      ],
      transfers: [.init(from: "B1", to: "B2", seconds: 300), .init(from: "D", to: "D", seconds: 0)])
    let harness = try await harness(network)
    let query = JourneyQuery(from: "A", to: "C", depart: ServiceTime("8:00"), by: preference)
    let plan = try await harness.mediator.perform(Routing.plan, query)
    #expect(plan.journeys.map { "\($0.span) \($0.rides)" } == [journey])
  }

  @Test(arguments: [
    (
      JourneyQuery(
        from: "A", to: "C", depart: ServiceTime(seconds: 0), arrive: ServiceTime(seconds: 0)),
      RoutingError.contradiction("depart", "arrive")
    ),
    (
      JourneyQuery(from: "A", to: "C", first: true, last: true),
      RoutingError.contradiction("first", "last")
    ),
    (
      JourneyQuery(from: "A", to: "C", until: ServiceTime(seconds: 0), last: true),
      RoutingError.contradiction("until", "last")
    ),
    (
      JourneyQuery(from: "A", to: "C", until: ServiceTime(seconds: 0), by: .earliest),
      RoutingError.contradiction("until", "by")
    ),
    (
      JourneyQuery(from: "A", to: "C", avoid: "Rind"),
      RoutingError.unknownLine(
        "Rind", city: "Test", nearest: ["Ring"], all: ["1", "2", "9", "Ring", "S"])
    ),
    (
      JourneyQuery(from: "A", to: "C", depart: ServiceTime("8:00"), until: ServiceTime("7:00")),
      RoutingError.spanEndsEarly(
        from: ServiceTime(seconds: 28_800), until: ServiceTime(seconds: 25_200))
    ),
    (JourneyQuery(from: "A", to: "C", changeTime: -1), RoutingError.changeTimeOutOfRange(-1)),
    (
      JourneyQuery(from: "A", to: "C", changeTime: 86401),
      RoutingError.changeTimeOutOfRange(86401)
    ),
  ])
  func `what cannot be meant is refused`(query: JourneyQuery, error: RoutingError) async throws {
    await #expect(throws: error) { try await plan(query) }
  }

  @Test func `a day without trains has an estimate, any other has none`() async throws {
    let saturday = ServiceDate("2026-11-21")
    let plan = try await plan(JourneyQuery(from: "Depot", to: "C", date: saturday))
    let estimate = try #require(plan.estimate)
    #expect(estimate.duration == .seconds(10 * 60 + 120 + 5 * 60))
    #expect(estimate.lines.map(\.name) == ["1", "Ring"])
    let monday = try await self.plan(JourneyQuery(from: "C", to: "A"))
    #expect(monday.estimate == nil)
    let tired = try await self.plan(
      JourneyQuery(from: "Depot", to: "C", date: saturday, by: .fewestChanges))
    #expect(tired.estimate?.lines.map(\.name) == ["1", "Ring"])
    for limited in [
      JourneyQuery(from: "Depot", to: "C", date: saturday, avoid: "Ring"),
      JourneyQuery(from: "Depot", to: "C", date: saturday, via: "B"),
    ] {
      #expect(try await self.plan(limited).estimate == nil)
    }
  }

  private static let silent: [(ServiceDate?, String)] = [
    (ServiceDate("2026-11-16"), "no train leaves C on 2026-11-16"),
    (ServiceDate("2026-11-21"), "no train runs on 2026-11-21"),
    (
      ServiceDate("2027-11-16"),
      "no train runs on 2027-11-16; the timetable of Test ended on 2026-12-16"
    ),
  ]

  @Test(arguments: silent)
  func `where no train leaves a station, a sentence says why`(
    date: ServiceDate?, reason: String
  ) async throws {
    let harness = try await harness()
    let answer = try await harness.mediator.perform(
      Routing.firstLast, StationDeparturesQuery(station: "C", date: date))
    #expect(answer.station == Place(id: "C", name: "C"))
    #expect(answer.departures.isEmpty && answer.reason == reason)
  }

  @Test func `where trains leave a station, they are told as they are known`() async throws {
    let span = DepartureSpan(
      line: Line(id: "1", name: "1", color: nil), direction: 1, headsigns: ["C"],
      first: ServiceTime(seconds: 22_200), last: ServiceTime(seconds: 83_400), count: 2)
    let harness = try await harness(departures: [span])
    let answer = try await harness.mediator.perform(
      Routing.firstLast, StationDeparturesQuery(station: "B"))
    #expect(answer.departures == [span] && answer.reason == nil)
    #expect(answer.date == Self.day)
  }

  @Test func `first and last journeys are there as JSON even where there are none`() async throws {
    let harness = try await harness()
    let answer = try await harness.mediator.perform(
      Routing.lastTrain, LastTrainQuery(from: "A", to: "C"))
    #expect(answer.first?.span == "06:00–06:20")
    #expect(answer.last?.span == "23:00–23:20")
    let none = try await harness.mediator.perform(
      Routing.lastTrain, LastTrainQuery(from: "C", to: "A"))
    let json = String(decoding: try JSONEncoder().encode(none), as: UTF8.self)
    #expect(json.contains(#""first":null"#) && json.contains(#""last":null"#))
    #expect(none.reason == "no train leaves C on 2026-11-16")
  }

  @Test func `a warm search tells the same times as a plan`() async throws {
    let harness = try await harness()
    let day = try #require(Self.day)
    let fronts = try await harness.mediator.perform(Routing.fronts, FrontsQuery(date: day))
    var told: [String] = []
    fronts.visit(from: 0, to: 2, leaving: ServiceTime(seconds: 0)) {
      told.append("\($0.departure.clock)–\($0.arrival.clock) \($0.rides)")
    }
    #expect(told == ["06:00–06:20 1"])
    told = []
    let fromSeven = ServiceTime(seconds: 7 * 3600)...ServiceTime(seconds: 30 * 3600)
    fronts.visit(from: 0, to: 2, leavingWithin: fromSeven) {
      told.append("\($0.departure.clock)–\($0.arrival.clock) \($0.rides)")
    }
    #expect(told == ["23:00–23:20 2", "08:00–08:05 1"])
    fronts.visit(from: 0, to: 99, leaving: ServiceTime(seconds: 0)) { _ in
      Issue.record("there is no such station")
    }
  }

  @Test func `a timetable that takes another one's place is searched anew`() async throws {
    let days = Days()
    var network = Self.network
    let day = try #require(Self.day)
    let first = network.timetable()
    network.trips[0].calls[0].departure += 60
    let second = network.timetable()
    func begin(_ timetable: Timetable) -> String? {
      TimetableStrategy(days.day(of: timetable, on: day, changeTime: 120))
        .first(from: 0, to: 1)?.departure.clock
    }
    #expect(begin(first) == "06:00")
    #expect(begin(second) == "06:01")
    #expect(
      days.day(of: first, on: day, changeTime: 120)
        === days.day(of: first, on: day, changeTime: 120))
  }
}
