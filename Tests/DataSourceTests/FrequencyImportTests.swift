import Testing

@testable import DataSource

struct FrequencyImportTests {
  /// When each trip of the first line starts.
  private func starts(_ rows: String...) throws -> [String] {
    let header = "trip_id,start_time,end_time,headway_secs,exact_times"
    let feed = SampleFeed().with(
      "frequencies.txt", ([header] + rows).joined(separator: "\n"))
    return try feed.timetable().runs.filter { $0.hasPrefix("One") }
  }

  @Test(arguments: ["0", "1", ""])
  func `trips start at the first time and every headway until before the last`(
    exact: String
  ) throws {
    #expect(
      try starts("t1,6:00:00,7:00:00,1200,\(exact)") == [
        "One t1: A 06:00, C1 06:10", "One t1: A 06:20, C1 06:30", "One t1: A 06:40, C1 06:50",
      ])
  }

  @Test func `windows follow each other, in any order`() throws {
    #expect(
      try starts("t1,7:00:00,7:20:00,600,", "t1,6:00:00,6:45:00,1800,") == [
        "One t1: A 06:00, C1 06:10", "One t1: A 06:30, C1 06:40", "One t1: A 07:00, C1 07:10",
        "One t1: A 07:10, C1 07:20",
      ])
  }

  @Test func `a headway longer than its window gives one trip`() throws {
    #expect(try starts("t1,24:30:00,24:31:00,61680,1") == ["One t1: A 24:30, C1 24:40"])
  }

  @Test(
    arguments: [
      "t1,6:00:00,7:00:00,0,", "t1,6:00:00,7:00:00,-60,", "t1,6:00:00,7:00:00,,",
      "t1,7:00:00,7:00:00,600,", "t1,7:00:00,6:00:00,600,", "t1,x,7:00:00,600,",
    ])
  func `a window that means nothing is left out, and its trip does not run`(row: String) throws {
    #expect(try starts(row) == [])
  }

  @Test func `rows for unknown trips are left out`() throws {
    #expect(try starts("t9,6:00:00,7:00:00,600,") == ["One t1: A 08:00, C1 08:10"])
  }

  @Test func `a feed that stands for too many trips is refused`() throws {
    let rows = "trip_id,start_time,end_time,headway_secs\nt1,0:00:00,1:00:00,1"
    let feed = Feed(["frequencies.txt": Array(rows.utf8)], limits: Limits(trips: 3599))
    var routes = try RouteImport(SampleFeed().feed)
    let trips = try TripImport(
      SampleFeed().feed, routes: &routes, services: ServiceImport(SampleFeed().feed))
    let reason =
      "frequencies.txt stands for more than 3599 trips; expected the feed of one city"
    #expect(throws: Refusal(reason)) { try FrequencyImport(feed, trips: trips.index) }
  }
}
