import DataSourceFixture
import DataSourceInterface
import RoutingInterface
import Testing

@testable import Routing

@Suite struct ChangeTimesTests {
  /// Stations in a row to the east, and the distance between neighbours in metres.
  private func row(of count: Int, distance: Double, platforms: Int = 0) -> SampleNetwork {
    let names = (0..<count).map { "S\($0)" }
    return SampleNetwork(
      stations: names.map { name in (name, (0..<platforms).map { "\(name)P\($0)" }) }, trips: [],
      positions: Dictionary(
        uniqueKeysWithValues: names.enumerated().map {
          ($1, Coordinate(latitude: 0, longitude: 1 + Double($0) * distance / 111_195))
        }))
  }

  @Test func `a walk that adds millions of changes throws an error`() {
    #expect(throws: RoutingError.tooManyWalks(1000)) {
      try row(of: 21, distance: 40, platforms: 100).timetable().checkWalks(upTo: 1000)
    }
    #expect(throws: Never.self) {
      try row(of: 21, distance: 400, platforms: 100).timetable().checkWalks(upTo: 1000)
    }
  }

  @Test(arguments: [(3000, false), (3300, true)])
  func `a station that one train passes thousands of times is not a station on the way`(
    passes: Int, isRefused: Bool
  ) throws {
    let calls = (0..<2 * passes).map { position in
      SampleNetwork.Call(
        stop: ["A", "V"][position % 2], arrival: 60 * position, departure: 60 * position)
    }
    let timetable = SampleNetwork(
      stations: [("A", []), ("V", [])],
      trips: [SampleNetwork.Trip(id: "1", line: "shuttle", calls: calls)]
    ).timetable()
    let check = { try timetable.checkPasses(of: timetable.stations.stops(of: 1), named: "V") }
    if isRefused {
      #expect(throws: RoutingError.tooManyPasses("V")) { try check() }
    } else {
      try check()
    }
  }

  @Test(arguments: [(99, 1), (101, 2), (950, 10)])
  func `all stations within a walk can be reached, and no others`(metres: Int, count: Int) {
    let timetable = row(of: 30, distance: 100).timetable()
    let changes = ChangeTimes(NetworkStops(timetable), default: 120, walk: metres)
    // The station itself and those to the east of it.
    #expect(changes.from(0).count == count)
  }
}
