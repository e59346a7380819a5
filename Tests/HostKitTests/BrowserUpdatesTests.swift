import Console
import Documents
import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import Platform
import Scenes
import Testing

@testable import HostKit

/// How the browser keeps the topmost scene current.
@MainActor @Suite(.timeLimit(.minutes(15)))
struct BrowserUpdatesTests {
  private let mediator = Mediator()
  private let clock = ManualClock()
  private let loads = Lock(0)

  /// A browser with one open scene, which shows how often it was loaded.
  private func browser(
    theme: Theme = .dark, colors: ColorDepth = .none, following: [any Event.Type] = [],
    _ configure: @escaping @MainActor @Sendable (ListScene) -> Void = { _ in }
  ) async -> Browser {
    let description = SceneDescription("Count", "", following: following) { [loads] _ in
      let section = ListSection(
        "loads", id: { (_: Int) in "count" }, layout: .table(.init { "load \($0)" })
      ) { _ in
        let count = loads.withLock { count in
          count += 1
          return count
        }
        return ListPage([count])
      }
      let scene = ListScene("Count", [section])
      scene.addAction("open", key: "o") { scene in
        scene.push(ListScene("Other", []))
        return nil
      }
      configure(scene)
      return scene
    }
    let browser = Browser(
      title: "shop", [description],
      notices: [NoticeDescription(of: CountChanged.self) { _ in "It is time." }],
      mediator: mediator, size: ScreenSize(columns: 20, rows: 12),
      colors: colors, theme: theme, now: { Date(timeIntervalSince1970: 90) }, clock: clock)
    await browser.waitUntilIdle()
    await press(.enter, in: browser)
    return browser
  }

  private func press(_ key: Key, in browser: Browser) async {
    browser.press(key)
    await browser.waitUntilIdle()
  }

  /// Waits until the scene has been loaded so often, and the frame shows it.
  private func wait(for count: Int, in browser: Browser) async throws {
    try await ModuleTesting.wait { browser.frame.lines.contains("▸ load \(count)") }
  }

  @Test func `a scene is refreshed after each event of another process, also below others`()
    async throws
  {
    let browser = await browser(following: [CountChanged.self])
    mediator.publish(received: CountChanged())
    try await wait(for: 2, in: browser)
    await press(.character("o"), in: browser)
    mediator.publish(received: CountChanged())
    try await ModuleTesting.wait { loads.withLock { $0 } == 3 }
    await press(.escape, in: browser)
    try await wait(for: 3, in: browser)
  }

  @Test func `a scene behind another one is refreshed after a minute when the person returns`()
    async throws
  {
    let browser = await browser(following: [MinuteBegan.self])
    await mediator.publishAndWait(MinuteBegan(Date()))
    try await wait(for: 2, in: browser)
    await press(.character("o"), in: browser)
    await mediator.publishAndWait(MinuteBegan(Date()))
    #expect(loads.withLock { $0 } == 2)
    await press(.escape, in: browser)
    try await wait(for: 3, in: browser)
  }

  @Test func `a notice is shown in any scene, and after a question that waits for an answer`()
    async throws
  {
    let browser = await browser { scene in
      scene.addAction("pay", key: "p", applies: { _ in true }) { _ in nil }
    }
    mediator.publish(CountChanged())
    try await ModuleTesting.wait { browser.frame.lines.contains { $0.contains("It is time") } }
    browser.receive(
      .question("Pay?", PendingConfirmation(action: 0, path: nil, row: nil)))
    mediator.publish(CountChanged())
    await browser.waitUntilIdle()
    #expect(browser.frame.lines.contains { $0.contains("Pay?") })
    await press(.character("n"), in: browser)
    try await ModuleTesting.wait { browser.frame.lines.contains { $0.contains("It is time") } }
  }

  @Test func `the title shows that rows are being loaded only when this takes some time`()
    async throws
  {
    let permission = AsyncStream<Void>.makeStream()
    let section = ListSection(
      "slow", id: { $0 }, layout: ListLayout<String>.table(.init { "\($0)" })
    ) { _ in
      for await _ in permission.stream { break }
      return ListPage(["lamp"])
    }
    let description = SceneDescription("Slow", "") { _ in ListScene("Slow", [section]) }
    let browser = Browser(
      title: "shop", [description], mediator: mediator, size: ScreenSize(columns: 20, rows: 12),
      colors: .none, clock: clock)
    await browser.waitUntilIdle()
    browser.press(.enter)
    try await ModuleTesting.wait { section.isLoading }
    browser.reconcile()
    // Only the loading is timed then.
    try await ModuleTesting.wait { browser.state.opening == nil && clock.sleeperCount == 1 }
    clock.advance(by: .milliseconds(299))
    for _ in 0..<200 { await Task.yield() }
    #expect(browser.frame.lines[0] == "shop › Slow")
    clock.advance(by: .milliseconds(1))
    try await ModuleTesting.wait { browser.frame.lines[0] == "shop › Slow …" }
    permission.continuation.yield()
    await browser.waitUntilIdle()
    #expect(browser.frame.lines[0] == "shop › Slow")
    // The time counts from the start of the next load.
    browser.press(.character("r"))
    try await ModuleTesting.wait { section.isLoading }
    browser.reconcile()
    #expect(browser.frame.lines[0] == "shop › Slow")
    permission.continuation.yield()
    await browser.waitUntilIdle()
  }

  @Test(arguments: Theme.allCases, Urgency.allCases)
  func `an urgent scene has a rule below its title`(theme: Theme, urgency: Urgency) async {
    let browser = await browser(theme: theme, colors: .trueColor) { $0.urgency = urgency }
    let page = Page(columns: 20, colors: .trueColor, theme: theme)
    #expect(browser.frame.lines[0].hasSuffix(page.paint("Count", urgency.title)))
    let rule = urgency.rule.map { page.paint(String(repeating: "─", count: 20), $0) }
    #expect(browser.frame.lines[1] == rule ?? "")
  }

  @Test func `without colours, an urgent scene still has a rule`() async {
    let browser = await browser { $0.urgency = .warning }
    #expect(browser.frame.lines[0...1] == ["shop › Count", String(repeating: "─", count: 20)])
    browser.receive(.resized(ScreenSize(columns: 20, rows: 11)))
    #expect(browser.frame.lines[1] == "▸ load 1")
  }
}

private struct CountChanged: SharedEvent {}
