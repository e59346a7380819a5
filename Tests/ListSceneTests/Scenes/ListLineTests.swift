import Console
import ListScene
import Testing

@MainActor
struct ListLineTests {
  private let page = Page(columns: 30)

  @Test func `a line knows the row that it is part of`() async {
    let section = Source(4).section("stops", title: "Stops", more: "'--page 2' shows more.")
    let detail = ListSection(
      "one", title: "One", id: \.id, layout: .detail { (stop: Stop, _) in "\(stop.name)\nwhole" }
    ) { _ in ListPage([Stop("a")]) }
    let texts = ListSection(
      "banner", over: section, layout: .text { (stop: Stop, _) in "!\n\(stop.name)" }
    ) { $0.id == "s1" }
    let scene = ListScene("", ListController(texts, section, detail))
    await scene.controller.open()
    let lines = scene.snapshot.lines(on: page)
    #expect(
      lines.map(\.text) == [
        "!", "S1", "", "Stops", "   name", "1  S0", "2  S1", "3  S2", "…", "", "One", "A", "whole",
      ])
    func place(_ section: String, _ row: String) -> ListPlace {
      ListPlace(section: section, row: row)
    }
    #expect(
      lines.map(\.place) == [
        place("banner", "s1"), place("banner", "s1"), nil, nil, nil, place("stops", "s0"),
        place("stops", "s1"), place("stops", "s2"), nil, nil, nil, nil, nil,
      ])
  }
}
