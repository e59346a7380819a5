import Console
import Documents
import Mediator
import Scenes
import Testing

@testable import HostKit

/// The mouse in the browser.
@MainActor
struct BrowserMouseTests {
  private func browser(
    columns: Int = 40, rows: Int = 15, mouse: MouseMode = .on
  ) async -> Browser {
    let scenes = [
      SceneDescription("Places", "see places") { _ in .threePlaces },
      SceneDescription("Stops", "where trains stop") { _ in .stops },
    ]
    let browser = Browser(
      title: "shop", scenes, mediator: Mediator(), size: ScreenSize(columns: columns, rows: rows),
      colors: .none, mouse: mouse)
    await browser.waitUntilIdle()
    return browser
  }

  /// Presses and releases the button.
  private func click(row: Int, column: Int = 5, in browser: Browser) async {
    let position = ScreenFrame.Position(row: row, column: column)
    await press(
      .mouse(MouseEvent(.press, at: position)), .mouse(MouseEvent(.release, at: position)),
      in: browser)
  }

  private func turnWheel(_ action: MouseEvent.Action, _ steps: Int, in browser: Browser) async {
    for _ in 0..<steps {
      await press(.mouse(MouseEvent(action, at: .init(row: 3, column: 3))), in: browser)
    }
  }

  @Test(arguments: [(40, 15), (80, 24)])
  func `a click selects a row, and another click opens it`(columns: Int, rows: Int) async {
    let browser = await browser(columns: columns, rows: rows)
    await click(row: 3, in: browser)
    #expect(browser.frame.lines[3].hasPrefix("▸ Stops"))
    await click(row: 3, in: browser)
    #expect(browser.frame.lines[0] == "shop › Stops")
    await click(row: 7, in: browser)
    #expect(browser.frame.lines[7] == "▸ Stop 6")
    await click(row: 7, in: browser)
    #expect(browser.frame.lines[0] == "shop › Stops › Stop 6")
  }

  @Test(arguments: [0, 1, 13, 15, 9999])
  func `a click beside the rows changes nothing`(row: Int) async {
    let browser = await browser()
    await press(.down, .enter, in: browser)
    let frame = browser.frame
    await click(row: row, in: browser)
    #expect(browser.frame == frame)
  }

  @Test func `the wheel scrolls the rows, and the selected row is a visible one`() async {
    let browser = await browser()
    await press(.down, .enter, in: browser)
    await turnWheel(.wheelDown, 1, in: browser)
    #expect(browser.frame.lines[2] == "▸ Stop 4" && browser.frame.lines[12] == "  Stop 14")
    await turnWheel(.wheelDown, 99, in: browser)
    #expect(browser.frame.lines[2] == "▸ Stop 50" && browser.frame.lines[12] == "  Stop 60")
    await turnWheel(.wheelUp, 2, in: browser)
    #expect(browser.frame.lines[2] == "  Stop 44" && browser.frame.lines[8] == "▸ Stop 50")
    await turnWheel(.wheelUp, 99, in: browser)
    #expect(browser.frame.lines[2] == "  Stop 1" && browser.frame.lines[12] == "▸ Stop 11")
  }

  @Test func `a click works while the person searches`() async {
    let browser = await browser()
    await press(.down, .enter, .character("/"), .paste("stop 2"), in: browser)
    await click(row: 4, in: browser)
    #expect(browser.frame.lines[4] == "▸ Stop 21")
    #expect(browser.frame.lines.last?.hasPrefix("/stop 2  ") == true)
    await click(row: 4, in: browser)
    #expect(browser.frame.lines[0] == "shop › Stops › Stop 21")
  }

  @Test func `in the help, the wheel scrolls and a click returns`() async {
    let browser = await browser()
    await press(.character("?"), in: browser)
    let help = browser.frame.lines[2]
    await turnWheel(.wheelDown, 1, in: browser)
    #expect(browser.frame.lines[2] != help)
    await turnWheel(.wheelUp, 9, in: browser)
    #expect(browser.frame.lines[2] == help)
    await click(row: 5, in: browser)
    #expect(browser.frame.lines[0] == "shop" && browser.frame.lines[2] != help)
  }

