import DataSourceInterface
import Testing

@testable import DataSource

/// Four stations are called Centre: two with the lines 1 and 2, two with both lines.
struct StationDistinctionTests {
  private func finder() throws -> StationFinder {
    let stops = [
      "a,Centre", "b,centré", "c,Centre", "d,Centre", "e,Centre", "n,North", "s,South", "w,West",
    ]
    let calls = ["n a s", "n c n", "s d s"].enumerated().flatMap { trip, text in
      text.split(separator: " ").enumerated().map { "t\(trip),8:\(10 + $0):00,\($1),\($0)" }
    }
    let others = ["w b w", "n c n", "s d s"].enumerated().flatMap { trip, text in
      text.split(separator: " ").enumerated().map { "u\(trip),8:\(10 + $0):00,\($1),\($0)" }
    }
    let feed = SampleFeed()
      .with("stops.txt", (["stop_id,stop_name"] + stops).joined(separator: "\n"))
      .with("routes.txt", "route_id,route_short_name\n1,A\n2,C")
      .with(
        "trips.txt",
        (["trip_id,route_id,service_id"] + (0..<3).flatMap { ["t\($0),1,all", "u\($0),2,all"] })
          .joined(separator: "\n")
      )
      .with(
        "stop_times.txt",
        (["trip_id,arrival_time,stop_id,stop_sequence"] + calls + others).joined(separator: "\n"))
    return StationFinder(try feed.city())
  }

  private let names = [
    "Centre [A]", "centré [C]", "Centre [next to North]", "Centre [next to South]",
  ]

  @Test func `stations with the same name are distinguished by lines, or else by neighbours`()
    throws
  {
    let finder = try finder()
    let error = #expect(throws: DataSourceError.self) { try finder.station("centre") }
    #expect(
      error == .ambiguousStation("centre", city: "Sample", candidates: names))
    #expect(try finder.stations("centre", limit: nil).count == 4)
    #expect(finder.city.station(5).distinction == nil)
  }

  @Test(
    arguments: [
      ("Centre [A]", "a"), ("centre [c]", "b"), ("CENTRÉ  [Next to North]", "c"),
      ("Centre [next to South]", "d"), ("Centre [no trains]", "e"), ("North", "n"),
    ])
  func `the name with its distinction means the station`(text: String, id: String) throws {
    #expect(try finder().found(text).id == id)
    #expect(throws: DataSourceError.self) { try finder().station("centre [b]") }
  }

  @Test func `the beginning of a distinction completes to it`() throws {
    #expect(try finder().stations("centre [n", limit: nil).count == 2)
    #expect(try finder().names("a") == [])
  }
}
