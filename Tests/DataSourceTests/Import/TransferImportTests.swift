import DataSourceInterface
import Testing

@testable import DataSource

struct TransferImportTests {
  private static let header =
    "from_stop_id,to_stop_id,transfer_type,min_transfer_time,from_route_id,to_route_id,"
    + "from_trip_id,to_trip_id"

  private func city(_ rows: [String]) throws -> (CompiledCity, [FeedDiagnostic]) {
    let feed = SampleFeed().with("transfers.txt", ([Self.header] + rows).joined(separator: "\n"))
    let read = feed.feed
    let city = try CompiledCity(read, as: .builtIn, name: "Sample")
    return (city, read.diagnostics.all.filter { $0.file == "transfers.txt" })
  }

  /// Returns every transfer as its stops and its seconds, by rising rank.
  private func transfers(_ rows: String...) throws -> [String] {
    let timetable = try city(rows).0.timetable
    let (stops, transfers) = (timetable.stops, timetable.transfers)
    let found = (0..<stops.count).flatMap { stop in transfers.rows(from: stop).map { (stop, $0) } }
    return found.sorted { transfers.rank[$0.1] < transfers.rank[$1.1] }.map { stop, row in
      let condition = transfers.condition(of: row)
      let ids = [condition.fromRoute, condition.toRoute, condition.fromTrip, condition.toTrip]
      let trains = ids == [-1, -1, -1, -1] ? "" : " \(ids)"
      return
        "\(stops.id[stop]) \(stops.id[Int(transfers.to[row])]) \(transfers.seconds[row])\(trains)"
    }
  }

  @Test(
    arguments: [
      ("0,", Timetable.Transfers.defaultTime), (",", Timetable.Transfers.defaultTime),
      ("0,300", 300), ("0,60", 60), ("1,", 0), ("1,300", 0), ("2,240", 240),
      ("2,0", 0), ("2,", Timetable.Transfers.defaultTime),
      ("2,-5", Timetable.Transfers.defaultTime), ("2,999999999", 604_800),
      ("3,", Timetable.Transfers.forbidden), ("3,60", Timetable.Transfers.forbidden),
    ])
  func `the type of a transfer determines the change time`(row: String, seconds: Int32) throws {
    #expect(try transfers("C1,C2,\(row),,,,") == ["C1 C2 \(seconds)"])
  }

  @Test(
    arguments: [
      ("C1,C2,9,,,,,", .unknownTransferType), ("C1,C2,x,,,,,", .unknownTransferType),
      ("C1,C2,-1,,,,,", .unknownTransferType), ("C1,X,2,60,,,,", .unknownStop),
      ("X,C2,2,60,,,,", .unknownStop), (",,2,60,,,,", .unknownStop),
      ("C1,C2,2,60,9,,,", .unknownRoute), ("C1,C2,2,60,,,,t9", .unknownTrip),
      ("C1,C2,4,,,,t1,", .unreadableRow), ("C1,C2,5,,1,2,,", .unreadableRow),
    ] as [(String, FeedProblem)])
  func `a row that cannot be used is left out and reported`(
    row: String, problem: FeedProblem
  ) throws {
    let (city, problems) = try city([row])
    #expect(city.timetable.transfers.to.isEmpty)
    #expect(city.timetable.inSeatTransfers.from.isEmpty)
    #expect(problems.map(\.problem) == [problem])
    #expect(problems.first?.examples.first?.line == 2)
  }

  @Test func `the most specific row has the greatest rank, then stops, then the later row`() throws
  {
    let rows = [
      "C1,C2,2,1,,,t1,t2", "C1,C2,2,2,,2,t1,", "C1,C2,2,3,,,t1,", "C1,C2,2,4,1,2,,",
      "C1,C2,2,5,,2,,", "C1,C2,2,6,,,,", "C,C2,2,7,,,,", "C,C,2,8,,,,",
    ]
    for rows in [rows, rows.reversed()] {
      let timetable = try city(rows).0.timetable
      let transfers = timetable.transfers
      let ranked = transfers.rank.indices.sorted { transfers.rank[$0] > transfers.rank[$1] }
        .map { transfers.seconds[$0] }
      #expect(ranked.prefix(6) == [1, 2, 3, 4, 5, 6])
      #expect(ranked.suffix(2) == (rows[0].hasSuffix("t2") ? [8, 7] : [7, 8]))
    }
  }

