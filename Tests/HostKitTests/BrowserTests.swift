import Console
import Foundation
import Mediator
import ModuleTesting
import Observation
import Platform
import Scenes
import Testing

@testable import HostKit

/// The browser over sample scenes.
@MainActor @Suite(.timeLimit(.minutes(15))) struct BrowserTests {
  private let fixture = StopsFixture()

  @Test func `the first scene lists the scenes of the modules`() async {
    let frame = await fixture.browser().frame
    #expect(
      frame.lines == [
        "shop", "▸ Stops  where trains stop", "", "", "", "", "", "",
        "? keys  ⏎ open  / search  q quit",
      ])
  }

  @Test func `after 30 scenes over the first one, the oldest of them is closed`() async {
    let browser = await fixture.browser()
    for number in 1...40 {
      browser.presenter.openScene(
        showing: SceneDescription("\(number)", "") { _ in ListScene("\(number)", []) })
    }
    #expect(browser.scenes.map { "\($0.title)" } == ["shop"] + (11...40).map { "\($0)" })
    browser.scenes[15].notify("Saved.")
    #expect(browser.frame.lines.contains { $0.contains("Saved.") })
    for _ in 0..<30 { await press(.escape, in: browser) }
    #expect(browser.frame.lines[1] == "▸ Stops  where trains stop")
  }

  @Test func `a scene that waits for a result or a form stays open below 30 others`() async throws {
    let browser = await fixture.browser()
    func open(_ titles: [String]) {
      for title in titles {
        browser.presenter.openScene(
          showing: SceneDescription("\(title)", "") { _ in ListScene("\(title)", []) })
      }
    }
    open(["asking", "old"])
    var (results, end) = ([Int](), { (_: Int) in })
    browser.scenes[1].pop()
    browser.scenes[1].push {
      end = $0
      return ListScene("choice", [])
    } onResult: {
      results.append($0)
    }
    open((1...40).map { "\($0)" })
    #expect(browser.scenes.prefix(4).map { "\($0.title)" } == ["shop", "asking", "choice", "13"])
    #expect(browser.scenes.count == 31)
    end(7)
    #expect(results == [7] && browser.scenes.map { "\($0.title)" } == ["shop", "asking"])
  }

  @Test func `Enter opens a row, and Esc and q go back`() async {
    let browser = await fixture.browser()
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

  @Test func `after the help, the same row is selected`() async {
    let browser = await fixture.browser(rows: 7)
    await press(.enter, .end, .character("?"), .down, in: browser)
    #expect(browser.frame.lines[1] != "  b            keep")
    await press(.escape, in: browser)
    #expect(browser.frame.lines[4] == "▸ Aliados")
  }

  @Test func `c copies the scene to the clipboard of the terminal`() async throws {
    let browser = await fixture.browser(columns: 80)
    let sent = Lock<[String]>([])
    browser.send = { text in sent.withLock { $0.append(text) } }
    await press(.enter, .character("c"), in: browser)
    #expect(browser.frame.lines[7] == "Copied 'Stops' to the clipboard, if the terminal allows it.")
    let text = "Trindade\nCasa da Música\n西直门\ne\u{301}👍\nAliados"
    #expect(sent.withLock(\.self) == [try Clipboard.sequence(copying: text)])
  }

  @Test func `a refresh shows changed rows and keeps the selection`() async {
    let browser = await fixture.browser()
    await press(.enter, .end, in: browser)
    fixture.stops.withLock { $0.insert("Bolhão", at: 0) }
    await press(.character("r"), in: browser)
    #expect(browser.frame.lines[6] == "▸ Aliados")
    #expect(browser.frame.lines[1] == "  Bolhão")
  }

  @Test func `a refresh after an event keeps the selection and the scroll position`() async {
    fixture.stops.withLock { $0 = (1...20).map { "Stop \($0)" } }
    let browser = await fixture.browser()
    await press(.enter, in: browser)
    for _ in 0..<10 { await press(.down, in: browser) }
    let lines = browser.frame.lines
    #expect(lines.contains("▸ Stop 11") && !lines.contains("  Stop 1"))
    fixture.stops.withLock { $0[8] = "Bolhão" }
    await fixture.mediator.publishAndWait(StopsChanged())
    #expect(browser.frame.lines == lines.map { $0 == "  Stop 9" ? "  Bolhão" : $0 })
    #expect(browser.frame.lines.contains("  Bolhão"))
  }

  @Test func `s saves the scene as a file`() async throws {
    let folder = TemporaryFolder()
    try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
    let file = folder.url.appending(path: "stops.txt")
    let browser = await fixture.browser(columns: 200)
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
    let browser = await fixture.browser(columns: 30, rows: 12)
    fixture.stops.withLock { $0 += ["Bolhão", "Campo 24 de Agosto", "Heroísmo"] }
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
    browser.receive(.resized(ScreenSize(columns: 30, rows: 9)))
    await press(.character("c"), in: browser)
    #expect(browser.frame.lines[7] == "Copied 'Stops' to the clipboa…")
  }

  @Test func `a scene handles its own keys, and errors are shown`() async {
    let browser = await fixture.browser(columns: 60)
    await press(.enter, .character("b"), in: browser)
    #expect(browser.frame.lines[7] == "Trindade is kept.")
    await press(.down, .character("b"), in: browser)
    #expect(browser.frame.lines[7].hasPrefix("no row 'Casa da Música'"))
    await press(.character("?"), in: browser)
    #expect(browser.frame.lines[1] == "  b            keep")
    await press(.character("?"), in: browser)
    #expect(browser.frame.lines.last == "? keys  ⏎ open  b keep  / search  q back")
  }

  @Test func `an invisible character in an error is shown as its escape`() async {
    let browser = await fixture.browser(columns: 60)
    browser.showError(ListSceneError.noRow("Aliados\u{200B}", nearest: "Aliados"))
    #expect(browser.frame.lines.contains { $0.hasPrefix(#"no row 'Aliados\u{200b}'; did you "#) })
  }

  @Test(arguments: [(1, 1), (2, 2), (10, 4), (40, 10), (200, 60)])
  func `a frame fits its screen`(columns: Int, rows: Int) async {
    let browser = await fixture.browser(columns: columns, rows: rows)
    await press(.enter, .end, .character("?"), .end, .escape, .character("/"), in: browser)
    for text in ["西直门", "x"] {
      await press(.paste(text), in: browser)
      #expect(browser.frame.lines.count == max(rows, 4))
      #expect(browser.frame.lines.first.map { $0.columns <= columns } == true)
      #expect(browser.frame.lines.last.map { $0.columns <= max(columns, 1) } == true)
    }
  }

  @Test func `the selected row stays visible after a change of size`() async {
    let browser = await fixture.browser()
    await press(.enter, .end, in: browser)
    browser.receive(.resized(ScreenSize(columns: 20, rows: 5)))
    #expect(browser.frame.lines[1...2] == ["  é👍", "▸ Aliados"])
  }

  @Test func `nothing is drawn again when nothing has changed`() async {
    let browser = await fixture.searchBrowser()
    for key in [Key.enter, .character("a"), .backspace] {
      await press(key, in: browser)
      let isChanged = Lock(false)
      withObservationTracking {
        _ = browser.frame
      } onChange: {
        isChanged.withLock { $0 = true }
      }
      browser.reconcile()
      #expect(isChanged.withLock { $0 } == false)
    }
  }

  @Test func `more rows are loaded when the last ones are visible`() async {
    fixture.stops.withLock { $0 = (1...100).map { "Stop \($0)" } }
    let browser = await fixture.browser()
    await press(.enter, in: browser)
    for _ in 0..<100 { await press(.down, in: browser) }
    #expect(browser.frame.lines.contains("▸ Stop 100"))
  }
}
