import DataSourceFixture
import DataSourceInterface
import Documents
import Foundation
import Mediator
import RoutingInterface
import Testing

@testable import Routing

@Suite struct LastTrainPlannerTests {
  @Test func `the JSON has first and last even where they are null`() async throws {
    let fixture = try await RoutingFixture()
    let answer = try await fixture.lastTrain(Question(from: "A", to: "C"))
    #expect(answer.first?.timeRange.description == "06:00–06:20")
    #expect(answer.last?.timeRange.description == "23:00–23:20")
    let none = try await fixture.lastTrain(Question(from: "C", to: "A"))
    let json = String(decoding: try JSONEncoder().encode(none), as: UTF8.self)
    #expect(json.contains(#""first":null"#) && json.contains(#""last":null"#))
    #expect(none.reason == "no train leaves C on Mon 16 Nov")
  }

  @Test(arguments: [
    (trip: "A 3:30,B 3:40", continues: true), (trip: "A 4:00,B 4:10", continues: true),
    (trip: "A 4:01,B 4:11", continues: false), (trip: "A 2:59,B 3:10", continues: false),
  ])
  func `service continues when a journey leaves from 03:00 to 04:00 of the next day`(
    trip: String, continues: Bool
  ) async throws {
    let network = SampleNetwork(
      stations: [("A", []), ("B", [])],
      trips: [.init("last", "A 23:00,B 23:10"), .init("first", service: 1, trip)],
      services: [0b001_0001, 0b000_0010])
    let fixture = try await RoutingFixture(network)
    let answer = try await fixture.lastTrain(
      Question(from: "A", to: "B", date: DayExpression(RoutingFixture.monday)))
    #expect(answer.continues == continues)
    let plan = try await fixture.plan(
      Question(from: "A", to: "B", date: DayExpression(RoutingFixture.monday), last: true))
    #expect(plan.journeys == [answer.last].compactMap(\.self))
    // The night from 23:00 to 03:30 has no train.
    #expect(!answer.runsAllNight && plan.reason == nil)
    let json = String(decoding: try JSONEncoder().encode(answer), as: UTF8.self)
    #expect(json.contains(#""continues":true"#) == continues)
    #expect(try JSONDecoder().decode(LastTrain.self, from: Data(json.utf8)) == answer)
  }

  @Test(arguments: [("1:59", false), ("2:00", true), ("2:40", true)])
  func `where trains run all night, none is the last`(
    departure: String, runsAllNight: Bool
  ) async throws {
    let network = SampleNetwork(
      stations: [("A", []), ("B", [])],
      trips: [
        .init("night", service: 1, "A \(departure),B 2:50"),
        .init("morning", service: 1, "A 3:20,B 3:30"), .init("day", "A 23:00,B 23:10"),
      ],
      services: [0b000_0001, 0b000_0010])
    let fixture = try await RoutingFixture(network)
    let monday = DayExpression(RoutingFixture.monday)
    let answer = try await fixture.lastTrain(Question(from: "A", to: "B", date: monday))
    #expect(answer.continues && answer.runsAllNight == runsAllNight)
    let plan = try await fixture.plan(Question(from: "A", to: "B", date: monday, last: true))
    #expect(plan.reason == (runsAllNight ? "trains run all night, so none is the last" : nil))
  }

  /// Both trains to X reach the same train from there.
  private static let dominated = SampleNetwork(
    stations: [("A", []), ("X", []), ("B", [])],
    trips: [
      .init("early", "A 3:55,X 4:05"), .init("late", "A 4:15,X 4:25"),
      .init("on", line: "2", "X 5:00,B 5:10"),
    ])

  @Test func `the last train leaves by 30:00, even where a later one is faster`() async throws {
    let network = SampleNetwork(
      stations: [("A", []), ("X", []), ("B", [])],
      trips: [
        .init("slow", line: "1", "A 29:50,B 30:40"), .init("late", line: "2", "A 30:05,X 30:10"),
        .init("on", line: "3", "X 30:15,B 30:20"),
      ], services: [0b000_0001])
    let fixture = try await RoutingFixture(network)
    let date = DayExpression(RoutingFixture.monday)
    let answer = try await fixture.lastTrain(Question(from: "A", to: "B", date: date))
    #expect(answer.last?.departure == ServiceTime("29:50"))
    let plan = try await fixture.plan(Question(from: "A", to: "B", date: date, last: true))
    #expect(plan.journeys == [answer.last].compactMap(\.self))
  }

