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

  @Test func `trips with the same stops share a pattern, and equal relative times`()
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
      timetable.tripTexts == [
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
  func `all trips of a pattern have the same line, direction and rules`(
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
      ("", "1", [.board]), ("1", "1", []), ("4", "x", [.board, .alight]),
      ("2", "3", [.board, .alight, .phoneToBoard, .askToAlight]),
      ("3", "2", [.board, .alight, .askToBoard, .phoneToAlight]),
    ] as [(String, String, Timetable.CallRules)])
  func `a call allows everything that its types do not forbid`(
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

struct TripTimesTests {
  private func trips(_ calls: [String]) throws -> [String] {
    let rows = calls.map { "t1,\($0)" }.joined(separator: "\n")
    let header = "trip_id,arrival_time,departure_time,stop_id,stop_sequence"
    let feed = SampleFeed().with("trips.txt", "trip_id,route_id,service_id\nt1,1,all\nt2,1,all")
      .with("stop_times.txt", "\(header)\nt2,1:00:00,1:00:00,A,1\nt2,2:00:00,2:00:00,D,2\n\(rows)")
    return try feed.timetable().tripTexts.filter { !$0.hasPrefix("One t2") }
  }

  @Test(
    arguments: [
      (
        "calls are ordered by their numbers",
        ["9:10:00,9:10:00,C1,40", "9:00:00,9:00:00,A,15", "9:30:00,9:30:00,D,41"],
        "One t1: A 09:00, C1 09:10, D 09:30"
      ),
      (
        "a train may wait at a stop",
        ["9:00:00,9:01:00,A,1", "9:10:00,9:12:00,C1,2", "9:30:00,9:30:00,D,3"],
        "One t1: A 09:00/09:01, C1 09:10/09:12, D 09:30"
      ),
      (
        "one time is used for arrival and departure",
        [",9:00:00,A,1", "9:10:00,,C1,2", "9:30:00,,D,3"],
        "One t1: A 09:00, C1 09:10, D 09:30"
      ),
      (
        "missing times are interpolated evenly",
        [
          "9:00:00,9:00:00,A,1", ",,C1,2", ",,C2,3", "9:30:00,9:31:00,D,4", ",,C,5", "9:41:00,,A,6",
        ],
        "One t1: A 09:00, C1 09:10, C2 09:20, D 09:30/09:31, C 09:36, A 09:41"
      ),
      (
        "calls without a time at both ends are cut off",
        [",,C,1", "9:00:00,9:00:00,A,2", ",,C1,3", "9:30:00,9:30:00,D,4", ",,A,5"],
        "One t1: A 09:00, C1 09:15, D 09:30"
      ),
      (
        "an invalid time is a missing time",
        ["9:00:00,9:00:00,A,1", "99999999:00:00,x,C1,2", "9:30:00,9:30:00,D,3"],
        "One t1: A 09:00, C1 09:15, D 09:30"
      ),
      (
        "a trip ends before it goes back in time",
        ["9:00:00,9:00:00,A,1", "9:10:00,9:10:00,C1,2", "9:05:00,9:05:00,D,3", "9:30:00,,C2,4"],
        "One t1: A 09:00, C1 09:10"
      ),
      (
        "a trip may visit a stop twice",
        ["9:00:00,9:00:00,A,1", "9:10:00,9:10:00,D,2", "9:30:00,9:30:00,A,3"],
        "One t1: A 09:00, D 09:10, A 09:30"
      ),
      (
        "calls at unknown stops are left out",
        ["9:00:00,9:00:00,A,1", "9:10:00,9:10:00,X,2", "9:30:00,9:30:00,D,3"],
        "One t1: A 09:00, D 09:30"
      ),
      (
        "calls with the same number are ordered by time",
        ["9:30:00,9:30:00,D,2", "9:10:00,9:10:00,C1,2", "9:00:00,9:00:00,A,1"],
        "One t1: A 09:00, C1 09:10, D 09:30"
      ),
      (
        "numbers may be negative, and calls without a number are left out",
        ["9:00:00,9:00:00,A,-1", "9:10:00,9:10:00,C1,", "9:30:00,9:30:00,D,3"],
        "One t1: A 09:00, D 09:30"
      ),
      (
        "a trip may continue after midnight",
        ["23:50:00,23:50:00,A,1", "24:00:00,24:00:00,C1,2", "25:10:00,25:10:00,D,3"],
        "One t1: A 23:50, C1 24:00, D 25:10"
      ),
    ])
  func `the times of a trip follow from its calls`(rule: String, calls: [String], trip: String)
    throws
  {
    #expect(try trips(calls) == [trip], "\(rule)")
  }

  @Test(
    arguments: [
      ("one call", ["9:00:00,9:00:00,A,1"]),
      ("one time", [",,A,1", "9:10:00,9:10:00,C1,2", ",,D,3"]),
      ("no time", [",,A,1", ",,D,3"]),
      ("the trip arrives before it departs", ["9:00:00,9:00:00,A,1", "8:59:00,9:10:00,D,2"]),
      ("the trip departs before it arrives", ["9:00:00,9:00:00,A,1", "9:10:00,9:09:00,D,2"]),
    ])
  func `a trip without usable times is left out`(reason: String, calls: [String]) throws {
    #expect(try trips(calls) == [], "\(reason)")
  }
}
