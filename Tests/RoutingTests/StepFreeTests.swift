import DataSourceFixture
import DataSourceInterface
import Documents
import Mediator
import ModuleTesting
import RoutingInterface
import Testing

@testable import Routing

/// Journeys without steps, and what is unknown about them.
@Suite struct StepFreeTests {
  /// A change at X, from one platform to the other.
  private static let network = SampleNetwork(
    stations: [("A", []), ("X", ["X1", "X2"]), ("E", [])],
    trips: [
      .init("t1", line: "U1", access: .possible, "A 10:00,X1 10:10"),
      .init("t2", line: "U2", access: .possible, "X2 10:15,E 10:25"),
      .init("t3", line: "U2", access: .possible, "X2 10:30,E 10:40"),
    ])

  /// The first journey from A to E, such as `10:00-10:25 step-free`; nil if there is none.
  private func journey(
    _ change: (inout SampleNetwork) -> Void = { _ in }
  ) -> String? {
    var network = Self.network
    for stop in network.stops { network.access[stop] = .init(.possible) }
    change(&network)
    let schedule = ServiceDaySchedule(
      network.timetable(), on: RoutingFixture.monday, changeTime: 120,
      RouteConstraints(isStepFree: true))
    return TimetableSearch(schedule)
      .journeys(from: 0, to: network.station("E"), departingAfter: ServiceTime(seconds: 0)).first
      .map { "\($0.timeRange) \($0.unknownAccess?.inWords ?? "?")" }
  }

  @Test func `a journey is step-free if all stops and trains are`() {
    #expect(journey() == "10:00–10:25 step-free")
  }

  @Test(arguments: ["A", "X1", "X2", "E"])
  func `a stop with steps excludes the journey, and one of unknown access is named`(stop: String) {
    #expect(journey { $0.access[stop] = .init(.impossible) } == nil)
    #expect(
      journey { $0.access[stop] = nil }
        == "10:00–10:25 step-free access unknown at \(stop.prefix(1))")
  }

  @Test func `only the way in counts where passengers board, and the way out where they leave`() {
    #expect(journey { $0.access["A"] = .init(.possible, exit: .impossible) } != nil)
    #expect(journey { $0.access["A"] = .init(.impossible, exit: .possible) } == nil)
    #expect(journey { $0.access["E"] = .init(.impossible, exit: .possible) } != nil)
    #expect(journey { $0.access["E"] = .init(.possible, exit: .impossible) } == nil)
  }

  @Test func `the way from and to the street does not matter for a change`() {
    let stairs = SampleNetwork.StopAccess(.impossible, platform: .unknown)
    #expect(
      journey { ($0.access["X1"], $0.access["X2"]) = (stairs, stairs) } == "10:00–10:25 step-free")
    let onePlatform = journey { network in
      network.trips[1] = .init("t2", line: "U2", access: .possible, "X1 10:15,E 10:25")
      network.access["X1"] = stairs
    }
    #expect(onePlatform == "10:00–10:25 step-free")
    #expect(journey { $0.access["A"] = stairs } == nil)
    #expect(journey { $0.access["E"] = stairs } == nil)
  }

  @Test(
    arguments: [
      ("X1", .init(.possible, exit: .impossible), false),
      ("X1", .init(.impossible, exit: .possible), true),
      ("X2", .init(.possible, exit: .impossible), true),
      ("X2", .init(.impossible, exit: .possible), false),
    ] as [(String, SampleNetwork.StopAccess, Bool)])
  func `a change over the street between two stations needs the way out and the way in`(
    stop: String, access: SampleNetwork.StopAccess, isPossible: Bool
  ) {
    let found = journey { network in
      network.stations = [("A", []), ("X1", []), ("X2", []), ("E", [])]
      network.transfers = [.init(from: "X1", to: "X2", seconds: 60)]
      network.access[stop] = access
    }
    #expect((found != nil) == isPossible)
  }

  @Test func `a change on a way of unknown mode is named`() {
    var way = SampleNetwork.Walkway(from: "X1", to: "X2", seconds: 60, stepFreeSeconds: 90)
    way.hasKnownMode = false
    let found = journey { $0.walkways = [way] }
    #expect(found == "10:00–10:25 step-free access unknown at X")
  }

  @Test func `steps where the train only stops do not matter`() {
    let found = journey { network in
      network.trips = [.init("t1", line: "U1", access: .possible, "A 10:00,X1 10:10,E 10:20")]
      network.access["X1"] = .init(.impossible)
    }
    #expect(found == "10:00–10:20 step-free")
  }

  @Test func `a train without wheelchairs is not used, and one of unknown access is named`() {
    #expect(journey { $0.trips[1].access = .impossible } == "10:00–10:40 step-free")
    #expect(journey { $0.trips[0].access = .impossible } == nil)
    #expect(
      journey { $0.trips[1].access = .unknown }
        == "10:00–10:25 step-free access unknown on line U2")
  }

  @Test(
    arguments: [
      (nil, "10:00–10:25 step-free"), (400, "10:00–10:40 step-free"), (-1, nil),
    ] as [(Int?, String?)])
  func `a change takes the time of the way without steps`(seconds: Int?, found: String?) {
    let way = SampleNetwork.Walkway(from: "X1", to: "X2", seconds: 60, stepFreeSeconds: seconds)
    #expect(journey { $0.walkways = [way] } == found)
    // A row of transfers.txt does not remove the stairs.
    let row = SampleNetwork.Transfer(from: "X1", to: "X2", seconds: 30)
    #expect(journey { ($0.walkways, $0.transfers) = ([way], [row]) } == found)
  }

  @Test func `the walk between two stations is unknown`() {
    let found = journey { network in
      network.stations = [("A", []), ("X1", []), ("X2", []), ("E", [])]
      network.transfers = [.init(from: "X1", to: "X2", seconds: 60)]
    }
    #expect(found == "10:00–10:25 step-free access unknown for the walk")
  }

  @Test func `passengers do not stay on a train that goes on without wheelchairs`() {
    let found = journey { network in
      network.trips = [
        .init("t1", line: "U1", block: "b", access: .possible, "A 10:00,X1 10:10"),
        .init("t2", line: "U2", block: "b", access: .impossible, "X1 10:10,E 10:25"),
        .init("t3", line: "U3", access: .possible, "X1 10:30,E 10:40"),
      ]
    }
    #expect(found == "10:00–10:40 step-free")
  }

  @Test func `a question without steps that has no answer says so`() async throws {
    var network = Self.network
    network.access["X2"] = .init(.impossible)
    let fixture = try await RoutingFixture(network)
    let question = Question(from: "A", to: "E", date: DayExpression("tomorrow"))
    var search = try await fixture.search(question)
    #expect(try await fixture.harness.mediator.perform(Routing.search, search).journeys.count == 1)
    search.isStepFree = true
    let plan = try await fixture.harness.mediator.perform(Routing.search, search)
    #expect(plan.journeys.isEmpty && plan.next == nil && plan.estimate == nil)
    #expect(plan.reason == "no trains connect A and E without steps on Tue 17 Nov")
    #expect(
      try await fixture.harness.mediator.perform(Routing.searchLastTrain, search).reason
        == plan.reason)
  }
}
