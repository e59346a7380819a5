import DataSourceFixture
import DataSourceInterface
import RoutingInterface
import Testing

@testable import Routing

@Suite struct AverageTimeSearchTests {
  /// A slow direct train, a faster route with one change, one that is three minutes faster with two
  /// changes, and one whose change takes no time.
  private let network = SampleNetwork(
    stations: [("A", []), ("B", []), ("C", []), ("D", []), ("E", [])],
    trips: [
      .init("slow", line: "1", "A 8:00,D 9:00"), .init("first", line: "2", "A 8:00,B 8:10,C 8:30"),
      .init("on", line: "3", "C 9:00,D 9:10"), .init("hop", line: "4", "B 8:00,C 8:16"),
      .init("to", line: "5", "A 8:00,E 8:30"), .init("from", line: "6", "E 8:00,D 8:25"),
    ],
    transfers: [
      .init(from: "C", to: "C", seconds: 180), .init(from: "E", to: "E", seconds: 0),
    ])

  private func estimate(by preference: Preference?) -> Journey? {
    let timetable = network.timetable()
    let search = AverageTimeSearch(
      timetable, on: RoutingFixture.monday, ChangeTimes(timetable, default: 60), by: preference)
    return search.journey(
      from: network.station("A"), to: network.station("D"),
      departingAt: ServiceTime(seconds: 0))
  }

  @Test(arguments: [
    (Preference?.none, ["2", "3"], 43), (.earliest, ["2", "4", "3"], 40),
    (.fewestChanges, ["1"], 60), (.leastWalking, ["5", "6"], 55),
  ])
  func `the estimate is best by the preference`(
    preference: Preference?, lines: [String], minutes: Int
  ) throws {
    let journey = try #require(estimate(by: preference))
    #expect(journey.lines.map(\.name) == lines)
    #expect(journey.duration == .seconds(60 * minutes))
  }
}
