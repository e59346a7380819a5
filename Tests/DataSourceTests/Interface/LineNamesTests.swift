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

  @Test(arguments: [
    ("L6", ["r6"]), ("l6", ["r6"]), ("line 6", ["r6"]), ("Línea 6", ["r6"]), ("6", ["r6"]),
    ("L7", ["r7"]), ("7", ["r7"]), ("linha 7", ["r7"]), ("8", ["r8"]), ("L8", ["rL8"]),
    ("line L8", ["rL8"]), ("line 8", ["r8"]), ("line L6", ["r6"]), ("L", []), ("L66", []),
    ("line", []),
    ("line ", []), ("M6", []),
  ])
  func `a line answers to its name with or without a word for line, unless a line is called so`(
    text: String, ids: [String]
  ) throws {
    let timetable = try SampleFeed().with(
      "routes.txt",
      "route_id,route_short_name,route_long_name\nr6,6,Seis\nr7,L7,Siete\nr8,8,Ocho\nrL8,L8,Acht"
    ).timetable()
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
