import Console
import DataSourceInterface
import Documents
import Foundation
import JourneysInterface
import Mediator
import ModuleTesting
import RoutingInterface
import TestSupport
import Testing

@testable import HostKit
@testable import metro

/// Questions that passengers ask around midnight, on real feeds.
// One after the other, so that long computations leave a thread to tests with deadlines.
@Suite(.serialized, .enabled(if: SharedData.isAvailable))
struct NightJourneysTests {
  @Test(arguments: [
    // The trains of this night belong to the new service day.
    ("nyc-2routes-2025", "2025-01-11T05:30:00Z", "route id:116 \"14 St\"", "\n00:46–01:09 "),
    ("path-2014", "2014-12-13T07:50:00Z", "route Harrison \"33rd Street\"", "\n02:52–03:32 "),
    // The trains of this night belong to the day before.
    (
      "metronorth-2014", "2014-10-11T05:15:00Z", "route \"Grand Central\" \"White Plains\"",
      "\n01:15–02:04 "
    ),
    ("madrid-2025", "2026-02-02T23:15:00Z", "route sol atocha", "\nabout 00:17–00:22 "),
    (
      "metronorth-2014", "2014-10-11T06:55:00Z", "route \"Grand Central\" \"White Plains\"",
      "\nThe last train left at 01:56; first trains today, Sat 11 Oct:\n\n05:39–06:28 "
    ),
    (
      "nyc-2routes-2025", "2025-01-11T05:30:00Z", "last-train id:116 \"14 St\"",
      "Fri 10 Jan, tonight, timetable\n\nTrains run all night, so none is the last."
    ),
  ])
  func `a passenger finds the trains of the running night`(
    feed: String, now: String, line: String, text: String
  ) async throws {
    let session = try HostSession(now: now)
    try await InstalledFeed.install(feed, in: session.folder)
    let result = try await session.run(["--city", feed] + words(of: line))
    #expect(result.code == .answered)
    #expect(result.output.contains(text), "\(result.output)")
  }

  @Test func `no journey is listed twice`() async throws {
    var random = SplitMix64(seed: 3)
    try await InstalledFeed.with("wmata-rail-2025") { mediator, city in
      let stations = try await mediator.perform(DataSource.stations, StationSearch(city: city))
      func query(from: String, to: String, at seconds: Int) -> JourneyQuery {
        JourneyQuery(
          from: from, to: to, city: city, date: DayExpression("2025-11-20"),
          depart: .clock(seconds: seconds))
      }
      var queries = [
        query(from: "metro center", to: "PENTAGON METRORAIL STATION", at: 84_600)
      ]
      for _ in 0..<(TestOptions.isThorough ? 120 : 20) {
        guard let from = stations.randomElement(using: &random)?.id,
          let to = stations.randomElement(using: &random)?.id, from != to
        else { continue }
        queries.append(
          query(
            from: "id:\(from)", to: "id:\(to)",
            at: 600 * Int.random(in: 30..<160, using: &random)))
      }
      for query in queries {
        let plan = try await mediator.perform(Journeys.plan, query)
        let journeys = plan.journeys + plan.later
        #expect(!journeys.isEmpty || plan.reason != nil, "\(query)")
        #expect(Set(journeys).count == journeys.count, "\(query)")
      }
    }
  }
}
