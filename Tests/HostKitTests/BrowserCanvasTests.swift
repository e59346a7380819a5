import Console
import Mediator
import Scenes
import Testing

@testable import HostKit

/// The browser over a scene that shows a canvas.
@MainActor
struct BrowserCanvasTests {
  private func browser(columns: Int, rows: Int) async -> Browser {
    let browser = Browser(
      title: "shop", [SceneDescription("Places", "see places") { _ in .threePlaces }],
      mediator: Mediator(), size: ScreenSize(columns: columns, rows: rows), colors: .none)
    await press(.enter, in: browser)
    return browser
  }

  @Test func `a canvas fills the screen between the title and the keys`() async {
    let browser = await browser(columns: 24, rows: 10)
    #expect(
      browser.frame.lines == [
        "shop › Places", "  ", "     •       ◆", "  ", "  ", "                    •", "  ",
        "  1 of 3", "", "? keys  ⏎ open  q back",
      ])
  }

  @Test func `the key that opens a place has the same name as in a list`() async {
    let browser = await browser(columns: 60, rows: 14)
    #expect(browser.frame.lines.last?.hasPrefix("? keys  ⏎ open  ") == true)
    await press(.character("?"), in: browser)
    #expect(browser.frame.lines.contains { $0.hasPrefix("  ⏎ ") && $0.hasSuffix("open") })
  }

  @Test func `arrows select a place, Enter opens it and Esc returns to the canvas`() async {
    let browser = await browser(columns: 40, rows: 14)
    #expect(browser.frame.lines.contains("  1 of 3"))
    await press(.left, in: browser)
    #expect(browser.frame.lines.contains("  0 of 3"))
    await press(.enter, in: browser)
    #expect(browser.frame.lines.first == "shop › Places › Place 0")
    await press(.escape, in: browser)
    #expect(browser.frame.lines.contains("  0 of 3"))
    await press(.character("q"), in: browser)
    #expect(browser.frame.lines.first == "shop")
  }

  @Test func `the keys of a canvas are in the help, which returns to the canvas`() async {
    let browser = await browser(columns: 60, rows: 14)
    await press(.character("?"), in: browser)
    #expect(browser.frame.lines.contains { $0.hasPrefix("  +") && $0.contains("zoom in") })
    await press(.escape, in: browser)
    #expect(browser.frame.lines.contains("  1 of 3"))
  }

  @Test(arguments: [Key.character("/"), .tab, .pageDown, .end, .character("g")])
  func `keys for rows change nothing`(key: Key) async {
    let browser = await browser(columns: 40, rows: 14)
    let frame = browser.frame
    await press(key, in: browser)
    #expect(browser.frame == frame)
  }

  @Test func `a canvas adapts to a new size`() async {
    let browser = await browser(columns: 40, rows: 14)
    for size in [
      ScreenSize(columns: 20, rows: 8), .init(columns: 1, rows: 1), .init(columns: 90, rows: 30),
    ] {
      browser.receive(.resized(size))
      #expect(browser.frame.lines.count >= min(size.rows, 3))
    }
    #expect(browser.frame.lines.contains("  1 of 3"))
  }
}
