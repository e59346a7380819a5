import Console
import Documents
import Mediator
import Scenes
import Testing

@testable import HostKit

/// How the browser shows which row is selected, and where it is in a long list.
@MainActor @Suite(.timeLimit(.minutes(15))) struct BrowserSelectionTests {
  private func browser(
    columns: Int, rows: Int, stops: Int, colors: ColorDepth = .none, theme: Theme = .dark
  ) async -> Browser {
    let scene = SceneDescription("Stops", "where trains stop") { _ in .stops(stops) }
    let browser = Browser(
      title: "shop", [scene], mediator: Mediator(), size: ScreenSize(columns: columns, rows: rows),
      colors: colors, theme: theme)
    await press(.enter, in: browser)
    return browser
  }

  @Test func `a long list shows the number of the selected row on 40 columns`() async {
    let browser = await browser(columns: 40, rows: 15, stops: 425)
    await press(.pageDown, .down, in: browser)
    #expect(
      browser.frame.lines == [
        "shop › Stops", "", "  Stop 2", "  Stop 3", "  Stop 4", "  Stop 5", "  Stop 6", "  Stop 7",
        "  Stop 8", "  Stop 9", "  Stop 10", "  Stop 11", "▸ Stop 12",
        "                               12 of 30+", "? keys  ⏎ open  / search  q back",
      ])
  }

  @Test func `a long list shows the number of the selected row on 80 columns`() async {
    let browser = await browser(columns: 80, rows: 24, stops: 22)
    #expect(
      browser.frame.lines == ["shop › Stops", "", "▸ Stop 1"] + (2...20).map { "  Stop \($0)" } + [
        String(repeating: " ", count: 73) + "1 of 22", "? keys  ⏎ open  / search  q back",
      ])
    browser.receive(.resized(ScreenSize(columns: 80, rows: 26)))
    #expect(browser.frame.lines[24].isEmpty)
  }

  @Test func `a message takes the place of the position until the next key`() async {
    let browser = await browser(columns: 40, rows: 15, stops: 20)
    browser.showMessage("Saved.")
    #expect(browser.frame.lines[13] == "Saved.")
    await press(.down, in: browser)
    #expect(browser.frame.lines[13] == "                                 2 of 20")
  }

  @Test func `the help shows the visible lines`() async {
    let browser = await browser(columns: 40, rows: 9, stops: 2)
    await press(.character("?"), in: browser)
    #expect(browser.frame.lines[7].trimmingPrefix { $0 == " " }.hasPrefix("1–6 of "))
  }

  @Test(arguments: [(40, 15), (80, 24), (120, 40)], [Theme.dark, .light, .highContrast])
  func `only the selected row is highlighted, over the full width`(
    size: (columns: Int, rows: Int), theme: Theme
  ) async {
    let page = Page(columns: size.columns, colors: .ansi256, theme: theme)
    let browser = await browser(
      columns: size.columns, rows: size.rows, stops: 3, colors: .ansi256, theme: theme)
    await press(.down, in: browser)
    let selected = page.selecting(page.paint("▸ ", .strong) + "Stop 2")
    #expect(Array(browser.frame.lines[2...4]) == ["  Stop 1", selected, "  Stop 3"])
    #expect(selected.columns == size.columns)
  }

  @Test func `in the theme none, only the mark shows the selected row`() async {
    let browser = await browser(
      columns: 40, rows: 15, stops: 3, colors: .trueColor, theme: .none)
    await press(.down, in: browser)
    #expect(browser.frame.lines[2...4] == ["  Stop 1", "▸ Stop 2", "  Stop 3"])
  }
}

private struct Stop: ListItem {
  let number: Int
}

extension ListScene {
  fileprivate static func stops(_ count: Int) -> ListScene {
    let layout = ListLayout<Stop>.table(.init { "Stop \($0.number)" })
    let section = ListSection("stops", id: { "\($0.number)" }, layout: layout, pageSize: 30) {
      request in
      let rest = (1...count).dropFirst(request.offset)
      return ListPage(
        rest.prefix(request.limit).map(Stop.init), hasMore: rest.count > request.limit)
    }
    section.opens = { $0.number }
    return ListScene("Stops", [section])
  }
}