  @Test func `service continues with a journey that a later one dominates`() async throws {
    let fixture = try await RoutingFixture(Self.dominated)
    let answer = try await fixture.lastTrain(Question(from: "A", to: "B"))
    #expect(answer.continues)
  }

  @Test(arguments: [
    ("03:00", "04:15", "04:15"), ("03:00", "04:14", "03:55"), ("03:56", "04:14", nil),
    ("03:00", "03:54", nil),
  ])
  func `the latest departure within a span is that of any journey`(
    begin: String, end: String, departure: String?
  ) throws {
    let schedule = ServiceDaySchedule(
      Self.dominated.timetable(), on: RoutingFixture.monday, changeTime: 120)
    let span = try #require(ServiceTime(begin))...#require(ServiceTime(end))
    let latest = LatestDepartures(schedule, to: .station(2))
    #expect(latest.departure(from: .station(0), within: span)?.clock == departure)
  }

  private func explanation(
    _ network: SampleNetwork, _ from: String, _ to: String
  ) throws -> LastTrainExplanation {
    let schedule = ServiceDaySchedule(
      network.timetable(), on: CalendarDate(day: 20_000), changeTime: 120)
    let destination = network.station(to)
    let rides = try #require(
      TimetableSearch(schedule).lastJourney(from: network.station(from), to: destination))
    return LastTrainExplanation(schedule, rides, to: destination)
  }

  /// Two lines that meet at B. The second one ends early, the first one does not.
  private static let network = SampleNetwork(
    stations: [("A", []), ("B", []), ("C", []), ("D", [])],
    trips: [
      .init("1a", line: "1", "A 22:30,B 22:40,D 22:50"),
      .init("1b", line: "1", "A 22:50,B 23:00,D 23:10"),
      .init("1c", line: "1", "A 23:20,B 23:30,D 23:40"),
      .init("2a", line: "2", "B 22:45,C 22:55"), .init("2b", line: "2", "B 23:10,C 23:20"),
    ])

  @Test func `each station has the latest time to be there`() throws {
    let deadlines = try explanation(Self.network, "A", "C").deadlines
    #expect(deadlines.map { "\($0.place.name) \($0.latest.clock)" } == ["A 22:50", "B 23:10"])
  }

  @Test func `a last train that stops only on request is marked`() throws {
    var network = Self.network
    network.trips[4].calls[0].allows.insert(.askToBoard)
    let deadlines = try explanation(network, "A", "C").deadlines
    #expect(deadlines.map(\.boarding) == [nil, StopRequest(.driver)])
  }

  @Test func `the weakest link is the last boarding that a later train still reaches`() throws {
    let weakest = try #require(explanation(Self.network, "A", "C").weakestLink)
    #expect(weakest.ride == 1)
    #expect(weakest.place.name == "B")
    #expect(weakest.departure.clock == "23:10")
  }

  @Test func `without a later train, the first boarding is the weakest link`() throws {
    var network = Self.network
    network.trips.removeAll { $0.id == "1c" }
    let weakest = try #require(explanation(network, "A", "C").weakestLink)
    #expect(weakest.ride == 0)
    #expect(weakest.place.name == "A")
  }

  @Test func `a boarding with slack is not the weakest link`() throws {
    var network = Self.network
    network.trips.append(.init("2c", line: "2", "B 23:25,C 23:35"))
    let weakest = try #require(explanation(network, "A", "C").weakestLink)
    #expect(weakest.ride == 0)
  }

  @Test func `after a missed train, another way or at least a nearer station is found`() throws {
    var network = Self.network
    network.stations.append(("X", []))
    network.trips.append(.init("2x", line: "2", "X 22:00,C 22:05"))
    network.trips.append(.init("3", line: "3", "B 23:30,X 23:40"))
    let nearer = try #require(explanation(network, "A", "C").weakestLink?.alternative)
    #expect(nearer.to.name == "X")
    #expect(nearer.journey.arrival.clock == "23:40")
    #expect(nearer.remaining == 120 + 5 * 60)
    network.stations.append(("Y", []))
    network.transfers.append(.init(from: "B", to: "Y", seconds: 300))
    network.trips.append(.init("4", line: "4", "Y 23:16,C 23:50"))
    let other = try #require(explanation(network, "A", "C").weakestLink?.alternative)
    #expect(other.to.name == "C")
    #expect(other.remaining == nil)
    #expect(other.journey.arrival.clock == "23:50")
  }

  @Test func `without a train that leads nearer, there is no alternative`() throws {
    let weakest = try #require(explanation(Self.network, "A", "C").weakestLink)
    #expect(weakest.alternative == nil)
  }
}
