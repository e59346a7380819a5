import Console
import DataSourceInterface
import Documents
import Foundation
import JourneysInterface
import Mediator
import ModuleManager
import RoutingInterface
import TestSupport
import Testing

@testable import HostKit
@testable import metro

/// Journeys, compared with reference answers that another program computed.
@Suite(.enabled(if: SharedData.isAvailable))
struct ReferenceTests {
  @Test(arguments: ["bart-2018", "porto-2026"])
  func `every Pareto set and latest departure is that of the reference`(feed: String) async throws {
    let rows = try SharedData.rows(of: "queries", for: feed)
    #expect(!rows.isEmpty)
    try await InstalledFeed.with(feed) { mediator, city in
      for row in rows {
        for changeTime in [0, 120] {
          let query = JourneyQuery(
            from: row.id("from_id"), to: row.id("to_id"), city: city,
            date: DayExpression(row["date"] ?? ""),
            depart: .clock(seconds: Int(row["dep_secs"] ?? "") ?? 0), changeTime: changeTime)
          let plan = try await mediator.perform(Journeys.plan, query)
          let journey = "\(query.from) → \(query.to) \(row["date"] ?? "") \(row["dep"] ?? "")"
          let paretoSet = plan.journeys.map { "\($0.arrival.seconds):\($0.rides)" }
          #expect(paretoSet.joined(separator: "|") == row["pareto_d\(changeTime)"], "\(journey)")
          let latest = plan.journeys.last.map { "\($0.departure.seconds)" } ?? ""
          #expect(latest == row["latest_dep_d\(changeTime)"], "\(journey)")
          #expect((plan.reason == nil) == !paretoSet.isEmpty)
        }
      }
    }
  }

  @Test func `every Pareto set of a night is that of the reference`() async throws {
    let feed = "nyc-2routes-2025"
    let rows = try SharedData.table("queries_night").filter { $0["feed"] == feed }
    #expect(!rows.isEmpty)
    try await InstalledFeed.with(feed) { mediator, city in
      for row in rows {
        for changeTime in [0, 120] {
          let query = JourneyQuery(
            from: row.id("from_id"), to: row.id("to_id"), city: city,
            date: DayExpression(row["date"] ?? ""),
            depart: .clock(seconds: Int(row["dep_secs"] ?? "") ?? 0), changeTime: changeTime)
          let plan = try await mediator.perform(Journeys.plan, query)
          let paretoSet = plan.journeys.map { "\($0.arrival.seconds):\($0.rides)" }
          #expect(paretoSet.joined(separator: "|") == row["pareto_d\(changeTime)"], "\(row)")
        }
      }
    }
  }

  @Test(arguments: ["bart-2018", "porto-2026"])
  func `every Pareto set between two places is that of the reference`(feed: String) async throws {
    let rows = try SharedData.table("places").filter { $0["feed"] == feed }
    #expect(!rows.isEmpty)
    try await InstalledFeed.with(feed) { mediator, city in
      for row in rows {
        let query = JourneyQuery(
          from: row["from_place"] ?? "", to: row["to_place"] ?? "", city: city,
          date: DayExpression(row["date"] ?? ""),
          depart: .clock(seconds: Int(row["dep_secs"] ?? "") ?? 0), changeTime: 120)
        let plan = try await mediator.perform(Journeys.plan, query)
        let paretoSet = plan.journeys.map { "\($0.arrival.seconds):\($0.rides)" }
        #expect(paretoSet.joined(separator: "|") == row["pareto_d120"], "\(row)")
        for journey in plan.journeys {
          #expect(journey.departure + journey.duration == journey.arrival)
        }
      }
    }
  }

  @Test(arguments: ["bart-2018", "porto-2026"])
  func `first and last trains between two stations are those of the reference`(feed: String)
    async throws
  {
    let rows = try SharedData.rows(of: "od_first_last", for: feed)
    #expect(!rows.isEmpty)
    try await InstalledFeed.with(feed) { mediator, city in
      for row in rows {
        let query = LastTrainQuery(
          from: row.id("from_id"), to: row.id("to_id"), city: city,
          date: DayExpression(row["date"] ?? ""), changeTime: Int(row["D"] ?? ""))
        let found = try await mediator.perform(Journeys.lastTrain, query)
        // The reference has the fewest rides for that arrival, but the latest departure of any
        // journey with it.
        let inTime = JourneyQuery(
          from: query.from, to: query.to, city: city, date: query.date,
          arrive: found.first.map { TimeExpression($0.arrival) }, changeTime: query.changeTime)
        let latest = try await mediator.perform(Journeys.plan, inTime).journeys.map(\.departure)
          .max()
        let actual = [
          found.first?.arrival.seconds, found.first?.rides, latest?.seconds,
          found.last?.departure.seconds, found.last?.arrival.seconds, found.last?.rides,
        ]
        let expected = [
          "first_arr", "first_arr_rides", "first_latest_dep", "last_dep", "last_arr", "last_rides",
        ].map { row[$0].flatMap { Int($0) } }
        #expect(actual == expected, "\(query)")
      }
    }
  }

  @Test(arguments: TestOptions.isThorough ? ["bart-2018", "porto-2026"] : ["bart-2018"])
  func `first and last departures of every station are those of the reference`(feed: String)
    async throws
  {
    let rows = try SharedData.table("first_last").filter { $0["feed"] == feed }
    #expect(!rows.isEmpty)
    try await InstalledFeed.with(feed) { mediator, city in
      for (key, own) in Dictionary(grouping: rows, by: { [$0.id("station_id"), $0["date"] ?? ""] })
      {
        let query = StationDeparturesQuery(
          station: key[0], city: city, date: DayExpression(key[1]))
        let found = try await mediator.perform(Journeys.firstLast, query)
        let actual = found.departures.map {
          "\($0.line.id) \($0.direction ?? -1) \($0.first.seconds) \($0.last.seconds) \($0.count)"
        }
        let expected = own.map { row in
          ["route_id", "direction_id", "first_dep", "last_dep", "departures"]
            .map { row[$0] ?? "" }.joined(separator: " ")
        }
        #expect(actual.sorted() == expected.sorted(), "\(key)")
      }
    }
  }
}

extension [String: String] {
  /// The query text for the station in a column of the reference.
  fileprivate func id(_ column: String) -> String { "id:" + (self[column] ?? "") }
}
