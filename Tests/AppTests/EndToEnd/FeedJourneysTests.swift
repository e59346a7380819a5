import DataSourceInterface
import Foundation
import Mediator
import RoutingInterface
import TestSupport
import Testing

@testable import HostKit
@testable import metro

/// Random queries to real feeds, compared with `JourneyOracle`.
@Suite(.enabled(if: SharedData.isAvailable))
struct FeedJourneysTests {
  private static let seed: UInt64 = 7

  private static let feeds = [
    "alger-2026", "cairo-2016", "kochi-2019", "minsk-tiny", "singapore-mrt",
  ]
  private static let largeFeeds = ["baltimore-metro-2024", "bart-2013", "path-2014"]

  @Test(arguments: feeds + (TestOptions.isThorough ? largeFeeds : []))
  func `random queries have the same journeys as a search through every train`(feed: String)
    async throws
  {
    try await InstalledFeed.with(feed) { mediator, city in
      var random = SplitMix64(seed: Self.seed)
      let timetable = try await mediator.perform(DataSource.timetable, city)
      let known = try await mediator.perform(DataSource.city, CityQuery(city: city))
      let days = (known.firstDate.day...known.lastDate.day).prefix(400)
      for _ in 0..<(TestOptions.isThorough ? 5 : 1) {
        let date = ServiceDate(day: days.randomElement(using: &random) ?? 0)
        let changeTime = [0, 120, 300].randomElement(using: &random) ?? 0
        let search = try await mediator.perform(
          Routing.paretoSets, ParetoSetsQuery(city: city, date: date, changeTime: changeTime))
        let stations = 0..<timetable.stations.count
        let origin = Int.random(in: stations, using: &random)
        let oracle = JourneyOracle(timetable, on: date, changeTime: changeTime, from: origin)
        for _ in 0..<10 {
          let destination = Int.random(in: stations, using: &random)
          let time = Int.random(in: 0..<93_600, using: &random)
          guard destination != origin else { continue }
          var journeys: [String] = []
          search.visit(
            from: origin, to: destination, leaving: ServiceTime(seconds: time)
          ) { journeys.append("\($0.arrival.seconds):\($0.rides):\($0.departure.seconds)") }
          #expect(
            journeys == oracle.paretoSet(to: destination, leaving: time),
            "seed \(Self.seed): \(origin) → \(destination) at \(time) on \(date)")
        }
      }
    }
  }

  private static let feedsWithNightTrains = [
    "nyc-2routes-2025", "path-2014", "madrid-2025", "taipei-2026", "porto-2026",
  ]

  @Test(arguments: TestOptions.isThorough ? feedsWithNightTrains : ["nyc-2routes-2025"])
  func `a night has the same journeys whichever date it is asked on`(feed: String) async throws {
    try await InstalledFeed.with(feed) { mediator, city in
      var random = SplitMix64(seed: Self.seed)
      let timetable = try await mediator.perform(DataSource.timetable, city)
      let known = try await mediator.perform(DataSource.city, CityQuery(city: city))
      let days = (known.firstDate.day + 1...known.lastDate.day).prefix(400)
      for _ in 0..<(TestOptions.isThorough ? 10 : 3) {
        let date = ServiceDate(day: days.randomElement(using: &random) ?? 0)
        func paretoSets(_ date: ServiceDate) async throws -> ParetoSets {
          try await mediator.perform(Routing.paretoSets, ParetoSetsQuery(city: city, date: date))
        }
        let today = try await paretoSets(date)
        let yesterday = try await paretoSets(ServiceDate(day: date.day - 1))
        let stations = 0..<timetable.stations.count
        for _ in 0..<200 {
          let origin = Int.random(in: stations, using: &random)
          let destination = Int.random(in: stations, using: &random)
          let time = Int.random(in: 0..<10_800, using: &random)
          func journeys(_ search: ParetoSets, from midnight: Int) -> [String] {
            var found: [String] = []
            search.visit(
              from: origin, to: destination, leaving: ServiceTime(seconds: midnight + time)
            ) { entry in
              let arrival = entry.arrival.seconds - midnight
              guard arrival <= 10_800 else { return }
              found.append("\(arrival):\(entry.rides):\(entry.departure.seconds - midnight)")
            }
            return found
          }
          #expect(
            journeys(today, from: 0) == journeys(yesterday, from: 86400),
            "seed \(Self.seed): \(origin) → \(destination) at \(time) on \(date)")
        }
      }
    }
  }
}
