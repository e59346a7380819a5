import Console
import DataSource
import DataSourceInterface
import Documents
import Fares
import FaresInterface
import Foundation
import Journeys
import JourneysInterface
import Mediator
import Routing
import RoutingInterface

/// Measures what the price of a journey costs, compared with planning it in the same run.
enum FaresSuite: Suite {
  static let name = "fares"

  static func figures(_ options: Options) async throws -> [Figure] {
    let fixture = try await RoutingFixture(
      options,
      modules: [
        DataSourceModule.self, FaresModule.self, JourneysModule.self, RoutingModule.self,
      ])
    let queries = RandomQuery.queries(
      min(options.queries, 500), for: fixture.timetable, seed: options.seed)
    var (plans, prices) = ([Double](), [Double]())
    for query in queries {
      let ends = [query.from, query.to].map {
        "id:\(fixture.timetable.stopReference(ofStation: $0).id)"
      }
      let journeyQuery = JourneyQuery(
        from: ends[0], to: ends[1], date: DayExpression(fixture.date),
        depart: TimeExpression(query.time))
      // What is computed once for a station is known, as after many queries.
      _ = try await fixture.mediator.perform(Journeys.plan, journeyQuery)
      var rides: [[FareRide]] = []
      plans.append(
        try await processorMilliseconds {
          let plan = try await fixture.mediator.perform(Journeys.plan, journeyQuery)
          rides = plan.journeys.map(\.fareRides)
        })
      for rides in rides where !rides.isEmpty {
        prices.append(
          try await processorMilliseconds {
            _ = try await fixture.mediator.perform(Fares.price, RidesQuery(rides: rides))
          })
      }
    }
    try await fixture.close()
    guard !prices.isEmpty else { return [] }
    return [0.5, 0.99].map { share in
      Figure(
        "price of a journey, \(Int(share * 100)) of 100, against half of the plans, CPU",
        Comparison(value: prices.quantile(share), baseline: plans.median), "ms",
        ratio: .atMost(1.5))
    }
  }
}
