import DataSourceInterface
import Testing

@testable import DataSource

struct TripImportTests {
  /// Returns every trip as its id, line, service, direction and headsign.
  private func trips(_ text: String) throws -> [String] {
    let feed = SampleFeed().with("trips.txt", text).feed
    var lines = try RouteImport(feed)
    let services = try ServiceImport(feed)
    let trips = try TripImport(feed, routes: &lines, services: services)
    let routes = lines.sorted()
    return (0..<trips.count).map { trip in
      "\(trips.id[trip]) \(routes.routes.name[Int(routes.ranks[Int(trips.route[trip])])]) \(trips.service[trip])"
        + " \(trips.direction[trip]) \(trips.headsign[trip])"
    }
  }

  @Test func `second rows with an id are left out, and trips of unknown services never run`()
    throws
  {
    let found = try trips(
      """
      route_id,service_id,trip_id,trip_headsign,direction_id
      2,all,b,Docks,1
      1,all,a,Centre,0
      9,all,c,,
      1,never,d,,
      1,all,b,Again,
      1,all,,,
      """)
    #expect(found == ["a One 0 0 Centre", "b Second Line 0 1 Docks", "c 9 0 -1 ", "d One 1 -1 "])
  }

  @Test func `a trip without a line belongs to the only line`() throws {
    let text = "trip_id,route_id,service_id\nt1,,all"
    #expect(try trips(text) == ["t1 ? 0 -1 "])
    let feed = SampleFeed().with("routes.txt", "route_id,route_short_name\n1,One")
    #expect(try feed.with("trips.txt", text).timetable().tripTexts == ["One t1: A 08:00, C1 08:10"])
  }

  @Test(arguments: ["", "2", "-1", "x"])
  func `a direction other than 0 and 1 is ignored`(direction: String) throws {
    let text = "route_id,service_id,trip_id,direction_id\n1,all,a,\(direction)"
    #expect(try trips(text) == ["a One 0 -1 "])
  }

  @Test func `a surplus value after the id is ignored`() throws {
    let text = "trip_id,route_id,service_id,direction_id\na,1:0,1,all,0"
    #expect(try trips(text) == ["a One 0 0 "])
  }
}

struct FrequencyImportTests {
  /// Returns the trips of the first line.
  private func starts(_ rows: String...) throws -> [String] {
    let header = "trip_id,start_time,end_time,headway_secs,exact_times"
    let feed = SampleFeed().with(
      "frequencies.txt", ([header] + rows).joined(separator: "\n"))
    return try feed.timetable().tripTexts.filter { $0.hasPrefix("One") }
  }

  @Test(arguments: ["0", "1", ""])
  func `trips start at the start time and after every headway, until before the end time`(
    exact: String
  ) throws {
    #expect(
      try starts("t1,6:00:00,7:00:00,1200,\(exact)") == [
        "One t1: A 06:00, C1 06:10", "One t1: A 06:20, C1 06:30", "One t1: A 06:40, C1 06:50",
      ])
  }

  @Test(arguments: [("0", 1200), ("", 1200), ("1", 0)])
  func `departures with approximate times have their headway, those with exact times have none`(
    exact: String, headway: Int32
  ) throws {
    let feed = SampleFeed().with(
      "frequencies.txt",
      "trip_id,start_time,end_time,headway_secs,exact_times\nt1,6:00:00,7:00:00,1200,\(exact)")
    #expect(try Array(feed.timetable().trips.headway) == [headway, headway, headway, 0])
  }

  @Test func `a trip can have several windows in any order`() throws {
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
  func `an invalid window is left out, and its trip does not run`(row: String) throws {
    #expect(try starts(row) == [])
  }

  @Test func `rows for unknown trips are left out`() throws {
    #expect(try starts("t9,6:00:00,7:00:00,600,") == ["One t1: A 08:00, C1 08:10"])
  }

  @Test func `a feed whose headways give too many trips is rejected`() throws {
    let rows = "trip_id,start_time,end_time,headway_secs\nt1,0:00:00,1:00:00,1"
    let feed = Feed(["frequencies.txt": Array(rows.utf8)], limits: FeedLimits(trips: 3599))
    var routes = try RouteImport(SampleFeed().feed)
    let trips = try TripImport(
      SampleFeed().feed, routes: &routes, services: ServiceImport(SampleFeed().feed))
    let reason =
      "frequencies.txt expands to more than 3599 trips; expected the feed of one city"
    #expect(throws: FeedRejection(reason)) { try FrequencyImport(feed, trips: trips.index) }
  }
}
