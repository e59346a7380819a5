import DataSourceInterface
import Testing

@testable import DataSource

struct StopTimeImportTests {
  private static let header = "trip_id,arrival_time,departure_time,stop_id,stop_sequence"
  private static let rows = [
    "a,9:00:00,9:00:00,A,1", "a,9:10:00,9:10:00,C1,2", "a,9:20:00,9:20:00,D,3",
    "b,8:00:00,8:00:00,A,1", "b,8:10:00,8:10:00,C1,2", "b,8:05:00,8:05:00,D,3",
    "c,7:00:00,7:00:00,A,1", "c,7:10:00,7:10:00,C1,2", "c,7:15:00,7:15:00,C1,2",
    "c,7:30:00,7:30:00,D,3", "d,,,A,1", "d,6:10:00,6:10:00,C1,2", "d,6:20:00,6:20:00,D,3",
    "e,5:10:00,5:10:00,D,3",
  ]
  private let sample = SampleFeed().with(
    "trips.txt", "trip_id,route_id,service_id\na,1,all\nb,1,all\nc,2,all\nd,1,all\ne,1,all\nf,1,all"
  )

  /// Returns the feed with these rows, in an archive that is unpacked in parts of a few rows.
  private func feed(_ rows: [String], limits: FeedLimits = FeedLimits()) throws -> Feed {
    let zip = sample.with("stop_times.txt", ([Self.header] + rows).joined(separator: "\n")).zip
    return try Feed(Archive(Buffer(zip).bytes, limits: limits), partSize: 64)
  }

  private func trips(_ feed: Feed) throws -> [String] {
    try CompiledCity(feed, as: .builtIn, name: "Sample").timetable.tripTexts
  }

  private static let byCall: [String] = rows.sorted { $0.suffix(1) < $1.suffix(1) }
  private static let firstLast: [String] = Array(rows[1...]) + Array(rows[..<1])
  private static let cAmongA: [String] = Array(rows[6..<8]) + Array(rows[..<6]) + Array(rows[8...])

  @Test(arguments: [Array(rows.reversed()), byCall, firstLast, cAmongA])
  func `a trip is the same when rows of other trips are between its own`(rows: [String]) throws {
    let (grouped, scattered) = try (feed(Self.rows), feed(rows))
    #expect(try trips(grouped) == trips(scattered))
    #expect(try trips(feed(rows)).count == 4)
    func counts(_ feed: Feed) -> [String] {
      feed.diagnostics.all.map { "\($0.file) \($0.problem) \($0.count)" }
    }
    #expect(counts(grouped) == counts(scattered))
  }

  @Test(arguments: [
    ["1000000001", "1000000002"], ["0", "9223372036854775807"], ["00000000000000000001", "2"],
  ])
  func `any whole number may order the stops of a trip`(sequences: [String]) throws {
    let feed = try feed([
      "a,9:10:00,9:10:00,D,\(sequences[1])", "a,9:00:00,9:00:00,A,\(sequences[0])",
    ])
    #expect(try trips(feed) == ["One a: A 09:00, D 09:10"])
    #expect(!feed.diagnostics.all.contains { $0.file == "stop_times.txt" })
  }

  @Test(arguments: [
    (["1", "2", "3"], [1, 2, 3]), (["0", "1", "2"], [0, 1, 2]), (["5", "10", "7"], [5, 7, 10]),
    (["10", "20", "30"], [10, 20, 30]),
  ])
  func `a call is found by its number`(sequences: [String], numbers: [Int]) throws {
    let feed = try feed(
      zip(["A", "D", "C1"], sequences).map { stop, number in "a,9:00:00,9:00:00,\(stop),\(number)" }
    )
    let timetable = try CompiledCity(feed, as: .builtIn, name: "Sample").timetable
    let label = Int(timetable.trips.label[0])
    func call(_ number: Int) -> Int? {
      timetable.callNumbers.call(withNumber: number, ofLabel: label, of: 3)
    }
    #expect(numbers.map(call) == [0, 1, 2])
    #expect(call(numbers[2] + 1) == nil && call(-1) == nil && call(6) == nil)
  }

  @Test func `problems are reported in the order of trips, with the lines of the file`() throws {
    let backward = ["z", "y", "x", "w"].flatMap { trip in
      ["\(trip),9:00:00,9:00:00,A,1", "\(trip),8:00:00,8:00:00,D,2"]
    }
    for (rows, lines) in [
      (backward, [9, 7, 5]),
      (backward.filter { $0.hasSuffix("1") } + backward.filter { $0.hasSuffix("2") }, [9, 8, 7]),
    ] {
      let feed = Feed(
        sample.with("trips.txt", "trip_id,route_id,service_id\nw,1,all\nx,1,all\ny,1,all\nz,1,all")
          .with("stop_times.txt", ([Self.header] + rows).joined(separator: "\n")).bytes)
      _ = try trips(feed)
      let diagnostic = feed.diagnostics.all.first { $0.problem == .backwardTrip }
      #expect(diagnostic?.count == 4)
      #expect(diagnostic?.examples.map(\.value) == ["w", "x", "y"])
      #expect(diagnostic?.examples.map(\.line) == lines)
    }
  }

  @Test func `a file that is read twice counts once against the limit`() throws {
    let rows = Array(Self.rows.reversed())
    let size = sample.with("stop_times.txt", ([Self.header] + rows).joined(separator: "\n")).bytes
      .values.map(\.count).reduce(0, +)
    #expect(try trips(feed(rows, limits: FeedLimits(unpackedBytes: size))).count == 4)
    #expect(throws: FeedRejection.self) {
      try trips(feed(rows, limits: FeedLimits(unpackedBytes: size - 1)))
    }
  }

  @Test func `the rows of a damaged file are not reported`() throws {
    var writer = ZipWriter()
    for (name, text) in sample.bytes where name != "stop_times.txt" { writer.add(name, text) }
    writer.checksum = 1
    let rows = Self.rows + Array(repeating: "x,9:00:00,9:00:00,A,1", count: 100)
    writer.add("stop_times.txt", Array(([Self.header] + rows).joined(separator: "\n").utf8))
    let feed = try Feed(Archive(Buffer(writer.finish()).bytes), partSize: 64)
    let reason = "'stop_times.txt' is damaged: its checksum differs; download it again"
    #expect(throws: FeedRejection(reason)) { try trips(feed) }
    #expect(feed.diagnostics.all == [])
  }

  @Test func `a feed whose trips have too many calls is rejected`() throws {
    let windows = "trip_id,start_time,end_time,headway_secs\nt1,0:00:00,1:00:00,1"
    let files = SampleFeed().with("frequencies.txt", windows).bytes
    func compile(_ limits: FeedLimits) throws -> CompiledCity {
      try CompiledCity(Feed(files, limits: limits), as: .builtIn, name: "Sample")
    }
    let trips = try compile(FeedLimits()).timetable.trips.count
    #expect(trips > 3600)
    let calls = 2 * trips
    #expect(try compile(FeedLimits(calls: calls)).timetable.trips.count == trips)
    let reason = "its trips stop more than \(calls - 1) times; expected the feed of one city"
    #expect(throws: FeedRejection(reason)) { try compile(FeedLimits(calls: calls - 1)) }
  }
}
