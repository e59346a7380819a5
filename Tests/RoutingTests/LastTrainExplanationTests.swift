import DataSourceInterface
import RoutingInterface
import Testing

@testable import Routing

@Suite struct LastTrainExplanationTests {
  private func explanation(
    _ network: SmallNetwork, _ from: String, _ to: String
  ) throws -> LastTrainExplanation {
    let day = Day(network.timetable(), on: ServiceDate(day: 20_000), changeTime: 120)
    let destination = network.station(to)
    let rides = try #require(
      TimetableStrategy(day).last(from: network.station(from), to: destination))
    return LastTrainExplanation(day, rides, to: destination)
  }

  /// Two lines that meet at B; the second ends early, the first does not.
  private static let meeting = SmallNetwork(
    stations: [("A", []), ("B", []), ("C", []), ("D", [])],
    trips: [
      .init("1a", line: "1", "A 22:30,B 22:40,D 22:50"),
      .init("1b", line: "1", "A 22:50,B 23:00,D 23:10"),
      .init("1c", line: "1", "A 23:20,B 23:30,D 23:40"),
      .init("2a", line: "2", "B 22:45,C 22:55"), .init("2b", line: "2", "B 23:10,C 23:20"),
    ])

  @Test func `every station tells how late one may be there`() throws {
    let limits = try explanation(Self.meeting, "A", "C").limits
    #expect(limits.map { "\($0.place.name) \($0.latest.clock)" } == ["A 22:50", "B 23:10"])
  }

  @Test func `the weakest link is the last boarding that a later train would still come to`() throws
  {
    let weakest = try #require(explanation(Self.meeting, "A", "C").weakestLink)
    #expect(weakest.ride == 1)
    #expect(weakest.place.name == "B")
    #expect(weakest.departure.clock == "23:10")
  }

  @Test func `where no later train leaves at all, the first boarding is the weakest`() throws {
    var network = Self.meeting
    network.trips.removeAll { $0.id == "1c" }
    let weakest = try #require(explanation(network, "A", "C").weakestLink)
    #expect(weakest.ride == 0)
    #expect(weakest.place.name == "A")
  }

  @Test func `a boarding with slack is not the weakest link`() throws {
    var network = Self.meeting
    network.trips.append(.init("2c", line: "2", "B 23:25,C 23:35"))
    let weakest = try #require(explanation(network, "A", "C").weakestLink)
    #expect(weakest.ride == 0)
  }

  @Test func `who misses the train still gets nearer, or another way`() throws {
    var network = Self.meeting
    network.stations.append(("X", []))
    network.trips.append(.init("2x", line: "2", "X 22:00,C 22:05"))
    network.trips.append(.init("3", line: "3", "B 23:30,X 23:40"))
    let nearer = try #require(explanation(network, "A", "C").weakestLink?.otherwise)
    #expect(nearer.to.name == "X")
    #expect(nearer.journey.arrival.clock == "23:40")
    #expect(nearer.remaining == 120 + 5 * 60)
    network.stations.append(("Y", []))
    network.transfers.append(.init(from: "B", to: "Y", seconds: 300))
    network.trips.append(.init("4", line: "4", "Y 23:16,C 23:50"))
    let other = try #require(explanation(network, "A", "C").weakestLink?.otherwise)
    #expect(other.to.name == "C")
    #expect(other.remaining == nil)
    #expect(other.journey.arrival.clock == "23:50")
  }

  @Test func `where nothing leads nearer, nothing is promised`() throws {
    let weakest = try #require(explanation(Self.meeting, "A", "C").weakestLink)
    #expect(weakest.otherwise == nil)
  }
}