  @Test(
    arguments: [
      ("⏎ open", "shop › Stops"), ("? keys", "↑ ↓ scroll  any other key: back"),
      ("/ search", "/ type to search"),
      // Between two keys.
      ("  /", "shop"),
    ])
  func `a click on a key in the last line presses it`(hint: String, shown: String) async throws {
    let browser = await browser()
    await press(.down, in: browser)
    let line = try #require(browser.frame.lines.last)
    let start = try #require(line.ranges(of: hint).first?.lowerBound)
    await click(row: 14, column: String(line[..<start]).columns, in: browser)
    #expect(browser.frame.lines.contains { $0.hasPrefix(shown) })
  }

  @Test func `a click on a key clears a search, and one on the text does nothing`() async {
    let browser = await browser()
    await press(.down, .enter, .character("/"), .paste("q 21"), .backspace, in: browser)
    let line = browser.frame.lines[14]
    #expect(line.hasPrefix("/q 2  0 of 60  Esc clear"))
    for column in 0..<14 { await click(row: 14, column: column, in: browser) }
    #expect(browser.frame.lines[14] == line)
    await click(row: 14, column: 16, in: browser)
    #expect(browser.frame.lines[14].hasPrefix("? keys"))
  }

  @Test func `the help names the mouse only if it is used`() async {
    for (mouse, isNamed) in [(MouseMode.on, true), (.off, false)] {
      let browser = await browser(columns: 80, rows: 40, mouse: mouse)
      await press(.character("?"), in: browser)
      #expect(browser.frame.lines.contains { $0.hasPrefix("  mouse  ") } == isNamed)
    }
  }

  @Test func `the release after a click keeps the message`() async {
    let browser = await browser()
    browser.showMessage("Saved.")
    await press(.mouse(MouseEvent(.release, at: .init(row: 3, column: 3))), in: browser)
    #expect(browser.frame.lines[13] == "Saved.")
  }

  @Test func `on a canvas, the release after a click keeps the message`() async {
    let browser = await browser(columns: 24, rows: 10)
    await press(.enter, in: browser)
    browser.showMessage("Saved.")
    await press(.mouse(MouseEvent(.release, at: .init(row: 9, column: 3))), in: browser)
    #expect(browser.frame.lines[8] == "Saved.")
  }

  @Test func `on a canvas, a click selects a place and another click opens it`() async {
    let browser = await browser(columns: 24, rows: 10)
    await press(.enter, in: browser)
    #expect(browser.frame.lines[2] == "     •       ◆" && browser.frame.lines[7] == "  1 of 3")
    await click(row: 2, column: 5, in: browser)
    #expect(browser.frame.lines[2] == "     ◆       •" && browser.frame.lines[7] == "  0 of 3")
    await click(row: 2, column: 5, in: browser)
    #expect(browser.frame.lines[0] == "shop › Places › Place 0")
  }

  @Test func `a click below the picture of a canvas presses the key of that row`() async {
    let browser = await browser(columns: 24, rows: 10)
    await press(.enter, in: browser)
    await click(row: 6, column: 5, in: browser)
    #expect(browser.frame.lines[0] == "shop › Places")
    await click(row: 7, column: 5, in: browser)
    #expect(browser.frame.lines[0] == "shop › Places › Place 1")
  }

  @Test func `on a canvas, dragging moves the picture and the wheel magnifies it`() async {
    let browser = await browser(columns: 24, rows: 10)
    await press(.enter, in: browser)
    let picture = browser.frame.lines
    await press(
      .mouse(MouseEvent(.press, at: .init(row: 4, column: 4))),
      .mouse(MouseEvent(.drag, at: .init(row: 4, column: 2))),
      .mouse(MouseEvent(.release, at: .init(row: 4, column: 2))), in: browser)
    #expect(browser.frame.lines[2] == "   •       ◆")
    await press(.character("0"), in: browser)
    #expect(browser.frame.lines == picture)
    await turnWheel(.wheelUp, 1, in: browser)
    #expect(browser.frame.lines != picture)
    await turnWheel(.wheelDown, 1, in: browser)
    #expect(browser.frame.lines == picture)
  }
}

private struct Stop: ListItem {
  let number: Int
}

extension ListScene {
  fileprivate static var stops: ListScene {
    let layout = ListLayout<Stop>.table(.init { "Stop \($0.number)" })
    let section = ListSection("stops", id: { "\($0.number)" }, layout: layout, pageSize: 60) { _ in
      ListPage((1...60).map(Stop.init))
    }
    section.detail = { .scene(ListScene("Stop \($0.number)", [])) }
    return ListScene("Stops", [section])
  }
}
