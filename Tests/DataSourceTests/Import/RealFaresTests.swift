import DataSourceInterface
import TestSupport
import Testing

@testable import DataSource

/// The fares of real feeds, with the expected counts.
@Suite(.enabled(if: SharedData.isAvailable))
struct RealFaresTests {
  @Test(arguments: [
    ("path-2014", FeedReport.Fares(prices: 1, rules: 0, ignored: 0, ignoredFiles: [])),
    ("porto-2026", .init(prices: 6, rules: 175, ignored: 0, ignoredFiles: [])),
    ("kochi-2019", .init(prices: 5, rules: 240, ignored: 0, ignoredFiles: ["fares_rules.txt"])),
    (
      "baltimore-metro-2024",
      .init(prices: 11, rules: 12, ignored: 0, ignoredFiles: ["fare_containers.txt"])
    ),
    ("madrid-2025", .init(prices: 0, rules: 0, ignored: 0, ignoredFiles: [])),
    ("metronorth-2011", .init(prices: 0, rules: 0, ignored: 0, ignoredFiles: [])),
    ("alger-2026", nil),
  ])
  func `a real feed has these fares`(name: String, fares: FeedReport.Fares?) throws {
    let feed = try SharedData.feedWithoutTrips("feeds/\(name).zip")
    let city = try CompiledCity(feed, as: .builtIn, name: "Shared")
    #expect(feed.diagnostics.fares == fares)
    #expect(city.timetable.fares?.prices.count ?? 0 == fares?.prices ?? 0)
  }

  @Test(arguments: [
    ("bart-2022", 2500, 2500, 50, ["fare_rider_categories.txt"]),
    ("hyderabad-2025", 10, 3481, 59, []),
  ])
  func `a fare table for all pairs of stations is read completely`(
    name: String, fares: Int, rules: Int, zones: Int, ignoredFiles: [String]
  ) throws {
    let feed = try SharedData.feedWithoutTrips("feeds/\(name).zip")
    let city = try CompiledCity(feed, as: .builtIn, name: "Shared")
    #expect(
      feed.diagnostics.fares
        == .init(prices: fares, rules: rules, ignored: 0, ignoredFiles: ignoredFiles))
    guard case .byZone(let columns)? = city.timetable.fares?.rules else {
      Issue.record("expected rules of fares v1")
      return
    }
    #expect(columns.zones.count == zones)
    #expect(Set(columns.origin).count == zones && Set(columns.destination).count == zones)
  }
}