  @Test func `a later row replaces one for the same change`() throws {
    #expect(
      try transfers("C1,C2,3,,,,,", "C1,C2,2,90,,,,", "C1,C2,2,60,1,,,", "C1,C2,2,50,1,,,")
        == ["C1 C2 90", "C1 C2 50 [0, -1, -1, -1]"])
  }

  @Test func `rows of the types 4 and 5 say whether passengers may stay on the train`() throws {
    let links = try city([",,4,,,,t1,t2", "C2,C1,5,,,,t2,t1"]).0.timetable.inSeatTransfers
    #expect(Array(links.from) == [0, 1] && Array(links.to) == [1, 0])
    #expect(Array(links.isAllowed) == [1, 0])
    // With a time, such a row is one about a change, too.
    #expect(try transfers("C1,C2,5,300,,,t1,t2") == ["C1 C2 300 [-1, -1, 0, 1]"])
  }

  @Test(arguments: [([], false), (["C1,X,2,60,,,,"], true), (["C1,C2,2,60,,,,"], true)])
  func `a feed describes changes even if all rows are left out`(
    rows: [String], describesChanges: Bool
  ) throws {
    #expect(try city(rows).0.timetable.describesChanges == describesChanges)
  }

  /// Trips that run one after the other in layers, each of which goes on as every trip of the next
  /// layer.
  @Test(arguments: [(2, 3, false), (2, 12, true), (1, 1001, true), (1, 900, false)])
  func `a feed in which too many trips go on as others is reported`(
    width: Int, layers: Int, isReported: Bool
  ) throws {
    var (trips, calls, rows): ([String], [String], [String]) = ([], [], [])
    for (layer, number) in (0..<layers).flatMap({ layer in (0..<width).map { (layer, $0) } }) {
      trips.append("x\(layer)y\(number),1,all")
      let time =
        "00:\(layer / 60 < 10 ? "0" : "")\(layer / 60):\(layer % 60 < 10 ? "0" : "")\(layer % 60)"
      calls += ["x\(layer)y\(number),\(time),A,1", "x\(layer)y\(number),\(time),D,2"]
      guard layer > 0 else { continue }
      rows += (0..<width).map { "A,A,4,,,,x\(layer - 1)y\($0),x\(layer)y\(number)" }
    }
    func text(_ header: String, _ rows: [String]) -> String {
      ([header] + rows).joined(separator: "\n")
    }
    let feed = SampleFeed().with("trips.txt", text("trip_id,route_id,service_id", trips))
      .with("stop_times.txt", text("trip_id,arrival_time,stop_id,stop_sequence", calls))
      .with("transfers.txt", text(Self.header, rows)).feed
    _ = try CompiledCity(feed, as: .builtIn, name: "Sample")
    #expect(
      feed.diagnostics.all.contains { $0.problem == .tooManyContinuations } == isReported)
  }

  @Test func `of too many rows about trips, those of the largest station are left out`() throws {
    var limits = FeedLimits()
    limits.stopPairs = 30
    let rows = ["C1,C2,2,60,,,t1,t2", "C1,C2,2,90,,,,", "A,D,2,90,,,,"]
    let feed = Feed(
      SampleFeed().with("transfers.txt", ([Self.header] + rows).joined(separator: "\n")).bytes,
      limits: limits)
    let timetable = try CompiledCity(feed, as: .builtIn, name: "Sample").timetable
    #expect(Set(timetable.transfers.seconds) == [90])
    let problem = feed.diagnostics.all.first { $0.file == "transfers.txt" }
    #expect(problem?.problem == .tooManyTripTransfers)
    #expect(problem?.examples == [.init(line: 2, value: "C1")])
  }

  /// The station C has two platforms; A and D have none: 1 + 9 + 1 pairs.
  @Test(
    arguments: [
      (nil, 11), ("C,C,1", 11 + 9), ("A,C,1", 11 + 3), ("C1,C,1", 11 + 3),
      ("C1,C2,1\nC1,A,1", 11 + 1 + 1),
    ] as [(String?, Int)])
  func `a station counts for all pairs of its stops, and a transfer for those of its stations`(
    transfers: String?, pairs: Int
  ) throws {
    let header = "from_stop_id,to_stop_id,transfer_type\n"
    let feed = SampleFeed().with("transfers.txt", transfers.map { header + $0 })
    func compile(_ limit: Int) throws -> CompiledCity {
      var limits = FeedLimits()
      limits.stopPairs = limit
      return try CompiledCity(Feed(feed.bytes, limits: limits), as: .builtIn, name: "Sample")
    }
    #expect(throws: Never.self) { try compile(pairs) }
    #expect(
      throws: FeedRejection(
        "stops.txt and transfers.txt allow changes between more than \(pairs - 1) pairs of stops;"
          + " expected the feed of one city")
    ) { try compile(pairs - 1) }
  }

}
