import Console
import Foundation
import Mediator
import ModuleTesting
import Observation
import Scenes
import Testing

@testable import HostKit

/// The browser over sample scenes.
@MainActor @Suite(.timeLimit(.minutes(15))) struct BrowserTests {
  private let mediator = Mediator()
  private let stops = Lock(["Trindade", "Casa da Música", "西直门", "e\u{301}\u{1B}[2J👍", "Aliados"])

  private func browser(columns: Int = 40, rows: Int = 9) async -> Browser {
    let scene = SceneDescription("Stops", "where trains stop", following: [StopsChanged.self]) {
      [stops] _ in .stops(stops)
    }
    let browser = Browser(
      title: "shop", [scene], mediator: mediator, size: ScreenSize(columns: columns, rows: rows),
      colors: .none)
    await browser.waitUntilIdle()
    return browser
  }

  @Test func `the first scene lists the scenes of the modules`() async {
    let frame = await browser().frame
    #expect(
      frame.lines == [
        "shop", "▸ Stops  where trains stop", "", "", "", "", "", "",
        "? keys  ⏎ open  / search  q quit",
      ])
  }

  @Test func `Enter opens a row, and Esc and q go back`() async {
    let browser = await browser()
    await press(.enter, .down, in: browser)
    #expect(
      browser.frame.lines.prefix(7) == [
        "shop › Stops", "  Trindade", "▸ Casa da Música", "  西直门", "  é👍", "  Aliados", "",
      ])
    await press(.enter, in: browser)
    #expect(browser.frame.lines.prefix(2) == ["shop › Stops › Casa da Música", "  It is a stop."])
    await press(.escape, in: browser)
    #expect(browser.frame.lines[2] == "▸ Casa da Música")
    await press(.character("q"), in: browser)
    #expect(!browser.isOver)
    await press(.character("q"), in: browser)
    #expect(browser.isOver)
  }

  @Test func `a search finds rows with and without accents`() async {
    let browser = await browser()
    await press(.enter, .character("/"), .character("u"), .character("s"), in: browser)
    #expect(browser.frame.lines.prefix(3) == ["shop › Stops", "▸ Casa da Música", ""])
    #expect(
      browser.frame.lines.last == "/us  1 of 5  ⏎ open  Esc clear  F1 keys"
        && browser.frame.cursor == .init(row: 8, column: 3))
    await press(.character("x"), in: browser)
    #expect(browser.frame.lines[1] == "  No row matches 'usx'.")
    await press(.escape, in: browser)
    #expect(browser.frame.lines[5] == "  Aliados")
  }

  @Test(
    arguments: [(40, 15), (80, 24), (120, 40)],
    [("xizhimen", "西直门"), ("xzm", "西直门"), ("cdm", "Casa da Música"), ("do", "Aliados")])
  func `a search finds rows by some of their letters and by pinyin, the best first`(
    size: (Int, Int), search: (String, String)
  ) async {
    let browser = await browser(columns: size.0, rows: size.1)
    await press(.enter, .character("/"), .paste(search.0), in: browser)
    #expect(browser.frame.lines[2] == "▸ \(search.1)")
    #expect(browser.frame.lines.last?.hasPrefix("/\(search.0)  1 of 5  ⏎ open") == true)
    await press(.tab, in: browser)
    #expect(browser.frame.lines.last?.hasPrefix("/\(search.0)  1 of 5  Esc clear") == true)
  }

  @Test func `the characters whose pinyin a search has found are marked`() async {
    let description = SceneDescription("Stops", "") { [stops] _ in .stops(stops) }
    let browser = Browser(
      title: "shop", [description], mediator: mediator, size: ScreenSize(columns: 40, rows: 9),
      colors: .trueColor)
    await press(.enter, .character("/"), .paste("xz"), in: browser)
    // The first frame with such characters loads the transliterator.
    #expect(browser.frame.lines[1].printable.hasPrefix("▸ 西直门"))
    await browser.waitUntilIdle()
    let page = Page(columns: 40, colors: .trueColor)
    let marked = ["西", "直"].map { page.paint($0, .match) }.joined()
    #expect(
      browser.frame.lines[1] == page.selecting(page.paint("▸ ", .strong) + marked + "门"))
  }

  @Test func `the letters that a search has found are marked`() async {
    let description = SceneDescription("Stops", "") { [stops] _ in .stops(stops) }
    let browser = Browser(
      title: "shop", [description], mediator: mediator, size: ScreenSize(columns: 40, rows: 9),
      colors: .trueColor)
    await press(.enter, .character("/"), .paste("cdm"), in: browser)
    let page = Page(columns: 40, colors: .trueColor)
    let (c, d, m) = (
      page.paint("C", .match), page.paint("d", .match), page.paint("M", .match)
    )
    #expect(
      browser.frame.lines[1]
        == page.selecting(page.paint("▸ ", .strong) + "\(c)asa \(d)a \(m)úsica"))
  }

  @Test func `a search shows the headings of the groups with results`() async {
    let scene = SceneDescription("Stops", "") { [stops] _ in
      let section = ListSection(
        "stops", id: \NamedItem.name, layout: .table(.init { "\($0.name)" }),
        groupedBy: { ListGroup("\($0.name.first ?? " ")") }
      ) { _ in ListPage(stops.withLock { $0.sorted() }.map(NamedItem.init)) }
      return ListScene("Stops", [section])
    }
    stops.withLock { $0 = ["Aliados", "Alto", "Bolhão", "Trindade"] }
    let browser = Browser(
      title: "shop", [scene], mediator: mediator, size: ScreenSize(columns: 40, rows: 9),
      colors: .none)
    await press(.enter, .character("/"), .paste("al"), in: browser)
    #expect(browser.frame.lines.prefix(5) == ["shop › Stops", "  A", "▸ Aliados", "  Alto", ""])
    await press(.escape, .character("/"), .paste("trin"), in: browser)
    #expect(browser.frame.lines.prefix(3) == ["shop › Stops", "  T", "▸ Trindade"])
  }

  @Test func `after the help, the same row is selected`() async {
    let browser = await browser(rows: 7)
    await press(.enter, .end, .character("?"), .down, in: browser)
    #expect(browser.frame.lines[1] != "  b            keep")
    await press(.escape, in: browser)
    #expect(browser.frame.lines[4] == "▸ Aliados")
  }

  @Test func `c copies the scene to the clipboard of the terminal`() async throws {
    let browser = await browser(columns: 80)
    let sent = Lock<[String]>([])
    browser.send = { text in sent.withLock { $0.append(text) } }
    await press(.enter, .character("c"), in: browser)
    #expect(browser.frame.lines[7] == "Copied 'Stops' to the clipboard, if the terminal allows it.")
    let text = "Trindade\nCasa da Música\n西直门\ne\u{301}👍\nAliados"
    #expect(sent.withLock(\.self) == [try Clipboard.sequence(copying: text)])
  }

  @Test func `a refresh shows changed rows and keeps the selection`() async {
    let browser = await browser()
    await press(.enter, .end, in: browser)
    stops.withLock { $0.insert("Bolhão", at: 0) }
    await press(.character("r"), in: browser)
    #expect(browser.frame.lines[6] == "▸ Aliados")
    #expect(browser.frame.lines[1] == "  Bolhão")
  }

  @Test func `a refresh after an event keeps the selection and the scroll position`() async {
    stops.withLock { $0 = (1...20).map { "Stop \($0)" } }
    let browser = await browser()
    await press(.enter, in: browser)
    for _ in 0..<10 { await press(.down, in: browser) }
    let lines = browser.frame.lines
    #expect(lines.contains("▸ Stop 11") && !lines.contains("  Stop 1"))
    stops.withLock { $0[8] = "Bolhão" }
    await mediator.publishAndWait(StopsChanged())
    #expect(browser.frame.lines == lines.map { $0 == "  Stop 9" ? "  Bolhão" : $0 })
    #expect(browser.frame.lines.contains("  Bolhão"))
  }

  @Test func `s saves the scene as a file`() async throws {
    let folder = TemporaryFolder()
    try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
    let file = folder.url.appending(path: "stops.txt")
    let browser = await browser(columns: 200)
    await press(.enter, .character("s"), in: browser)
    #expect(browser.frame.lines.last == "save to the file:  ⏎ use the title  Esc back  F1 keys")
    await press(.paste(file.path), in: browser)
    #expect(
      browser.frame.lines.last == "save to the file: \(file.path)  ⏎ save  Esc back  F1 keys")
    await press(.enter, in: browser)
    #expect(browser.frame.lines[7] == "Saved 'Stops' to '\(file.path)'.")
    #expect(try String(contentsOf: file, encoding: .utf8).hasPrefix("Trindade\nCasa da Música\n"))
    await press(.down, in: browser)
    #expect(browser.frame.lines[7].isEmpty)
  }

  @Test func `a long message takes several lines, and the selected row stays visible`() async {
    let browser = await browser(columns: 30, rows: 12)
    stops.withLock { $0 += ["Bolhão", "Campo 24 de Agosto", "Heroísmo"] }
    await press(.enter, .end, in: browser)
    #expect(browser.frame.lines[9] == "▸ Heroísmo")
    await press(.character("c"), in: browser)
    #expect(
      browser.frame.lines.suffix(5) == [
        "▸ Heroísmo", "Copied 'Stops' to the", "clipboard, if the terminal", "allows it.",
        "? keys  ⏎ open  b keep  q back",
      ])
    await press(.down, in: browser)
    #expect(browser.frame.lines.count == 12 && browser.frame.lines[10].isEmpty)
    browser.resize(to: ScreenSize(columns: 30, rows: 9))
    await press(.character("c"), in: browser)
    #expect(browser.frame.lines[7] == "Copied 'Stops' to the clipboa…")
  }

  @Test func `a scene handles its own keys, and errors are shown`() async {
    let browser = await browser(columns: 60)
    await press(.enter, .character("b"), in: browser)
    #expect(browser.frame.lines[7] == "Trindade is kept.")
    await press(.down, .character("b"), in: browser)
    #expect(browser.frame.lines[7].hasPrefix("no row 'Casa da Música'"))
    await press(.character("?"), in: browser)
    #expect(browser.frame.lines[1] == "  b            keep")
    await press(.character("?"), in: browser)
    #expect(browser.frame.lines.last == "? keys  ⏎ open  b keep  / search  q back")
  }

  @Test(arguments: [(1, 1), (2, 2), (10, 4), (40, 10), (200, 60)])
  func `a frame fits its screen`(columns: Int, rows: Int) async {
    let browser = await browser(columns: columns, rows: rows)
    await press(.enter, .end, .character("?"), .end, .escape, .character("/"), in: browser)
    for text in ["西直门", "x"] {
      await press(.paste(text), in: browser)
      #expect(browser.frame.lines.count == max(rows, 4))
      #expect(browser.frame.lines.first.map { $0.columns <= columns } == true)
      #expect(browser.frame.lines.last.map { $0.columns <= max(columns, 1) } == true)
    }
  }

  @Test func `the selected row stays visible after a change of size`() async {
    let browser = await browser()
    await press(.enter, .end, in: browser)
    browser.resize(to: ScreenSize(columns: 20, rows: 5))
    #expect(browser.frame.lines[1...2] == ["  é👍", "▸ Aliados"])
  }

  @Test func `more rows are loaded when the last ones are visible`() async {
    stops.withLock { $0 = (1...100).map { "Stop \($0)" } }
    let browser = await browser()
    await press(.enter, in: browser)
    for _ in 0..<100 { await press(.down, in: browser) }
    #expect(browser.frame.lines.contains("▸ Stop 100"))
  }

  @Test func `a search selects its best result, not the row that was selected before`() async {
    let browser = Browser(
      title: "shop", [SceneDescription("Search", "") { [stops] _ in .search(stops) }],
      mediator: mediator, size: ScreenSize(columns: 40, rows: 9), colors: .none)
    await press(.enter, .character("a"), in: browser)
    #expect(browser.frame.lines[1] == "▸ Aliados")
    #expect(browser.frame.lines.last == "/a  1 of 5  ⏎ open  Esc clear  F1 keys")
    await press(.backspace, in: browser)
    #expect(browser.frame.lines[1] == "▸ Trindade")
  }

  @Test func `nothing is drawn again when nothing has changed`() async {
    let browser = Browser(
      title: "shop", [SceneDescription("Search", "") { [stops] _ in .search(stops) }],
      mediator: mediator, size: ScreenSize(columns: 40, rows: 9), colors: .none)
    await browser.waitUntilIdle()
    for key in [Key.enter, .character("a"), .backspace] {
      await press(key, in: browser)
      let isChanged = Lock(false)
      withObservationTracking {
        _ = browser.frame
      } onChange: {
        isChanged.withLock { $0 = true }
      }
      browser.updateEntries()
      #expect(isChanged.withLock { $0 } == false)
    }
  }

  @Test func `after the return from a search result, keys move the cursor`() async {
    let browser = Browser(
      title: "shop", [SceneDescription("Search", "") { [stops] _ in .search(stops) }],
      mediator: mediator, size: ScreenSize(columns: 40, rows: 9), colors: .none)
    await press(.enter, .character("a"), .enter, in: browser)
    let depth = browser.scenes.count
    await press(.character("q"), in: browser)
    #expect(browser.scenes.count == depth - 1)
    await press(.character("q"), in: browser)
    #expect(browser.scenes.count == depth - 2)
  }

  @Test func `Enter waits for the search that is running`() async {
    let browser = Browser(
      title: "shop", [SceneDescription("Search", "") { [stops] _ in .search(stops) }],
      mediator: mediator, size: ScreenSize(columns: 40, rows: 9), colors: .none)
    await browser.waitUntilIdle()
    browser.press(.enter)
    await browser.waitUntilIdle()
    browser.press(.down)
    for key in "ali".map(Key.character) + [.enter] { browser.press(key) }
    await browser.waitUntilIdle()
    #expect(browser.frame.lines[0] == "shop › Search › Aliados")
  }
}

