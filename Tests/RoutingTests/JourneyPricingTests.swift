import Console
import DataSourceFixture
import DataSourceInterface
import FaresInterface
import Mediator
import ModuleTesting
import RoutingInterface
import Testing

@testable import Routing

struct JourneyPricingTests {
  /// One price of 1.40 EUR that pays for every ride.
  private static let fares = Timetable.Fares(
    prices: .init(
      id: TextColumn(["F"]), name: TextColumn([""]), amount: Column([140]), currency: Column([0]),
      currencies: TextColumn(["EUR"])),
    rules: .byZone(
      .init(
        transfers: Column([-1]), duration: Column([-1]), agency: Column([-1]),
        first: Column([0, 0]), route: Column([]), origin: Column([]), destination: Column([]),
        contains: Column([]), zones: TextColumn([String]()), zone: Column([]),
        agencyOfRoute: Column([]))))

  private func fixture(_ network: SampleNetwork) async throws -> (
    RoutingFixture, queries: Recorder<RidesQuery>
  ) {
    let fixture = try await RoutingFixture(network)
    let queries = Recorder<RidesQuery>()
    try fixture.harness.stub(Fares.price) { query in
      queries.record(query)
      let first = query.rides[0]
      return FareQuote(
        city: .builtIn, from: first.from, to: first.to, date: nil, rides: query.rides, rider: nil,
        price: Currency("EUR").map { Money(140 * query.rides.count, $0) }, fares: [], reason: nil,
        notice: nil)
    }
    return (fixture, queries)
  }

  @Test func `each journey of a plan has its price, in text and in JSON`() async throws {
    var network = SampleNetwork.weekdayNetwork
    network.fares = Self.fares
    let (fixture, queries) = try await fixture(network)
    let answer = try await fixture.harness.run("route A C --date 2026-11-16 --depart 23:00")
    #expect(answer.text.contains("23:00–23:20 · 20 min · 1 change · EUR 2.80\n"))
    let plan = try answer.decode(JourneyPlan.self)
    #expect(plan.journeys.map(\.fare?.amount) == [280])
    let lines = queries.values.map { $0.rides.map(\.line.name) }
    #expect(lines == [["1", "2"]])
  }

  @Test func `a city without fares has no prices, and nobody is asked for them`() async throws {
    let (fixture, queries) = try await fixture(.weekdayNetwork)
    let answer = try await fixture.harness.run("route A C --date 2026-11-16 --depart 23:00")
    #expect(answer.text.contains("23:00–23:20 · 20 min · 1 change\n") && queries.values.isEmpty)
    #expect(!answer.text.contains("fare"))
  }
}
