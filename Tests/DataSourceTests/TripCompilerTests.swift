import DataSourceInterface
import Testing

@testable import DataSource

struct TripCompilerTests {
  private func timetable(_ trips: [String], _ calls: [String]) throws -> Timetable {
    try SampleFeed()
      .with("trips.txt", (["trip_id,route_id,service_id,direction_id"] + trips).lines)
      .with(
        "stop_times.txt",
        (["trip_id,arrival_time,departure_time,stop_id,stop_sequence,pickup_type,drop_off_type"]
          + calls).lines
      ).timetable()
  }

  @Test func `trips that call at the same stops share a pattern, and their times if they can`()
    throws
  {
    let timetable = try timetable(
      ["b,1,all,0", "a,1,all,0", "c,1,all,0"],
      [
        "b,9:00:00,9:00:00,A,1", "b,9:10:00,9:10:00,D,2", "a,8:00:00,8:00:00,A,1",
        "a,8:10:00,8:10:00,D,2", "c,7:00:00,7:00:00,A,1", "c,7:20:00,7:20:00,D,2",
      ])
    #expect(timetable.patterns.count == 1)
    #expect(
      timetable.runs == [
        "One c: A 07:00, D 07:20", "One a: A 08:00, D 08:10", "One b: A 09:00, D 09:10",
      ])
    #expect(Array(timetable.trips.arrival) == [0, 1200, 0, 600])
    #expect(timetable.trips.times[1] == timetable.trips.times[2])
  }

  @Test(
    arguments: [
      ("another line", "b,2,all,0", ",", ","), ("another direction", "b,1,all,1", ",", ","),
      ("no boarding", "b,1,all,0", "1,", ","), ("no alighting", "b,1,all,0", ",", ",1"),
    ])
  func `a pattern has one line, direction and set of rules`(
    what: String, trip: String, first: String, last: String
  ) throws {
    let timetable = try timetable(
      ["a,1,all,0", trip],
      [
        "a,8:00:00,8:00:00,A,1,,", "a,8:10:00,8:10:00,D,2,,", "b,8:00:00,8:00:00,A,1,\(first)",
        "b,8:10:00,8:10:00,D,2,\(last)",
      ])
    #expect(timetable.patterns.count == 2)
  }

  @Test(
    arguments: [
      ("", "", [.board, .alight]), ("0", "0", [.board, .alight]), ("1", "", [.alight]),
      ("", "1", [.board]), ("2", "3", [.board, .alight]), ("1", "1", []),
    ] as [(String, String, Timetable.CallRules)])
  func `a call allows what its types do not forbid`(
    pickup: String, dropOff: String, rules: Timetable.CallRules
  ) throws {
    let timetable = try timetable(
      ["a,1,all,0"],
      ["a,8:00:00,8:00:00,A,1,\(pickup),\(dropOff)", "a,8:10:00,8:10:00,D,2,,"])
    #expect(timetable.patterns.allows[0] == rules)
  }
}

extension [String] {
  fileprivate var lines: String { joined(separator: "\n") }
}
