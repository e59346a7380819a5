import DataSourceInterface
import TestSupport
import Testing

@testable import DataSource

struct CityImportTests {
  @Test func `a feed is compiled to a timetable`() throws {
    let timetable = try SampleFeed().timetable()
    #expect(timetable.agency == "Metro" && timetable.timeZone == "Europe/Lisbon")
    #expect(timetable.stations.count == 3 && timetable.stops.count == 5)
    #expect(
      timetable.tripTexts == ["One t1: A 08:00, C1 08:10", "Second Line t2: C2 08:20, D 08:30"])
    #expect(Array(timetable.trips.headsign) == ["Centre", "Docks"])
    #expect(timetable.isValid)
  }

  @Test func `the order of the rows does not change the result, but for transfers`() throws {
    let transfers = "from_stop_id,to_stop_id,transfer_type\nC1,C2,1\nA,D,3\nC2,C1,0"
    let feed = SampleFeed()
      .adding(to: "routes.txt", "3,M,Three,,", "4,M,Four,,00FF00")
      .adding(to: "calendar.txt", "some,1,0,0,0,0,0,0,20260101,20261231")
      .adding(to: "trips.txt", "t3,3,some,X,0", "t4,3,all,X,0", "t5,4,all,,1")
      .adding(
        to: "stop_times.txt", "t3,9:00:00,9:00:00,A,1", "t3,9:10:00,9:10:00,D,2",
        "t4,9:00:00,9:00:00,A,1", "t4,9:10:00,9:10:00,D,2", "t5,7:00:00,7:00:00,D,1",
        "t5,7:30:00,7:30:00,C1,2", "t5,7:40:00,7:40:00,A,3"
      )
      .with("transfers.txt", transfers)
      .with("frequencies.txt", "trip_id,start_time,end_time,headway_secs\nt4,6:00:00,8:00:00,900")
    let expected = try compiled(feed)
    var generator = SplitMix64(seed: 2)
    for _ in 0..<20 {
      let shuffled = feed.shuffled(&generator).with("transfers.txt", transfers)
      #expect(try compiled(shuffled) == expected)
    }
  }

  @Test(
    arguments: [
      ("stops.txt", "stop_id"), ("routes.txt", "route_id"),
      ("trips.txt", "trip_id,route_id,service_id"),
    ])
  func `a feed without a network is rejected with the name of the file`(
    file: String, header: String
  ) {
    for text in [nil, "", header, "\(header)\n,,,\n", "x;y\n1;2\n"] {
      let error = #expect(throws: FeedRejection.self) {
        try SampleFeed().with(file, text).timetable()
      }
      #expect(error?.reason.hasPrefix(file) == true)
    }
  }

  @Test func `a feed with too many ids is rejected`() {
    let stops = Array("stop_id\nA\nB\nC\n".utf8)
    let reason = "stops.txt lists more than 2 ids; expected the feed of one city"
    #expect(throws: FeedRejection(reason)) {
      try StopImport(Feed(["stops.txt": stops], limits: FeedLimits(stops: 2)))
    }
    #expect(throws: Never.self) {
      try StopImport(Feed(["stops.txt": stops], limits: FeedLimits(stops: 3)))
    }
  }

  @Test(arguments: [
    "", "trip_id,stop_id,stop_sequence", "x;y\n1;2",
    "trip_id,arrival_time,departure_time,stop_id,stop_sequence\nt1,,,A,1\nt1,,,D,2",
  ])
  func `a feed without a usable trip keeps its stations and lines`(stopTimes: String) throws {
    let feed = SampleFeed().with("stop_times.txt", stopTimes).feed
    let city = try CompiledCity(feed, as: .builtIn, name: "Sample")
    #expect(city.isValid && city.timetable.isValid)
    #expect(city.timetable.trips.count == 0 && city.timetable.stations.count == 3)
    #expect(city.lines.map(\.line.name) == ["One", "Second Line"])
    #expect(try StationFinder(city).station("Docks") == 2)
    #expect(feed.diagnostics.all.contains { $0.problem == .noTrip })
    #expect(throws: FeedRejection.self) {
      try SampleFeed().with("stop_times.txt", nil).timetable()
    }
  }

  @Test func `the progress increases and stays between 0 and 1`() throws {
    var steps: [Double] = []
    _ = try CompiledCity(SampleFeed().feed, as: .builtIn, name: "Sample") { steps.append($0) }
    #expect(steps == steps.sorted() && steps.count > 3 && steps.allSatisfy { (0...1).contains($0) })
  }

  private func compiled(_ feed: SampleFeed) throws -> [UInt8] {
    CityFile.bytes(try feed.city(), feedChecksum: 0)
  }
}