private struct StopsChanged: Event {}

private struct NamedItem: ListItem {
  let name: String
}

extension ListScene {
  fileprivate static func stops(_ stops: Lock<[String]>) -> ListScene {
    let section = ListSection("stops", id: \NamedItem.name, layout: names, pageSize: 30) {
      request in
      let rest = stops.withLock { $0 }.dropFirst(request.offset)
      return ListPage(
        rest.prefix(request.limit).map(NamedItem.init), hasMore: rest.count > request.limit)
    }
    let scene = ListScene("Stops", [section], respond: open)
    scene.keyBindings = [
      KeyBinding(.character("b"), "keep") { row in
        guard row?.id == "Trindade" else {
          throw ListSceneError.noRow(row?.id ?? "", nearest: nil)
        }
        return "Trindade is kept."
      }
    ]
    return scene
  }

  /// A search that returns its results only after some time.
  fileprivate static func search(_ stops: Lock<[String]>) -> ListScene {
    let searchText = Lock("")
    let section = ListSection("stops", id: \NamedItem.name, layout: names) { _ in
      for _ in 0..<100 { await Task.yield() }
      let prefix = searchText.withLock { $0 }
      return ListPage(
        stops.withLock { $0 }.filter { $0.lowercased().hasPrefix(prefix) }.map(NamedItem.init))
    }
    let scene = ListScene("Search", [section], respond: open)
    scene.search = { text in
      searchText.withLock { $0 = text }
      await section.refresh()
    }
    return scene
  }

  private static let names = ListLayout<NamedItem>.table(.init(isFlexible: true) { "\($0.name)" })

  private static func open(_ scene: ListScene, _ event: ListEvent) -> ListEvent? {
    guard let stop = event.selectedItem(as: NamedItem.self) else { return event }
    let detail = ListSection(
      "stop", id: \NamedItem.name, layout: .detail { _, _ in "It is a stop." }
    ) { _ in ListPage([stop]) }
    scene.push(ListScene(stop.name, [detail]))
    return nil
  }
}
