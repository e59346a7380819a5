import Documents
import Foundation
import Mediator
import Platform
import Scenes
import Testing

@testable import Web

@MainActor
struct SectionHTMLTests {
  private struct Train: ListItem {
    var id: String
    var group = ""
  }

  private struct Closed: Error, CustomStringConvertible {
    var description: String { "no connection to 'the server'" }
  }

  private nonisolated static let table = ListLayout<Train>.table(
    .init("id", .right) { Text(verbatim: $0.id, .faint) },
    .init("to", isFlexible: true) { Text(verbatim: "To \($0.id)") })
  private nonisolated static let documents = ListLayout<Train>.rows { train in
    [.heading(Text(verbatim: train.id), level: 2, note: nil), .paragraph("waits")]
  }

  private func section(
    _ id: String = "trains", layout: ListLayout<Train> = table, of trains: [Train],
    empty: LocalizedText? = nil,
    hasMore: Bool = false
  ) -> SceneSection {
    ListSection(
      id, title: "Trains", id: \Train.id, layout: layout, empty: empty,
      more: "'--page 2' has more.",
      groupedBy: { $0.group.isEmpty ? nil : ListGroup(LocalizedText(verbatim: $0.group)) }
    ) { _ in ListPage(trains, hasMore: hasMore) }
  }

  private func html(
    of sections: [SceneSection], in context: PageContext = PageContext()
  ) async -> [SectionHTML] {
    let scene = ListScene("Board", sections)
    await scene.open()
    return scene.snapshot.html(in: context)
  }

  @Test func `a section is a table whose rows have keys and links`() async {
    var context = PageContext()
    context.rowAddress = { "/row/\($0.section)/\($0.key)" }
    context.selection = RowPath(section: "trains", row: "1")
    let html = await html(of: [section(of: [Train(id: "1"), Train(id: "ä/b")])], in: context)
    #expect(
      html[0].head.text
        == #"<section id="section-trains" data-section="trains"><div class="table">"#
        + #"<table><thead><tr><th scope="col" class="right">id</th>"#
        + #"<th scope="col" class="flexible">to</th></tr></thead><tbody>"#)
    #expect(html[0].foot.text == "</tbody></table></div></section>")
    #expect(html[0].rows.map(\.key) == ["1", "%C3%A4%2Fb"])
    #expect(
      html[0].rows[0].html.text == #"<tr data-row="1" aria-current="true">"#
        + #"<td class="right"><span class="faint">1</span></td>"#
        + #"<td class="flexible"><a href="/row/trains/1">To 1</a></td></tr>"#)
    #expect(html[0].html.text.hasSuffix("</tr></tbody></table></div></section>"))
  }

  @Test func `several sections have titles, and one without content is hidden`() async throws {
    let html = await html(of: [
      section("a", of: [Train(id: "1")]), section("b", of: [], empty: "No trains."),
      section("c", of: []),
    ])
    #expect(try Markup(html[0].html).elements("h2").map { $0["id"] } == ["section-a-title"])
    #expect(try Markup(html[1].html).elements("p").map(\.text) == ["No trains."])
    #expect(
      html[2].html.text == #"<section id="section-c" data-section="c" hidden=""></section>"#)
  }

  @Test func `groups have headings of their own, and no level is left out`() async throws {
    let trains = [
      Train(id: "1", group: "today"), Train(id: "2", group: "today"),
      Train(id: "3", group: "later"),
    ]
    for layout in [Self.table, Self.documents] {
      let html = await html(of: [
        section(layout: layout, of: trains), section("other", layout: layout, of: trains),
      ])
      #expect(html[0].rows.map(\.key) == ["group/today/1", "1", "2", "group/later/1", "3"])
      #expect(try Markup(html[0].rows[0].html).text == "Today")
    }
    let lists = await html(of: [
      section(layout: Self.documents, of: trains),
      section("other", layout: Self.documents, of: trains),
    ])
    let names = try Markup(lists[0].html).names.filter { $0.hasPrefix("h") }
    #expect(names == ["h2", "h3", "h4", "h4", "h3", "h4"])
  }

  @Test func `the link of a document is its first text`() async throws {
    var context = PageContext()
    context.rowAddress = { "/\($0.key)" }
    let html = await html(of: [section(layout: Self.documents, of: [Train(id: "1")])], in: context)
    #expect(
      html[0].rows[0].html.text
        == #"<li data-row="1"><h2><a href="/1">1</a></h2><p>waits</p></li>"#)
    let empty = await self.html(
      of: [section(layout: .rows { _ in [] }, of: [Train(id: "1")])], in: context)
    #expect(empty[0].rows[0].html.text == #"<li data-row="1"><a href="/1">Open</a></li>"#)
  }

  @Test func `letters that match are marked over several cells`() async {
    var context = PageContext()
    // The positions of the first digit and of the word in "12  To 12".
    context.matches = { $0.hasPrefix("12  To 12") ? [0, 4, 5] : [] }
    context.rowAddress = { _ in "/" }
    let html = await html(of: [section(of: [Train(id: "12")])], in: context)
    #expect(
      html[0].rows[0].html.text == #"<tr data-row="12"><td class="right"><span class="faint">"#
        + #"<mark>1</mark>2</span></td><td class="flexible"><a href="/"><mark>To</mark> 12</a>"#
        + "</td></tr>")
  }

  @Test func `a list that goes on has a link to the rest, if the page has one`() async {
    var context = PageContext()
    let trains = [Train(id: "1")]
    let plain = await html(of: [section(of: trains, hasMore: true)], in: context)
    #expect(plain[0].foot.text.contains(#"<p class="faint more">…</p>"#))
    context.moreAddress = { "/more/\($0)" }
    let linked = await html(of: [section(of: trains, hasMore: true)], in: context)
    #expect(linked[0].foot.text.contains(#"<a href="/more/trains" data-more="trains">More</a>"#))
  }

  @Test func `a section says that it loads, and why it could not`() async throws {
    let fails = Lock(true)
    let section = ListSection(
      "trains", id: \Train.id, layout: Self.table
    ) { _ in
      if fails.withLock(\.self) { throw Closed() }
      return ListPage([Train(id: "1")])
    }
    let scene = ListScene("Board", [section])
    let clock = Lock(Date(timeIntervalSince1970: 0))
    scene.environment.now = { clock.withLock(\.self) }
    func text() throws -> String {
      try Markup(scene.snapshot.html(in: PageContext())[0].html).elements("p").map(\.text)
        .joined(separator: "|")
    }
    #expect(try text() == "Loading…")
    #expect(scene.snapshot.html(in: PageContext())[0].head.text.contains(#"aria-busy="true""#))
    await scene.open()
    #expect(try text() == "no connection to 'the server'")
    fails.withLock { $0 = false }
    await scene.open()
    #expect(try text() == "")
    fails.withLock { $0 = true }
    clock.withLock { $0 += 60 }
    await scene.refresh()
    #expect(
      try text().contains(
        /^As of [0-9:]+\|Not up to date: no connection to 'the server'$/))
  }

  @Test func `only the row that has changed has other markup`() async {
    let trains = ["1", "2", "3"].map { Train(id: $0) }
    let before = await html(of: [section(of: trains)])[0]
    let after = await html(of: [section(of: [trains[0], Train(id: "4"), trains[2]])])[0]
    #expect(before.head == after.head && before.foot == after.foot)
    #expect(zip(before.rows, after.rows).map { $0 == $1 } == [true, false, true])
  }
}
