import Console
import Documents
import Mediator
import ModuleTesting
import Scenes
import Testing

@testable import HostKit

/// The keys of the browser: what they do before rows are loaded, and what the last line offers.
@MainActor @Suite(.timeLimit(.minutes(15))) struct BrowserKeysTests {
  private let permission = AsyncStream<Void>.makeStream()

  private func browser(
    _ size: (Int, Int) = (80, 24), scene: @escaping @MainActor @Sendable () -> ListScene
  ) -> Browser {
    Browser(
      title: "shop", [SceneDescription("Orders", "see your orders") { _ in scene() }],
      mediator: Mediator(), size: ScreenSize(columns: size.0, rows: size.1), colors: .none,
      clock: ManualClock())
  }

  /// A scene with a page about an order, which opens nothing, above similar orders.
  private static func page() -> ListScene {
    let layout = ListLayout<String>.table(.init { "\($0)" })
    let parts = ListSection("parts", title: "Parts", id: { $0 }, layout: layout) { _ in
      // The rows below are loaded first.
      for _ in 0..<50 { await Task.yield() }
      return ListPage(["lamp", "cable"])
    }
    let similar = ListSection("similar", title: "Similar", id: { $0 }, layout: layout) { _ in
      ListPage(["order 2", "order 3"])
    }
    let scene = ListScene("Order 1", [parts, similar])
    similar.opens = { $0 }
    scene.addAction("remove", key: "d", on: parts, applies: { $0 == "cable" }) { _, _ in
      "Removed."
    }
    return scene
  }

  @Test func `a scene may use the space bar, which the help then no longer lists for pages`() async
  {
    let browser = browser((80, 40)) {
      let rows = ListSection("rows", id: { $0 }, layout: .table(.init { "\($0)" })) { _ in
        ListPage(["lamp"])
      }
      let scene = ListScene("Orders", [rows])
      scene.addAction("toggle", key: " ", on: rows) { _, name in "Toggled \(name)." }
      return scene
    }
    await browser.waitUntilIdle()
    await press(.enter, in: browser)
    #expect(browser.frame.lines.last == "? keys  Space toggle  / search  q back")
    await press(.character("?"), in: browser)
    #expect(browser.frame.lines.contains("  Space        toggle"))
    #expect(browser.frame.lines.contains { $0.hasSuffix("one page up or down") })
    await press(.escape, in: browser)
    await press(.character(" "), in: browser)
    #expect(browser.frame.lines.contains { $0.contains("Toggled lamp.") })
  }

  @Test(arguments: [(40, 15), (80, 24), (120, 40)])
  func `the first row of the first section is selected, and the last line offers what it can do`(
    size: (Int, Int)
  ) async {
    let browser = browser(size) { Self.page() }
    await browser.waitUntilIdle()
    #expect(browser.frame.lines.last == "? keys  ⏎ open  / search  q quit")
    await press(.enter, in: browser)
    #expect(
      browser.frame.lines.prefix(9) == [
        "shop › Order 1", "", "  Parts", "▸ lamp", "  cable", "  ", "  Similar", "  order 2",
        "  order 3",
      ])
    #expect(browser.frame.lines.last == "? keys  / search  q back")
    await press(.down, in: browser)
    #expect(browser.frame.lines.last == "? keys  d remove  / search  q back")
    await press(.down, in: browser)
    #expect(browser.frame.lines.last == "? keys  ⏎ open  / search  q back")
    #expect(browser.frame.lines.count == size.1)
  }

  @Test func `the message of a key stays when the action of another key is cancelled`() async {
    let browser = browser {
      let scene = Self.page()
      let (cancellations, cancel) = AsyncStream<Never>.makeStream()
      scene.addAction("wait", key: "w") { _ in
        for await _ in cancellations {}
        throw CancellationError()
      }
      scene.addAction("stop", key: "x") { _ in
        cancel.finish()
        return "Stopped."
      }
      return scene
    }
    for key in [Key.enter, .character("w"), .character("x")] { browser.press(key) }
    await browser.waitUntilIdle()
    #expect(browser.frame.lines.contains("Stopped."))
    #expect(!browser.frame.lines.contains { $0.contains("CancellationError") })
  }

  @Test(arguments: [Key.control("o"), .backspace])
  func `Ctrl-O and Backspace go back, but do not quit`(key: Key) async {
    let browser = browser { Self.page() }
    await press(.enter, key, in: browser)
    #expect(browser.scenes.count == 1)
    await press(key, in: browser)
    #expect(!browser.isOver)
  }

  @Test func `keys that are typed before the rows are loaded select and open them`() async {
    let browser = browser { Self.page() }
    for key in [Key.enter, .down, .character("d")] { browser.press(key) }
    await browser.waitUntilIdle()
    #expect(browser.frame.lines.contains("▸ cable"))
    #expect(browser.frame.lines.contains("Removed."))
  }

  /// A list of one row, which opens a search when there is permission.
  private func slowlyOpening() -> ListScene {
    let layout = ListLayout<String>.table(.init { "\($0)" })
    let section = ListSection("ends", id: { $0 }, layout: layout) { _ in ListPage(["from"]) }
    let scene = ListScene("Ends", [section])
    scene.addAction("open", key: .enter, on: section) { [permission] scene, _ in
      for await _ in permission.stream { break }
      let results = ListSection("results", id: { $0 }, layout: layout) { _ in ListPage(["lamp"]) }
      let search = ListScene("Stops", [results])
      search.search = { _ in await results.refresh() }
      scene.push(search)
      return nil
    }
    return scene
  }

  @Test(arguments: ["ab", "qa"])
  func `keys that are typed while a row is opened belong to what it opens`(text: String) async {
    let browser = browser { slowlyOpening() }
    await press(.enter, in: browser)
    browser.press(.enter)
    for character in text { browser.press(.character(character)) }
    #expect(browser.frame.lines.first == "shop › Ends")
    permission.continuation.yield()
    await browser.waitUntilIdle()
    #expect(browser.frame.lines.last?.hasPrefix("/\(text)  ") == true, "\(browser.frame.lines)")
  }

  @Test(arguments: [Key.escape, .control("o")])
  func `a key that goes back does not wait until a row is open`(key: Key) async {
    let browser = browser { slowlyOpening() }
    await press(.enter, in: browser)
    for key in [Key.enter, .character("a"), key] { browser.press(key) }
    #expect(browser.frame.lines.first == "shop")
    permission.continuation.yield()
    await browser.waitUntilIdle()
    #expect(browser.frame.lines.first == "shop")
  }

  @Test
  func `a row that opens slowly does not hold keys up`() async throws {
    let clock = ManualClock()
    let browser = Browser(
      title: "shop", [SceneDescription("Ends", "") { _ in slowlyOpening() }], mediator: Mediator(),
      size: ScreenSize(columns: 80, rows: 24), colors: .none, clock: clock)
    await press(.enter, in: browser)
    for key in [Key.enter, .character("?")] { browser.press(key) }
    #expect(browser.frame.lines.first == "shop › Ends")
    try await wait {
      clock.advance(by: .milliseconds(300))
      browser.reconcile()
      return browser.state.top.view.isShowingHelp
    }
    permission.continuation.yield()
  }

  @Test(.timeLimit(.minutes(15)), arguments: [["fast", "slow"], ["slow", "fast"]])
  func `a section that never ends does not hold keys up`(order: [String]) async throws {
    let clock = ManualClock()
    let browser = Browser(
      title: "shop",
      [
        SceneDescription("Orders", "see your orders") { [permission] _ in
          let sections = order.map { id in
            ListSection(
              id, id: { $0 }, layout: ListLayout<String>.table(.init { "\($0)" })
            ) { _ in
              if id == "slow" { for await _ in permission.stream { break } }
              return ListPage(["\(id) 1", "\(id) 2"])
            }
          }
          return ListScene("Orders", sections)
        }
      ], mediator: Mediator(), size: ScreenSize(columns: 80, rows: 24), colors: .none,
      clock: clock)
    await browser.waitUntilIdle()
    for key in [Key.enter, .down] { browser.press(key) }
    while !browser.frame.lines.contains("▸ fast 2") {
      try Task.checkCancellation()
      clock.advance(by: .milliseconds(300))
      await Task.yield()
      browser.reconcile()
    }
    browser.press(.up)
    #expect(browser.frame.lines.contains("▸ fast 1"))
    permission.continuation.yield()
    await browser.waitUntilIdle()
  }

  @Test(.timeLimit(.minutes(15)), arguments: [Key.escape, .control("o"), .character("q")])
  func `a scene that loads slowly can be left at once, whatever was typed before`(key: Key) async {
    let browser = browser { [permission] in
      let slow = ListSection(
        "slow", id: { $0 }, layout: ListLayout<String>.table(.init { "\($0)" })
      ) { _ in
        for await _ in permission.stream { break }
        return ListPage([])
      }
      return ListScene("Slow", [slow])
    }
    await browser.waitUntilIdle()
    for next in [Key.enter, .down, .enter] { browser.press(next) }
    #expect(browser.scenes.count == 2)
    browser.press(key)
    #expect(browser.scenes.count == 1 && !browser.isOver)
    permission.continuation.yield()
    await browser.waitUntilIdle()
    #expect(!browser.isOver)
  }

  @Test func `the keys that are shown are those of the mode`() async {
    let browser = browser((40, 15)) { Self.page() }
    await press(.character("/"), .character("?"), in: browser)
    #expect(browser.frame.lines[2] == "  letters      the text to search for")
    await press(.escape, .character("x"), .character("?"), in: browser)
    #expect(browser.frame.lines.last == "/x?  0 of 1  Esc clear  F1 keys")
    await press(.f1, in: browser)
    #expect(browser.frame.lines[2] == "  letters      the text to search for")
    await press(.escape, in: browser)
    #expect(browser.frame.lines.last == "/x?  0 of 1  Esc clear  F1 keys")
  }

  @Test func `on a narrow screen, the keys are shown without breaks in words`() async {
    let browser = browser((25, 6)) { Self.page() }
    await press(.character("?"), in: browser)
    var lines: [String] = []
    for _ in 0..<60 {
      lines += browser.frame.lines
      await press(.down, in: browser)
    }
    for text in ["search while typing;", "suspend; 'fg'", "one page up or down;"] {
      #expect(lines.contains { $0.contains(text) }, "\(text)")
    }
    #expect(lines.allSatisfy { $0.columns <= 25 })
  }
}
