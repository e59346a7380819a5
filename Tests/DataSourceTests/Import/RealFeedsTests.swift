import DataSourceInterface
import TestSupport
import Testing

@testable import DataSource

/// Real feeds, with the expected counts.
@Suite(.enabled(if: SharedData.isAvailable))
struct RealFeedsTests {
  private typealias Counts = (
    feed: String, stations: Int, stops: Int, lines: Int, trips: Int, calls: Int
  )
  private static let feeds: [Counts] = [
    ("alger-2026", 19, 19, 1, 4, 62),
    ("baltimore-metro-2024", 14, 40, 1, 384, 5138),
    ("bart-2013", 47, 47, 6, 1462, 29639),
    ("bart-2018", 48, 48, 6, 2511, 33095),
    ("bart-2022", 50, 99, 14, 3956, 62119),
    ("beijing-2026", 425, 1505, 28, 17881, 395_664),
    ("busan-2025", 114, 114, 4, 3833, 109_140),
    ("cairo-2016", 61, 189, 3, 6, 128),
    ("cdmx-2018", 6021, 6021, 145, 1741, 70714),
    ("hyderabad-2025", 57, 174, 3, 2820, 61329),
    ("kochi-2019", 16, 16, 1, 376, 6016),
    ("madrid-2025", 469, 530, 13, 128, 2360),
    ("madrid-2025b", 469, 530, 13, 120, 2216),
    ("metronorth-2011", 110, 110, 6, 3791, 48092),
    ("metronorth-2014", 142, 142, 11, 6425, 84581),
    ("minsk-tiny", 5, 5, 1, 1, 5),
    ("nyc-2routes-2025", 91, 273, 2, 1990, 86150),
    ("path-2014", 13, 13, 5, 2365, 15913),
    ("porto-2026", 85, 85, 7, 208, 4797),
    // One trip has no calls, and six calls are at unknown stops.
    ("singapore-mrt", 183, 183, 13, 26, 452),
    ("taipei-2026", 159, 527, 13, 8701, 137_929),
    ("wmata-rail-2023", 98, 223, 7, 16351, 276_099),
    ("wmata-rail-2025", 98, 223, 6, 17666, 406_942),
  ]

  @Test(arguments: feeds.filter { TestOptions.isThorough || $0.calls < 20_000 })
  func `a real feed is compiled to a timetable`(
    feed: String, stations: Int, stops: Int, lines: Int, trips: Int, calls: Int
  ) throws {
    let timetable = try SharedData.timetable("feeds/\(feed).zip")
    #expect(timetable.isValid)
    #expect(timetable.stations.count == stations && timetable.stops.count == stops)
    #expect(timetable.routes.count == lines)
    let callsByTrip = timetable.callsByTrip
    #expect(callsByTrip.count == trips && callsByTrip.values.reduce(0, +) == calls)
  }

  @Test func `trips with headways are expanded`() throws {
    let timetable = try SharedData.timetable("feeds/porto-2026.zip")
    #expect(timetable.trips.count == 2941)
  }

  @Test(arguments: ["hk-mtr-csv", "cn-20-cities-json-2026", "cn-amap-drw-2017"])
  func `an archive of other files is rejected`(archive: String) {
    #expect(
      throws: FeedRejection("stops.txt is missing; expected a zip with the files of a GTFS feed")
    ) {
      try SharedData.timetable("feeds/\(archive).zip")
    }
  }
}

extension Timetable {
  /// The number of calls of each trip, by label.
  fileprivate var callsByTrip: [Int32: Int] {
    var calls: [Int32: Int] = [:]
    for pattern in 0..<patterns.count {
      for trip in patterns.trips(of: pattern) {
        calls[trips.label[trip]] = patterns.calls(of: pattern).count
      }
    }
    return calls
  }
}
