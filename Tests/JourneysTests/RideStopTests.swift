import DataSourceFixture
import DataSourceInterface
import Documents
import JourneysInterface
import RoutingInterface
import Testing

@testable import Journeys

struct RideStopTests {
  /// The times at the stops of the first ride from A to D at a time of a date.
  private func stops(
    _ network: SampleNetwork, date: String, depart: String
  ) async throws -> [String] {
    let fixture = try await JourneysFixture(network)
    let plan = try await fixture.perform(
      Journeys.plan,
      JourneyQuery(
        from: "A", to: "D", date: DayExpression(date), depart: TimeExpression(depart)))
    let ride = try #require(plan.journeys.first?.legs.first?.ride)
    return network.timetable().stops(of: ride).map {
      "\($0.place.id) \($0.arrival?.clock ?? "-") \($0.departure?.clock ?? "-")"
    }
  }

  @Test func `in a night of a clock change, each stop has what clocks show`() async throws {
    let network = SampleNetwork(
      timeZone: "Europe/Berlin", stations: [("A", []), ("B", []), ("C", []), ("D", [])],
      trips: [.init("night", line: "1", "A 25:30,B 25:50,C 26:10,D 26:20")])
    #expect(
      try await stops(network, date: "2027-03-27", depart: "25:00") == [
        "A - 01:30⁺¹", "B 01:50⁺¹ 01:50⁺¹", "C 03:10⁺¹ 03:10⁺¹", "D 03:20⁺¹ -",
      ])
  }

  @Test func `where a train goes on as another line, it leaves at the time of that line`()
    async throws
  {
    let network = SampleNetwork(
      stations: [("A", []), ("B", []), ("C", []), ("D", [])],
      trips: [
        .init("1", line: "1", "A 10:00,B 10:10,C 10:20"), .init("2", line: "2", "C 10:25,D 10:40"),
      ], inSeatTransfers: [.init(from: "1", to: "2")])
    #expect(
      try await stops(network, date: "2026-11-16", depart: "9:00") == [
        "A - 10:00", "B 10:10 10:10", "C 10:20 10:25", "D 10:40 -",
      ])
  }
}
