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
          ($1, Coordinate(latitude: 0, longitude: Double($0) * distance / 111_195))
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

  @Test(arguments: [(99, 1), (101, 2), (950, 10)])
  func `all stations within a walk can be reached, and no others`(metres: Int, count: Int) {
    let timetable = row(of: 30, distance: 100).timetable()
    let changes = ChangeTimes(timetable, default: 120, walk: metres)
    // The station itself and those to the east of it.
    #expect(changes.from(0).count == count)
  }
}
