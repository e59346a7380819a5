import DataSourceInterface
import Foundation
import Mediator
import ModuleManager
import RoutingInterface
import TestSupport
import Testing

@testable import metro

/// Journeys held against answers that somebody else computed.
@Suite(.enabled(if: SharedData.isThere))
struct ReferenceTests {
  private func withCity(
    _ feed: String, _ body: (Mediator, CityID) async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "reference-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let mediator = Mediator()
    let manager = try ModuleManager(AppModules.all, mediator: mediator) { manifest in
      ModuleContext(
        mediator: mediator, folder: folder.appending(path: manifest.interface.target))
    }
    try await manager.open()
    let city = try #require(CityID(feed))
    let request = InstallRequest(city: city, file: SharedData.path("feeds/\(feed).zip"))
    _ = try await mediator.perform(DataSource.install, request)
    try await body(mediator, city)
    await manager.stop()
  }

  @Test(arguments: ["bart-2018", "porto-2026"])
  func `every front is the reference's, with the same latest departure`(feed: String) async throws {
    let rows = try SharedData.table("queries").filter { $0["feed"] == feed }
    #expect(!rows.isEmpty)
    try await withCity(feed) { mediator, city in
      for row in rows {
        for changeTime in [0, 120] {
          let query = JourneyQuery(
            from: "id:" + (row["from_id"] ?? ""), to: "id:" + (row["to_id"] ?? ""), city: city,
            date: ServiceDate(row["date"] ?? ""),
            depart: ServiceTime(seconds: Int(row["dep_secs"] ?? "") ?? 0), changeTime: changeTime)
          let plan = try await mediator.perform(Routing.plan, query)
          let journey = "\(query.from) → \(query.to) \(row["date"] ?? "") \(row["dep"] ?? "")"
          let front = plan.journeys.map { "\($0.arrival.seconds):\($0.rides)" }
          #expect(front.joined(separator: "|") == row["pareto_d\(changeTime)"], "\(journey)")
          let latest = plan.journeys.last.map { "\($0.departure.seconds)" } ?? ""
          #expect(latest == row["latest_dep_d\(changeTime)"], "\(journey)")
          #expect((plan.reason == nil) == !front.isEmpty)
        }
      }
    }
  }
}
