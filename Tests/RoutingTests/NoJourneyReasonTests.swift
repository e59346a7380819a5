import DataSourceFixture
import DataSourceInterface
import Documents
import Mediator
import ModuleTesting
import RoutingInterface
import Testing

@testable import Routing

/// What a plan says in place of journeys, or beside the first trains after the last one.
@Suite struct NoJourneyReasonTests {
  /// Queries on a Monday at 12:00, each with the reason and the next journeys.
  private static let queriesWithoutJourney: [(Question, reason: String, next: String?)] = [
    (Question(from: "A", to: "A"), "you are already there", nil),
    (
      Question(from: "A", to: "C", depart: TimeExpression("23:30")),
      "the last train leaves at 23:00", "2026-11-17 06:00–06:20"
    ),
    (
      Question(
        from: "A", to: "C", date: DayExpression("2026-11-17"), depart: TimeExpression("23:30")),
      "the last train leaves at 23:00", "2026-11-18 06:00–06:20"
    ),
    (
      Question(from: "A", to: "C", arrive: TimeExpression("5:00")),
      "no journey arrives by 05:00", "2026-11-17 06:00–06:20"
    ),
    (
      Question(
        from: "A", to: "C", depart: TimeExpression("13:00"), until: TimeExpression("14:00")),
      "no journey leaves from 13:00 to 14:00", "2026-11-16 23:00–23:20"
    ),
    (
      Question(
        from: "A", to: "C", depart: TimeExpression("23:30"), until: TimeExpression("1:00")),
      "no journey leaves from 23:30 to 01:00⁺¹", "2026-11-17 06:00–06:20"
    ),
    (Question(from: "C", to: "A"), "no train leaves C on Mon 16 Nov", nil),
    (
      Question(from: "A", to: "Island"), "no train stops at Island on Mon 16 Nov",
      "2026-11-22 10:00–11:00"
    ),
    (
      Question(from: "A", to: "Island", last: true),
      "no train stops at Island on Mon 16 Nov", "2026-11-22 10:00–11:00"
    ),
    (
      Question(from: "Island", to: "C"), "no trains connect Island and C on Mon 16 Nov", nil
    ),
    (
      Question(from: "A", to: "C", date: DayExpression("sat")),
      "no train runs on Sat 21 Nov", "2026-11-23 06:00–06:20"
    ),
    (
      Question(from: "A", to: "C", date: DayExpression("2027-11-16")),
      "no train runs on Tue 16 Nov 2027; the timetable of Test ends on Wed 16 Dec 2026", nil
    ),
    (
      Question(from: "A", to: "C", date: DayExpression("1969-11-16")),
      "no train runs on Sun 16 Nov 1969; the timetable of Test begins on Thu 1 Jan 1970", nil
    ),
    (
      Question(from: "A", to: "B", avoid: "1"),
      "no train stops at B without line 1 on Mon 16 Nov", nil
    ),
    (
      Question(from: "Depot", to: "C", via: "Island"),
      "no trains connect Depot and C via Island on Mon 16 Nov", nil
    ),
  ]

  @Test(arguments: queriesWithoutJourney)
  func `a plan without journeys gives the reason and the next journeys`(
    query: Question, reason: String, next: String?
  ) async throws {
    let plan = try await RoutingFixture().plan(query)
    #expect(plan.journeys.isEmpty)
    #expect(plan.later.isEmpty)
    #expect(plan.reason == reason)
    #expect(plan.next?.text == next)
  }

