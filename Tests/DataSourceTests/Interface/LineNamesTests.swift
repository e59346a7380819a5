import DataSourceInterface
import Testing

@testable import DataSource

struct LineNamesTests {
  private let feed = SampleFeed().with(
    "routes.txt",
    "route_id,route_short_name,route_long_name\n1,FS,房山线\n2,10,10号线\n3,A,Airport Line\n"
      + "r4,A,Blue\nr5,,Harbour")

  @Test(
    arguments: [
      ("FS", ["1"]), ("fs", ["1"]), ("房山线", ["1"]), ("房山線", ["1"]), ("10", ["2"]), ("2", ["2"]),
      ("１０号线", ["2"]), ("airport  line", ["3"]), ("a", ["3", "r4"]), ("BLUE", ["r4"]),
      ("R5", ["r5"]), ("harbour", ["r5"]), ("", []), ("fang", []), ("blu", []),
    ])
  func `a line answers to its id and to every name`(text: String, ids: [String]) throws {
    let timetable = try feed.timetable()
    #expect(timetable.lines(named: text).map { timetable.routes.id[Int($0)] }.sorted() == ids)
  }

  @Test(
    arguments: [
      ("blux", ["Blue"]), ("Habour", ["Harbour"]), ("房山", ["房山线"]), ("xyzzy", []),
      // Names of one letter are similar only if they have that letter.
      ("Q", []), ("", []), ("7", []), ("1", ["10"]), ("A1", ["A"]),
    ])
  func `the error for an unknown line suggests names`(text: String, nearest: [String]) throws {
    #expect(
      try feed.timetable().unknownLine(text)
        == .unknownLine(text, city: "Sample", nearest: nearest, all: ["10", "A", "FS", "Harbour"]))
  }
}
