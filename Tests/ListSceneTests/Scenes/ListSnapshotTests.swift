import Console
import Foundation
import ListScene
import Testing

@MainActor
struct ListSnapshotTests {
  private let page = Page(columns: 30)

  @Test func `a table has numbers and says what it is asked to`() async {
    let section = Source(5).section(title: "Stops", more: "There are more.")
    let scene = ListScene("", ListController(section))
    #expect(scene.snapshot.text(on: page) == "Loading…")
    await scene.controller.open()
    #expect(
      scene.snapshot.text(on: page) == """
           name
        1  S0
        2  S1
        3  S2
        There are more.
        """)
    await scene.controller.loadMore()
    #expect(scene.snapshot.text(on: page).hasSuffix("\n5  S4"))
  }

  @Test func `sections have titles where there are several, and empty ones may stay away`() async {
    let sections = [
      Source(1).section("a", title: "First"), Source(0).section("b", title: "None"),
      Source(0).section("c", title: "Third", empty: "There is nothing to see in this section."),
    ]
    let scene = ListScene("", ListController(sections[0], sections[1], sections[2]))
    await scene.controller.open()
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

  @Test func `columns appear on pages that are wide enough`() {
    let layout = ListLayout<Stop>.table(
      .init("id") { "\($0.id)" }, .init("name", .right, from: 60) { "\($0.name)" })
    #expect(layout.text(of: [Stop("a")], on: Page(columns: 59)) == "id\na")
    #expect(layout.text(of: [Stop("a")], on: Page(columns: 60)) == "id  name\na      A")
  }

  @Test func `failures are told, with the rows that are there`() async {
    let source = Source(1)
    let scene = ListScene("", ListController(source.section()))
    source.change { $0.failure = .closed("\u{1B}[2Jsource") }
    await scene.controller.open()
    #expect(scene.snapshot.failure != nil)
    #expect(scene.snapshot.text(on: page) == "'source' is closed; come again")
    source.change { $0.failure = nil }
    await scene.controller.open()
    source.change { $0.failure = .closed("source") }
    await scene.controller.refresh()
    #expect(scene.snapshot.failure == nil)
    #expect(
      scene.snapshot.text(on: page) == """
           name
        1  S0
        Not up to date: 'source' is
        closed; come again
        """)
  }

  @Test func `one section is a list, several are lists by name, a detail is its item`() async throws
  {
    let detail = ListSection("one", id: \.id, layout: .detail { (stop: Stop, _) in stop.name }) {
      _ in
      ListPage([Stop("a")])
    }
    let cases: [(ListController, String)] = [
      (ListController(Source(1).section()), #"[{"id":"s0","name":"S0"}]"#),
      (ListController(Source(0).section()), "[]"),
      (ListController(detail), #"{"id":"a","name":"A"}"#),
      (
        ListController(detail, Source(0).section("none")),
        #"{"none":[],"one":{"id":"a","name":"A"}}"#
      ),
    ]
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    for (controller, json) in cases {
      await controller.open()
      let data = try encoder.encode(ListScene("", controller).snapshot)
      #expect(String(decoding: data, as: UTF8.self) == json)
    }
  }
}