  @Test func `where only changes on foot connect the ends, the reason says so`() async throws {
    let network = SampleNetwork(
      stations: [("A", []), ("B", []), ("C", []), ("D", [])],
      trips: [.init("1", line: "1", "A 8:00,B 8:10"), .init("2", line: "2", "C 9:00,D 9:20")],
      positions: [
        "B": Coordinate(latitude: 41, longitude: -8),
        "C": Coordinate(latitude: 41.002, longitude: -8),
      ])
    let fixture = try await RoutingFixture(network)
    func reason(walk: Int?, avoid: String? = nil) async throws -> String? {
      let query = Question(
        from: "A", to: "D", depart: TimeExpression("7:00"), avoid: avoid, walk: walk)
      return try await fixture.plan(query).reason
    }
    let sentence = "no trains connect A and D on Tue 17 Nov"
    #expect(
      try await reason(walk: nil)
        == "\(sentence) without changes on foot, which the option 'walk' allows")
    #expect(try await reason(walk: 100) == sentence)
    #expect(
      try await reason(walk: nil, avoid: "2") == "no train stops at D without line 2 on Tue 17 Nov")
  }

  @Test func `a train of the night before is no reason to change on foot`() async throws {
    let network = SampleNetwork(
      stations: [("A", []), ("B", []), ("C", [])],
      trips: [
        .init("monday", line: "1", service: 0, "A 23:50,B 24:10"),
        .init("daily", line: "2", service: 1, "B 9:00,C 9:10,A 9:20"),
      ], services: [0b000_0001, 0b111_1111])
    let query = Question(
      from: "A", to: "B", date: DayExpression("2026-11-17"), depart: TimeExpression("7:00"))
    let plan = try await RoutingFixture(network).plan(query)
    #expect(plan.reason == "no trains connect A and B on Tue 17 Nov")
  }

  @Test(
    arguments: [
      ("2026-12-20", "Sun 20 Dec 2026; the timetable of Test ended on Wed 16 Dec"),
      ("2027-01-10", "Sun 10 Jan; the timetable of Test ended on Wed 16 Dec 2026"),
    ])
  func `the end of a timetable has a year unless it is that of the date before it`(
    date: String, reason: String
  ) async throws {
    let plan = try await RoutingFixture(now: "2027-01-10T12:00:00Z")
      .plan(Question(from: "A", to: "C", date: DayExpression(date)))
    #expect(
      plan.reason == "no train runs on \(reason); a newer version of this app has a later one")
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
      .plan(Question(from: "A", to: "B"))
    #expect(plan.date.description == "2026-11-22")
    #expect(plan.journeys.map(\.timeRange.description) == [journey])
    #expect(plan.reason == reason && plan.next == nil)
    #expect(plan.later.map(\.timeRange.description).joined(separator: ", ") == later)
  }

  @Test(
    arguments: [
      ("2026-11-22T23:30:00Z", [], "2026-11-23 05:30–05:40"),
      ("2026-11-22T00:30:00Z", ["05:30–05:40"], nil),
    ] as [(String, [String], String?)])
  func `after the last train, also after midnight, the next journeys are those of the morning`(
    now: String, journeys: [String], next: String?
  ) async throws {
    var network = Self.nightNetwork
    network.trips.removeAll { $0.id != "morning" && $0.id != "evening" }
    let plan = try await RoutingFixture(network, now: now)
      .plan(Question(from: "A", to: "B"))
    #expect(plan.journeys.map(\.timeRange.description) == journeys)
    #expect(plan.reason == "the last train left at 23:00")
    #expect(plan.next?.text == next)
  }

  @Test func `only a train that has left is said to have left`() async throws {
    let plan = try await RoutingFixture(Self.nightNetwork, now: "2026-11-22T10:00:00Z").plan(
      Question(
        from: "A", to: "B", date: DayExpression("tomorrow"), depart: .clock(seconds: 7200)))
    #expect(plan.reason == "the last train leaves at 01:00")
    #expect(plan.journeys.map(\.timeRange.description) == ["05:30–05:40"])
  }

  @Test(
    arguments: [
      ("23:00", nil), ("23:01", "the last train leaves at about 23:00, or up to 4 min later"),
      ("23:03", "the last train leaves at about 23:00, or up to 4 min later"),
      ("23:04", "the last train left at about 23:00"),
    ] as [(String, String?)])
  func `the last train without a time may leave up to its headway later`(
    now: String, reason: String?
  ) async throws {
    let network = SampleNetwork(
      stations: [("A", []), ("B", [])],
      trips: [
        .init("6", line: "1", headway: 240, "A 6:00,B 6:10"),
        .init("23", line: "1", headway: 240, "A 23:00,B 23:10"),
      ])
    let fixture = try await RoutingFixture(network, now: "2026-11-16T\(now):00Z")
    #expect(try await fixture.plan(Question(from: "A", to: "B")).reason == reason)
  }

  private static let expired =
    "the timetable of Test ended on Sat 21 Nov; a newer version of this app has a later one"

  /// Queries on the day after the last one of a timetable, whose last train leaves at 00:10 of it.
  @Test(
    arguments: [
      ("00:05", Question(from: "A", to: "B"), nil),
      ("00:15", Question(from: "A", to: "B"), "the last train left at 00:10"),
      ("12:00", Question(from: "A", to: "B"), "no train runs on Sun 22 Nov; \(expired)"),
      (
        "12:00", Question(from: "A", to: "B", date: DayExpression("2026-11-22"), last: true),
        "no train runs on Sun 22 Nov; \(expired)"
      ),
      (
        "00:05", Question(from: "A", to: "B", date: DayExpression("2026-11-22"), first: true),
        "no train runs on Sun 22 Nov; \(expired)"
      ),
      (
        "12:00",
        Question(
          from: "A", to: "B", date: DayExpression("2026-11-22"), depart: TimeExpression("0:15")),
        "the last train left at 00:10"
      ),
      (
        "12:00",
        Question(
          from: "A", to: "B", depart: TimeExpression("13:00"), until: TimeExpression("14:00")),
        "no train runs on Sun 22 Nov; \(expired)"
      ),
    ] as [(String, Question, String?)])
  func `after the end of the timetable, only its last night is explained by the last train`(
    now: String, query: Question, reason: String?
  ) async throws {
    var network = Self.nightNetwork
    network.name = "Test"
    network.lastDay = Int32(RoutingFixture.monday.day) + 5
    let fixture = try await RoutingFixture(network, now: "2026-11-22T\(now):00Z")
    #expect(try await fixture.plan(query).reason == reason)
    guard query.last == true else { return }
    let last = try await fixture.lastTrain(Question(from: "A", to: "B", date: query.date))
    #expect(last.reason == reason)
  }
}

extension NextJourneys {
  /// The date and the times.
  fileprivate var text: String {
    "\(date) " + journeys.map(\.timeRange.description).joined(separator: ", ")
  }
}
