import Testing

@testable import DataSource

struct RunTests {
  private func runs(_ calls: [String]) throws -> [String] {
    let rows = calls.map { "t1,\($0)" }.joined(separator: "\n")
    let header = "trip_id,arrival_time,departure_time,stop_id,stop_sequence"
    let feed = SampleFeed().with("trips.txt", "trip_id,route_id,service_id\nt1,1,all\nt2,1,all")
      .with("stop_times.txt", "\(header)\nt2,1:00:00,1:00:00,A,1\nt2,2:00:00,2:00:00,D,2\n\(rows)")
    return try feed.timetable().runs.filter { !$0.hasPrefix("One t2") }
  }

  @Test(
    arguments: [
      (
        "calls are in the order of their sequence, whatever their numbers",
        ["9:10:00,9:10:00,C1,40", "9:00:00,9:00:00,A,15", "9:30:00,9:30:00,D,41"],
        "One t1: A 09:00, C1 09:10, D 09:30"
      ),
      (
        "a train may wait",
        ["9:00:00,9:01:00,A,1", "9:10:00,9:12:00,C1,2", "9:30:00,9:30:00,D,3"],
        "One t1: A 09:00/09:01, C1 09:10/09:12, D 09:30"
      ),
      (
        "one time stands for both",
        [",9:00:00,A,1", "9:10:00,,C1,2", "9:30:00,,D,3"],
        "One t1: A 09:00, C1 09:10, D 09:30"
      ),
      (
        "missing times lie evenly between known ones",
        [
          "9:00:00,9:00:00,A,1", ",,C1,2", ",,C2,3", "9:30:00,9:31:00,D,4", ",,C,5", "9:41:00,,A,6",
        ],
        "One t1: A 09:00, C1 09:10, C2 09:20, D 09:30/09:31, C 09:36, A 09:41"
      ),
      (
        "calls without a time before the first and behind the last one are cut off",
        [",,C,1", "9:00:00,9:00:00,A,2", ",,C1,3", "9:30:00,9:30:00,D,4", ",,A,5"],
        "One t1: A 09:00, C1 09:15, D 09:30"
      ),
      (
        "a time that cannot be read is missing",
        ["9:00:00,9:00:00,A,1", "99999999:00:00,x,C1,2", "9:30:00,9:30:00,D,3"],
        "One t1: A 09:00, C1 09:15, D 09:30"
      ),
      (
        "a trip ends before it goes back in time",
        ["9:00:00,9:00:00,A,1", "9:10:00,9:10:00,C1,2", "9:05:00,9:05:00,D,3", "9:30:00,,C2,4"],
        "One t1: A 09:00, C1 09:10"
      ),
      (
        "a stop may come twice",
        ["9:00:00,9:00:00,A,1", "9:10:00,9:10:00,D,2", "9:30:00,9:30:00,A,3"],
        "One t1: A 09:00, D 09:10, A 09:30"
      ),
      (
        "calls at unknown stops are left out",
        ["9:00:00,9:00:00,A,1", "9:10:00,9:10:00,X,2", "9:30:00,9:30:00,D,3"],
        "One t1: A 09:00, D 09:30"
      ),
      (
        "calls with one number are in the order of their times",
        ["9:30:00,9:30:00,D,2", "9:10:00,9:10:00,C1,2", "9:00:00,9:00:00,A,1"],
        "One t1: A 09:00, C1 09:10, D 09:30"
      ),
      (
        "numbers may be negative, and calls without one are left out",
        ["9:00:00,9:00:00,A,-1", "9:10:00,9:10:00,C1,", "9:30:00,9:30:00,D,3"],
        "One t1: A 09:00, D 09:30"
      ),
      (
        "trains run beyond midnight",
        ["23:50:00,23:50:00,A,1", "24:00:00,24:00:00,C1,2", "25:10:00,25:10:00,D,3"],
        "One t1: A 23:50, C1 24:00, D 25:10"
      ),
    ])
  func `a trip runs as its calls say`(rule: String, calls: [String], run: String) throws {
    #expect(try runs(calls) == [run], "\(rule)")
  }

  @Test(
    arguments: [
      ("one call", ["9:00:00,9:00:00,A,1"]),
      ("one time", [",,A,1", "9:10:00,9:10:00,C1,2", ",,D,3"]),
      ("no time", [",,A,1", ",,D,3"]),
      ("arrives before it left", ["9:00:00,9:00:00,A,1", "8:59:00,9:10:00,D,2"]),
      ("leaves before it arrived", ["9:00:00,9:00:00,A,1", "9:10:00,9:09:00,D,2"]),
    ])
  func `a trip that nobody can ride is left out`(why: String, calls: [String]) throws {
    #expect(try runs(calls) == [], "\(why)")
  }
}
