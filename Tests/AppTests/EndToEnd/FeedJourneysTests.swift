import Console
import DataSourceInterface
import Documents
import Foundation
import JourneysInterface
import Mediator
import RoutingInterface
import TestSupport
import Testing

@testable import HostKit
@testable import metro

/// Random queries to real feeds, compared with `JourneyOracle`.
// One after the other, so that long computations leave a thread to tests with deadlines.
@Suite(.serialized, .enabled(if: SharedData.isAvailable))
struct FeedJourneysTests {
  private static let seed: UInt64 = 7

  private static let feeds = [
    "alger-2026", "cairo-2016", "kochi-2019", "minsk-tiny", "singapore-mrt",
  ]
  private static let largeFeeds = [
    "baltimore-metro-2024", "bart-2013", "bart-2022", "busan-2025", "cdmx-2018", "hyderabad-2025",
    "madrid-2025", "madrid-2025b", "metronorth-2011", "metronorth-2014", "nyc-2routes-2025",
    "path-2014", "taipei-2026", "wmata-rail-2023", "wmata-rail-2025", "beijing-2026",
  ]

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
        let date = CalendarDate(day: days.randomElement(using: &random) ?? 0)
        let changeTime = [0, 120, 300].randomElement(using: &random) ?? 0
        let stations = 0..<timetable.stations.count
        let origin = Int.random(in: stations, using: &random)
        let oracle = JourneyOracle(
          timetable, on: date, changeTime: changeTime, from: timetable.end(atStation: origin))
        for _ in 0..<10 {
          await Task.yield()
          let destination = Int.random(in: stations, using: &random)
          let time = Int.random(in: 0..<93_600, using: &random)
          guard destination != origin else { continue }
          let query = JourneyQuery(
            from: timetable.reference(ofStation: origin),
            to: timetable.reference(ofStation: destination), city: city,
            date: DayExpression(date), depart: .clock(seconds: time), changeTime: changeTime)
          let journeys = try await mediator.perform(Journeys.plan, query).journeys
            .filter { $0.rides <= JourneyOracle.maximumRides }
            .map { "\($0.arrival.seconds):\($0.rides):\($0.departure.seconds)" }
          #expect(
            journeys
              == oracle.paretoSet(to: timetable.end(atStation: destination), leaving: time),
            "seed \(Self.seed): \(origin) → \(destination) at \(time) on \(date)")
        }
      }
    }
  }

  @Test(arguments: feeds + (TestOptions.isThorough ? ["beijing-2026"] : []))
  func `random queries between places have the same journeys as a search through every train`(
    feed: String
  ) async throws {
    try await InstalledFeed.with(feed) { mediator, city in
      var random = SplitMix64(seed: Self.seed)
      let timetable = try await mediator.perform(DataSource.timetable, city)
      let known = try await mediator.perform(DataSource.city, CityQuery(city: city))
      let days = (known.firstDate.day...known.lastDate.day).prefix(400)
      let stations = (0..<timetable.stations.count).compactMap(timetable.coordinate(ofStation:))
      func place() -> Coordinate {
        let near = stations.randomElement(using: &random)
        return Coordinate(
          latitude: (near?.latitude ?? 0) + Double.random(in: -0.01...0.01, using: &random),
          longitude: (near?.longitude ?? 0) + Double.random(in: -0.01...0.01, using: &random))
      }
      for _ in 0..<(TestOptions.isThorough ? 3 : 1) where !stations.isEmpty {
        let date = CalendarDate(day: days.randomElement(using: &random) ?? 0)
        let origin = place()
        let oracle = JourneyOracle(
          timetable, on: date, changeTime: 120, from: timetable.end(at: origin))
        for _ in 0..<5 {
          await Task.yield()
          let destination = place()
          let time = Int.random(in: 0..<97_000, using: &random)
          let query = JourneyQuery(
            from: "@\(origin)", to: "@\(destination)", city: city, date: DayExpression(date),
            depart: .clock(seconds: time))
          let plan = try await mediator.perform(Journeys.plan, query)
          let journeys = plan.journeys.filter { $0.rides <= JourneyOracle.maximumRides }.map {
            "\($0.arrival.seconds):\($0.rides):\($0.departure.seconds)"
          }
          var expected = oracle.paretoSet(to: timetable.end(at: destination), leaving: time)
          let metres = origin.metres(to: destination)
          if metres <= 3000 {
            let arrival = time + Int((metres * 1.3 / 1.2).rounded(.up))
            expected.removeAll { Int($0.prefix { $0 != ":" }) ?? 0 >= arrival }
            expected.insert("\(arrival):0:\(time)", at: 0)
          }
          #expect(
            journeys == expected,
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
      var compared = 0
      for _ in 0..<(TestOptions.isThorough ? 5 : 3) {
        await Task.yield()
        let date = CalendarDate(day: days.randomElement(using: &random) ?? 0)
        let stations = 0..<timetable.stations.count
        for _ in 0..<(TestOptions.isThorough ? 200 : 60) {
          let origin = Int.random(in: stations, using: &random)
          let destination = Int.random(in: stations, using: &random)
          let time = Int.random(in: 0..<10_800, using: &random)
          guard destination != origin else { continue }
          /// The journeys until three o'clock, asked on the date with this number.
          func journeys(on day: Int) async throws -> [String] {
            let midnight = (date.day - day) * 86400
            let query = JourneyQuery(
              from: timetable.reference(ofStation: origin),
              to: timetable.reference(ofStation: destination), city: city,
              date: DayExpression(CalendarDate(day: day)), depart: .clock(seconds: midnight + time))
            return try await mediator.perform(Journeys.plan, query).journeys.compactMap { journey in
              let arrival = journey.arrival.seconds - midnight
              let departure = journey.departure.seconds - midnight
              return arrival <= 10_800 ? "\(arrival):\(journey.rides):\(departure)" : nil
            }
          }
          let found = try await journeys(on: date.day)
          let foundOnEve = try await journeys(on: date.day - 1)
          #expect(
            found == foundOnEve,
            "seed \(Self.seed): \(origin) → \(destination) at \(time) on \(date)")
          compared += found.count
        }
      }
      #expect(compared > 0)
    }
  }
}

extension Timetable {
  fileprivate func reference(ofStation station: Int) -> String {
    "id:\(stopReference(ofStation: station).id)"
  }
}
