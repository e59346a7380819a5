import DataSourceFixture
import DataSourceInterface
import Documents
import Foundation
import RoutingInterface
import Testing

@testable import Routing

@Suite struct SearchEndTests {
  /// One degree of latitude is 111.2 km: B is 1,001 m north of A, C 5,004 m and D 9,007 m.
  private static let network = SampleNetwork(
    stations: [("A", ["A1", "A2"]), ("B", []), ("C", ["C1"]), ("D", []), ("E", [])],
    trips: [
      .init("1", line: "1", "A1 8:00,B 8:03,C1 8:10,D 8:15"),
      .init("2", line: "1", "A1 8:20,B 8:23,C1 8:30,D 8:35"),
    ],
    positions: [
      "A1": position(-0.002), "A2": position(0.002), "B": position(0.009), "C": position(0.045),
      "D": position(0.081),
    ])

  private static func position(_ north: Double) -> Coordinate {
    Coordinate(latitude: 41 + north, longitude: -8.5)
  }

  private static func place(_ north: Double) throws -> SearchEnd {
    let place = PointOfInterest(at: position(north))
    return .place(try WalkablePlace(place, in: network.timetable()))
  }

  private let schedule = ServiceDaySchedule(
    network.timetable(), on: CalendarDate(day: 20_000), changeTime: 120)

  @Test(arguments: [
    (-0.001, [0, 1]),  // Station A is at the mean of its platforms.
    (0.03, [2]),  // No station is within 1,200 m, so the nearest one is reached.
    (0.0452, [2]),
  ])
  func `a place reaches the stations near it`(north: Double, stations: [Int]) throws {
    let reached = try #require(Self.place(north).walkablePlace).stations.map(\.station)
    #expect(reached == stations)
  }

  @Test func `a place far from every station is an error that says the distance`() {
    #expect(throws: DataSourceError.noStationNearby("@41.5,-8.5", city: "Sample", metres: 46_591)) {
      try Self.place(0.5)
    }
    let error = DataSourceError.noStationNearby("@41.5,-8.5", city: "Sample", metres: 46_591)
    #expect(
      "\(error)" == "'@41.5,-8.5' is 47 km from the nearest station of Sample; "
        + "expected a place within 20 km")
  }

  @Test func `a journey between places begins and ends with a walk`() throws {
    let search = TimetableSearch(schedule)
    let (from, to) = (try Self.place(-0.001), try Self.place(0.0452))
    let found = search.journeys(
      from: from, to: to, departingAfter: ServiceTime(seconds: 7 * 3600))
    let journey = try #require(found.first)
    #expect(found.count == 1)
    // 111 m to A and 22 m from C, at 1.2 m/s with 30 % more.
    #expect(journey.departure.seconds == 8 * 3600 - 121)
    #expect(journey.arrival.seconds == 8 * 3600 + 600 + 25)
    #expect(journey.walking == .seconds(146))
    guard case .walk(let access) = journey.legs.first, case .walk(let egress) = journey.legs.last
    else {
      Issue.record("the journey has no walks: \(journey.legs)")
      return
    }
    #expect([access.from.id, access.to.id] == ["@40.999,-8.5", "A1"])
    #expect([egress.from.id, egress.to.id] == ["C1", "@41.0452,-8.5"])
    #expect(access.distance == 111 && egress.distance == 22)
  }

  @Test func `a walk has this JSON, and can be decoded from it`() throws {
    let from = PointOfInterest(at: Coordinate(latitude: 41.5, longitude: -8.5), name: "Home")
    let leg = Leg.walk(
      Walk(
        from: from, to: PointOfInterest(id: "A1", name: "A"), duration: .seconds(121),
        distance: 111))
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let json = String(decoding: try encoder.encode(leg), as: UTF8.self)
    #expect(
      json == """
        {"distance":111,"duration":121,"from":{"coordinate":{"latitude":41.5,"longitude":-8.5},\
        "id":"@41.5,-8.5","name":"Home"},"kind":"walk","to":{"id":"A1","name":"A"}}
        """)
    #expect(try JSONDecoder().decode(Leg.self, from: Data(json.utf8)) == leg)
  }

  @Test func `the direct walk is listed for times and spans, but is no train`() throws {
    let search = TimetableSearch(schedule)
    let (from, to) = (try Self.place(-0.001), try Self.place(0.009))
    let (early, late) = (ServiceTime(seconds: 7 * 3600), ServiceTime(seconds: 9 * 3600))
    func rides(_ journeys: [Journey]) -> [Int] { journeys.map(\.rides) }
    #expect(rides(search.journeys(from: from, to: to, departingAfter: early)) == [0])
    #expect(rides(search.journeys(from: from, to: to, arrivingBy: late)) == [0])
    // The walk takes 1,205 s, a train with its walk 301 s.
    #expect(rides(search.journeys(from: from, to: to, departingWithin: early...late)) == [0, 1, 1])
    #expect(search.firstJourney(from: from, to: to)?.rides == 1)
    #expect(search.latestDeparture(from: from, to: to)?.clock == "08:17")
    let stations = search.journeys(
      from: .station(0), to: .station(1), departingAfter: early)
    #expect(rides(stations) == [1])
  }

  @Test func `the alternative to a last train may be a walk from another station`() throws {
    var network = Self.network
    network.trips = [
      .init("last", line: "1", "A1 23:00,C1 23:10"), .init("to", line: "2", "C1 23:15,D 23:20"),
    ]
    let timetable = network.timetable()
    let schedule = ServiceDaySchedule(timetable, on: CalendarDate(day: 20_000), changeTime: 120)
    let to = try Self.place(0.083)
    let rides = try #require(TimetableSearch(schedule).lastJourney(from: .station(0), to: to))
    let explanation = LastTrainExplanation(schedule, rides, from: .station(0), to: to)
    let deadlines = explanation.deadlines.map { "\($0.place.name) \($0.latest.clock)" }
    #expect(deadlines == ["A 23:00", "C 23:15"])
    #expect(explanation.weakestLink?.ride == 0)
  }
}
