import Console
import Documents
import Foundation
import Mediator
import Testing

@testable import Scenes

@MainActor
struct ListSnapshotTests {
  private let page = Page(columns: 30)

  @Test func `a table shows its numbers and the text for more rows`() async {
    let section = StopSource(5).section(title: "Stops", more: "There are more.")
    let scene = ListScene("", [section])
    #expect(scene.snapshot.text(on: page) == "Loading…")
    await scene.open()
    #expect(
      scene.snapshot.text(on: page) == """
           name
        1  S0
        2  S1
        3  S2
        There are more.
        """)
    await scene.loadMore()
    #expect(scene.snapshot.text(on: page).hasSuffix("\n5  S4"))
  }

  @Test func `several sections have titles, and an empty section without a text is hidden`() async {
    let sections = [
      StopSource(1).section("a", title: "First"), StopSource(0).section("b", title: "None"),
      StopSource(0).section("c", title: "Third", empty: "There is nothing to see in this section."),
    ]
    let scene = ListScene("", sections)
    await scene.open()
    #expect(
      scene.snapshot.text(on: page) == """
        First
           name
        1  S0

        Third
        There is nothing to see in
        this section.
        """)
  }

  @Test func `groups have headings, the same columns and numbers that continue`() async throws {
    let source = StopSource(["today 1", "today 22", "on Sunday 3"])
    let section = ListSection(
      "stops", id: \Stop.id,
      layout: .numberedTable(.init("name") { "\($0.name)" }, .init("id") { "\($0.id)" }),
      groupedBy: { stop in
        let words = stop.id.split(separator: " ").dropLast().joined(separator: " ")
        return ListGroup("\(words)", urgency: words == "today" ? .critical : .normal)
      }
    ) { try await source.page($0) }
    let scene = ListScene("", [section])
    await scene.open()
    #expect(
      scene.snapshot.text(on: page) == """
           name         id
        Today
        1  TODAY 1      today 1
        2  TODAY 22     today 22

        On Sunday
        3  ON SUNDAY 3  on Sunday 3
        """)
    let colored = scene.snapshot.lines(on: Page(columns: 30, colors: .trueColor)).map(\.text)
    #expect(colored[1] == "\u{1B}[1;38;2;255;95;95mToday\u{1B}[0m")
    #expect(colored[5] == "\u{1B}[1mOn Sunday\u{1B}[0m")
    let json = String(decoding: try JSONEncoder().encode(scene.snapshot), as: UTF8.self)
    #expect(json.hasPrefix("[{"))
    source.change { $0.stops.removeFirst(2) }
    await scene.refresh()
    #expect(scene.snapshot.text(on: page).contains("Today") == false)
  }

  @Test func `headings have the style of the urgency`() async {
    let sections = ["a", "b"].map { StopSource(1).section($0, title: "Stops") }
    let scene = ListScene("", sections)
    await scene.open()
    let page = Page(columns: 30, colors: .trueColor)
    for urgency in Urgency.allCases {
      scene.urgency = urgency
      let lines = scene.snapshot.text(on: page).split(separator: "\n")
      #expect(lines[0] == page.paint("Stops", urgency.title))
    }
  }

  @Test func `the text of a page for an empty list replaces that of the section`() async {
    let section = ListSection(
      "stops", id: \Stop.id, layout: .table(.init { "\($0.name)" }), empty: "There are no stops."
    ) { request in
      ListPage([], empty: request.ignoresCache ? nil : "The stops are closed today.")
    }
    let scene = ListScene("", [section])
    await scene.open()
    #expect(scene.snapshot.text(on: page) == "The stops are closed today.")
    await scene.refresh()
    #expect(scene.snapshot.text(on: page) == "There are no stops.")
  }

  @Test(arguments: [1, 4])
  func `one warning says which rows are left out`(count: Int) async throws {
    let wrong = Array(repeating: #"{"id": "x"}"#, count: count)
    let json = ([#"{"id": "a", "name": "A"}"#] + wrong).joined(separator: ",")
    let rows = try JSONDecoder().decode(LossyArray<Stop>.self, from: Data("[\(json)]".utf8))
    let section = ListSection("stops", id: \Stop.id, layout: .table(.init { "\($0.name)" })) {
      $0.page(of: rows)
    }
    let scene = ListScene("", [section])
    await scene.open()
    let first = "Left out row 2: 'name': a value is missing"
    let others =
      count == 1
      ? "" : "; row 3: 'name': a value is missing; row 4: 'name': a value is missing; and 1 more"
    let wide = Page(columns: 200)
    #expect(scene.snapshot.text(on: wide) == "A\n\(first)\(others)")
    #expect(scene.snapshot.lines(on: wide).map(\.text) == ["A", first + others])
    #expect(try scene.commandResult(at: Date()).warnings == [first + others])
  }

  @Test func `a column is hidden on a page that is too narrow for it`() {
    let layout = ListLayout<Stop>.table(
      .init("id") { "\($0.id)" }, .init("name", .right, minimumPageWidth: 60) { "\($0.name)" })
    #expect(Page(columns: 59).text(of: layout.document(of: [Stop("a")])) == "id\na")
    #expect(Page(columns: 60).text(of: layout.document(of: [Stop("a")])) == "id  name\na      A")
  }

  @Test func `failures are shown below the rows`() async {
    let source = StopSource(1)
    let scene = ListScene("", [source.section()])
    // Old rows would have their date above them.
    scene.environment.now = { Date(timeIntervalSince1970: 0) }
    source.change { $0.failure = .closed("\u{1B}[2Jsource") }
    await scene.open()
    #expect(scene.snapshot.failure != nil)
    #expect(
      scene.snapshot.text(on: Page(columns: 80)) == #"'\u{1b}[2Jsource' is closed; try again"#)
    source.change { $0.failure = nil }
    await scene.open()
    source.change { $0.failure = .closed("source") }
    await scene.refresh()
    #expect(scene.snapshot.failure == nil)
    #expect(
      scene.snapshot.text(on: page) == """
           name
        1  S0
        Not up to date: 'source' is
        closed; try again
        """)
  }

  @Test
  func `one section is encoded as a list, several as an object of lists, and a detail as its item`()
    async throws
  {
    let detail = ListSection("one", id: \.id, layout: .detail { (stop: Stop) in "\(stop.name)" }) {
      _ in
      ListPage([Stop("a")])
    }
    let cases: [([SceneSection], String)] = [
      ([StopSource(1).section()], #"[{"id":"s0","name":"S0"}]"#),
      ([StopSource(0).section()], "[]"),
      ([detail], #"{"id":"a","name":"A"}"#),
      (
        [detail, StopSource(0).section("none")],
        #"{"none":[],"one":{"id":"a","name":"A"}}"#
      ),
    ]
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    for (sections, json) in cases {
      let scene = ListScene("", sections)
      await scene.open()
      let data = try encoder.encode(scene.snapshot)
      #expect(String(decoding: data, as: UTF8.self) == json)
    }
  }

  @Test func `a line has the path of its row`() async {
    let section = StopSource(4).section("stops", title: "Stops", more: "'--page 2' shows more.")
    let detail = ListSection(
      "one", title: "One", id: \.id,
      layout: .detail { (stop: Stop) in [.multiline("\(stop.name)\nwhole")] }
    ) { _ in ListPage([Stop("a")]) }
    let texts = ListSection(
      "banner", id: \.id, layout: .rows { (stop: Stop) in [.multiline("!\n\(stop.name)")] }
    ) { _ in ListPage([Stop("s1")]) }
    let scene = ListScene("", [texts, section, detail])
    await scene.open()
    let lines = scene.snapshot.lines(on: page)
    #expect(
      lines.map(\.text) == [
        "!", "S1", "", "Stops", "   name", "1  S0", "2  S1", "3  S2", "…", "", "One", "A", "whole",
      ])
    func path(_ section: String, _ row: String) -> RowPath {
      RowPath(section: section, row: row)
    }
    #expect(
      lines.map(\.rowPath) == [
        path("banner", "s1"), path("banner", "s1"), nil, nil, nil, path("stops", "s0"),
        path("stops", "s1"), path("stops", "s2"), nil, nil, nil, nil, nil,
      ])
  }
}
