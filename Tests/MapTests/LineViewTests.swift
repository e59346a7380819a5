import Console
import DataSourceFixture
import DataSourceInterface
import Documents
import MapInterface
import Mediator
import Scenes
import Testing

@testable import Map

@Suite struct LineViewTests {
  private let lines = [
    line(
      "D", 0xF9_C212, ["Hospital São João", "Trindade", "西直门"],
      ["西直门", "Trindade", "Hospital São João"], ["Trindade", "Aliados"]),
    line("A", 1, ["Trindade", "Aliados"]), line("a", 2, ["Trindade", "Aliados"]),
  ]
  private var stations: [Station] {
    ["Hospital São João", "Trindade", "西直门", "Aliados"].map { name in
      let serving = lines.filter {
        $0.courses.contains { $0.stations.contains { $0.name == name } }
      }
      return Station(
        id: name, name: TranslatedName(name), coordinate: nil, lines: serving.map(\.line))
    }
  }

  private func text(_ name: String, columns: Int = 40) async throws -> String {
    let fixture = try await MapFixture(lines, stations)
    return try await fixture.answer(.line, ["line": name]).text(on: Page(columns: columns))
  }

  @Test func `a line is drawn as its stations in order, with the lines to change to`() async throws
  {
    #expect(
      try await text("d") == """
        [D] metro    Sample

        to 西直门 · 3 stations
        ● Hospital São João
        ◉ Trindade [A] [a]
        ● 西直门

        to Hospital São João: the same stations
        in reverse order.

        also Trindade → Aliados, 2 stations
        """)
  }

  @MainActor
  @Test func `a line is found by its name, and the scene shows it`() async throws {
    let fixture = try await MapFixture(lines, stations)
    let scene = try #require(
      try MapModule.scenes[0].makeScene(for: LineQuery(line: "D"), fixture.mediator))
    await scene.open()
    #expect(scene.title == "D")
    #expect(scene.snapshot.text(on: Page(columns: 40)).hasPrefix("[D] metro"))
  }

  @Test func `the lines of a city are listed with their ends`() async throws {
    let fixture = try await MapFixture(lines, stations)
    #expect(
      try await fixture.answer(.lines, [:]).text(on: Page(columns: 50)) == """
        Lines    Sample

        [D]  Hospital São João – 西直门
        [A]  Trindade – Aliados
        [a]  Trindade – Aliados
        """)
    let none = try await MapFixture([], []).answer(.lines, [:])
    #expect(none.text(on: Page(columns: 50)) == "No line runs in Sample.")
  }

  @Test func `the heading says that the timetable has ended`() async throws {
    let city = City.sample(name: "Porto", lastDate: CalendarDate(day: 1), isExpired: true)
    let map = LineMap(details: lines[1], stations: [])
    #expect(
      Page(columns: 80).text(of: LineView.document(map, in: city))
        .hasPrefix("[A] metro    Porto, timetable ended 1970-01-02\n"))
    #expect(
      Page(columns: 40).text(of: LineView.document(map, in: city))
        .hasPrefix("[A] metro\nPorto, timetable ended 1970-01-02\n"))
  }

  @Test(arguments: [10, 20, 40]) func `no row is wider than the page`(columns: Int) async throws {
    let text = try await text("D", columns: columns)
    #expect(text.split(separator: "\n").allSatisfy { String($0).columns <= columns })
  }

  private func loops(_ courses: [(direction: Int, names: [String])]) -> LineDetails {
    LineDetails(
      line: Line(id: "2", name: "2", color: nil), longName: nil, kind: .metro,
      courses: courses.map { course in
        LineDetails.Course(
          direction: course.direction, headsigns: [],
          stations: course.names.map { StopReference(id: $0, name: TranslatedName($0)) },
          isLoop: true, trips: 2)
      })
  }

  @Test func `a second loop of a line is called a loop, too`() async throws {
    let line = loops([(0, ["A", "B", "C"]), (0, ["A", "D", "E", "F"])])
    let text = try await MapFixture([line], []).answer(.line, ["line": "2"]).text(
      on: Page(columns: 60))
    #expect(text.hasSuffix("● A\n\nalso a loop from A, 4 stations"))
  }

  @Test func `a loop is drawn with its return to the first station`() async throws {
    let loop = loops([(0, ["A", "B", "C"]), (1, ["A", "C", "B"])])
    #expect(loop.endsText == "loop from A")
    let network = TrackNetwork([loop], [])
    #expect(network.tracks.count == 3 && network.courses[0][0] == [0, 1, 2, 0])
    let fixture = try await MapFixture([loop], [])
    #expect(
      try await fixture.answer(.line, ["line": "2"]).text(on: Page(columns: 60)) == """
        [2] metro    Sample

        to A · a loop of 3 stations
        ● A
        ● B
        ● C
        ● A

        to A: the same stations in reverse order.
        """)
  }

  @Test func `a course that passes its first station again is not a loop`() async throws {
    let line = line("2", 1, ["A", "C", "D", "A", "E", "F"])
    #expect(line.endsText == "A – F")
    let fixture = try await MapFixture([line], [])
    #expect(
      try await fixture.answer(.line, ["line": "2"]).text(on: Page(columns: 40)) == """
        [2] metro    Sample

        to F · 6 stations
        ● A
        ● C
        ● D
        ● A
        ● E
        ● F
        """)
  }

  @Test func `only the first eight of many variants are listed`() async throws {
    let ends = (1...12).map { ["A", "End \($0)"] }
    let fixture = try await MapFixture([.sample("9", color: 1, courses: ends)], [])
    let text = try await fixture.answer(.line, ["line": "9"]).text(on: Page(columns: 80))
    #expect(text.matches(of: /also A →/).count == 8)
    #expect(text.hasSuffix("also A → End 10, 2 stations\nand 2 more variants"))
  }

  @Test func `a line is found by its id`() async throws {
    #expect(try await text("line-A").hasPrefix("[A]"))
  }

  @Test func `a name that several lines have throws an error with their ids`() async throws {
    await #expect(
      throws: MapError.ambiguousLine("A", city: "Sample", ids: ["line-A", "line-a"])
    ) { try await text("A") }
  }

  @Test func `an unknown line throws an error with similar names`() async throws {
    for (name, remedy) in [("D1", "did you mean 'D'?"), ("E", "the lines are "), ("", "the lines")]
    {
      let error = await #expect(throws: DataSourceError.self) { try await text(name) }
      #expect(error?.description.hasPrefix("no line '\(name)' in Sample; \(remedy)") == true)
    }
  }
}
