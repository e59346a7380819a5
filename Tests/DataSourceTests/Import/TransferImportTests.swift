import DataSourceInterface
import Testing

@testable import DataSource

struct TransferImportTests {
  /// Returns every transfer as its stops and its seconds.
  private func transfers(_ rows: String...) throws -> [String] {
    let header = "from_stop_id,to_stop_id,transfer_type,min_transfer_time,from_route_id,to_trip_id"
    let text = ([header] + rows).joined(separator: "\n")
    let timetable = try SampleFeed().with("transfers.txt", text).timetable()
    let (stops, transfers) = (timetable.stops, timetable.transfers)
    return (0..<stops.count).flatMap { stop in
      transfers.rows(from: stop).map { row in
        "\(stops.id[stop]) \(stops.id[Int(transfers.to[row])]) \(transfers.seconds[row])"
      }
    }
  }

  @Test(
    arguments: [
      ("0,", Timetable.Transfers.defaultTime), (",", Timetable.Transfers.defaultTime),
      ("0,300", Timetable.Transfers.defaultTime), ("1,", 0), ("1,300", 0), ("2,240", 240),
      ("2,0", 0), ("2,", Timetable.Transfers.defaultTime),
      ("2,-5", Timetable.Transfers.defaultTime), ("2,999999999", 604_800),
      ("3,", Timetable.Transfers.forbidden),
    ])
  func `the type of a transfer determines the change time`(row: String, seconds: Int32) throws {
    #expect(try transfers("C1,C2,\(row),,") == ["C1 C2 \(seconds)"])
  }

  @Test(
    arguments: [
      "C1,C2,4,,,", "C1,C2,5,,,", "C1,C2,9,,,", "C1,C2,x,,,", "C1,X,2,60,,", "X,C2,2,60,,",
      "C1,C2,2,60,1,", "C1,C2,2,60,,t1",
    ])
  func `rows of other types, with unknown stops, or for certain lines and trips are left out`(
    row: String
  ) throws {
    #expect(try transfers(row) == [])
  }

  /// The station C has two platforms; A and D have none: 1 + 9 + 1 pairs.
  @Test(
    arguments: [
      (nil, 11), ("C,C,1", 11 + 9), ("A,C,1", 11 + 3), ("C1,C2,1\nC1,A,1", 11 + 1 + 1),
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

  @Test func `transfers of stations and platforms are ordered by their stops`() throws {
    let found = try transfers("C2,C1,2,60,,", "A,D,2,600,,", "C1,C2,2,90,,", "C,C,2,120,,")
    #expect(found == ["A D 600", "C C 120", "C1 C2 90", "C2 C1 60"])
  }

  @Test
  func `of several rows for a pair of stops, the most cautious is used, whatever their order`()
    throws
  {
    let rows = ["C1,C2,3,,,", "C1,C2,2,90,,", "C1,C2,2,60,,", "C1,C2,,,,"]
    for first in rows.indices {
      for second in rows.indices {
        let found = try transfers(rows[first], rows[second])
        #expect(found == ["C1 C2 \([-2, 90, 60, -1][min(first, second)])"])
      }
    }
  }
}
