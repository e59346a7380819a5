import Console
import Documents
import Mediator
import Platform
import Scenes
import Testing

@testable import HostKit

/// Searches in a list, and in a scene that searches by itself.
@MainActor @Suite(.timeLimit(.minutes(15))) struct BrowserSearchTests {
  private let fixture = StopsFixture()

  @Test func `a search finds rows with and without accents`() async {
    let browser = await fixture.browser()
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

  @Test func `the text of a search is edited at the cursor`() async {
    let browser = await fixture.browser()
    await press(.enter, .character("/"), .paste("x"), .home, .character("u"), in: browser)
    #expect(browser.frame.lines.last == "/ux  0 of 5  Esc clear  F1 keys")
    #expect(browser.frame.cursor == .init(row: 8, column: 2))
    await press(.delete, .control("e"), .character("s"), in: browser)
    #expect(browser.frame.lines.prefix(2) == ["shop › Stops", "▸ Casa da Música"])
    #expect(browser.frame.cursor == .init(row: 8, column: 3))
  }

  @Test func `in a search without a text, Home and End select rows`() async {
    let browser = await fixture.browser()
    await press(.enter, .character("/"), .end, in: browser)
    #expect(browser.frame.lines.contains("▸ Aliados"))
    await press(.home, in: browser)
    #expect(browser.frame.lines.contains("▸ Trindade"))
  }

  @Test func `where no text is edited, a key with Alt is Esc and the key`() async {
    let browser = await fixture.browser()
    await press(.enter, .alt("b"), in: browser)
    #expect(browser.scenes.count == 1)
  }

  @Test(
    arguments: [(40, 15), (80, 24), (120, 40)],
    [("xizhimen", "西直门"), ("xzm", "西直门"), ("cdm", "Casa da Música"), ("do", "Aliados")])
  func `a search finds rows by some of their letters and by pinyin, the best first`(
    size: (Int, Int), search: (String, String)
  ) async {
    let browser = await fixture.browser(columns: size.0, rows: size.1)
    await press(.enter, .character("/"), .paste(search.0), in: browser)
    #expect(browser.frame.lines[2] == "▸ \(search.1)")
    #expect(browser.frame.lines.last?.hasPrefix("/\(search.0)  1 of 5  ⏎ open") == true)
    await press(.tab, in: browser)
    #expect(browser.frame.lines.last?.hasPrefix("/\(search.0)  1 of 5  Esc clear") == true)
  }

  @Test func `the characters whose pinyin a search has found are marked`() async {
    let browser = await fixture.browser(colors: .trueColor)
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
    let browser = await fixture.browser(colors: .trueColor)
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
    let scene = SceneDescription("Stops", "") { [stops = fixture.stops] _ in
      let section = ListSection(
        "stops", id: \NamedItem.name, layout: .table(.init { "\($0.name)" }),
        groupedBy: { ListGroup("\($0.name.first ?? " ")") }
      ) { _ in ListPage(stops.withLock { $0.sorted() }.map(NamedItem.init)) }
      return ListScene("Stops", [section])
    }
    fixture.stops.withLock { $0 = ["Aliados", "Alto", "Bolhão", "Trindade"] }
    let browser = await fixture.browser(scene)
    await press(.enter, .character("/"), .paste("al"), in: browser)
    #expect(browser.frame.lines.prefix(5) == ["shop › Stops", "  A", "▸ Aliados", "  Alto", ""])
    await press(.escape, .character("/"), .paste("trin"), in: browser)
    #expect(browser.frame.lines.prefix(3) == ["shop › Stops", "  T", "▸ Trindade"])
  }

  @Test func `a search selects its best result, not the row that was selected before`() async {
    let browser = await fixture.searchBrowser()
    await press(.enter, .character("a"), in: browser)
    #expect(browser.frame.lines[1] == "▸ Aliados")
    #expect(browser.frame.lines.last == "/a  1 of 5  ⏎ open  Esc clear  F1 keys")
    await press(.backspace, in: browser)
    #expect(browser.frame.lines[1] == "▸ Trindade")
  }

  @Test func `after the return from a search result, keys move the cursor`() async {
    let browser = await fixture.searchBrowser()
    await press(.enter, .character("a"), .enter, in: browser)
    let depth = browser.scenes.count
    await press(.character("q"), in: browser)
    #expect(browser.scenes.count == depth - 1)
    await press(.character("q"), in: browser)
    #expect(browser.scenes.count == depth - 2)
  }

  @Test func `Enter waits for the search that is running`() async {
    let browser = await fixture.searchBrowser()
    browser.press(.enter)
    await browser.waitUntilIdle()
    browser.press(.down)
    for key in "ali".map(Key.character) + [.enter] { browser.press(key) }
    await browser.waitUntilIdle()
    #expect(browser.frame.lines[0] == "shop › Search › Aliados")
  }
}
