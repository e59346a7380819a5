import Console
import Mediator
import ModuleTesting
import Platform
import Scenes
import TestSupport
import Testing

@testable import HostKit

/// Random keys, clicks, sizes and changes while a bar is shown or its sheet is open.
@MainActor @Suite(.timeLimit(.minutes(15)))
struct BrowserBarStormTests {
  private static let sizes = [(40, 15), (80, 24), (120, 40), (40, 8), (40, 4), (99, 12)]
  private static let keys: [Key] = [
    .up, .down, .home, .end, .pageDown, .enter, .tab, .escape, .f1, .backspace,
    .character("w"), .character("+"), .character("-"), .character("/"), .character("?"),
    .character("1"), .character("c"), .paste("西门 Wish 2"),
  ]

  private let fixture = WishlistFixture()

  @Test(arguments: 1...2)
  func `after any keys and changes, the frame fits the screen and a row is selected`(
    seed: Int
  ) async throws {
    var random = SplitMix64(seed: seed)
    let browser = await fixture.browser()
    for step in 0..<(TestOptions.isThorough ? 1000 : 500) {
      switch Int.random(in: 0..<10, using: &random) {
      case 0:
        let (columns, rows) = Self.sizes.randomElement(using: &random) ?? (80, 24)
        browser.receive(.resized(ScreenSize(columns: columns, rows: rows)))
      case 1: await change(&random)
      case 2, 3:
        let actions: [MouseEvent.Action] = [.press, .press, .wheelUp, .wheelDown]
        let position = ScreenFrame.Position(
          row: Int.random(in: 0...browser.state.size.rows, using: &random),
          column: Int.random(in: 0...browser.state.size.columns, using: &random))
        let action = actions.randomElement(using: &random) ?? .press
        browser.press(.mouse(MouseEvent(action, at: position)))
      default: browser.press(Self.keys.randomElement(using: &random) ?? .down)
      }
      for _ in 0..<Int.random(in: 0...20, using: &random) { await Task.yield() }
      if browser.scenes.count == 1 { await press(.enter, in: browser) }
      let problem = problem(in: browser)
      try #require(problem == nil, "\(problem ?? "") at step \(step), seed \(seed)")
    }
  }

  private func change(_ random: inout SplitMix64) async {
    let count = [0, 1, 2, 5, 30].randomElement(using: &random) ?? 0
    switch Int.random(in: 0..<3, using: &random) {
    case 0:
      fixture.products.withLock { $0 = (0..<count).map { "Product \($0)" } }
      await fixture.mediator.publishAndWait(ProductsChanged())
    case 1:
      let fails = Bool.random(using: &random)
      fixture.text.withLock { $0 = fails ? .failure(.opensNothing("茶杯")) : nil }
    default:
      fixture.wishes.withLock { $0 = (0..<count).map { Wish(name: "Wish \($0)", count: $0) } }
      await fixture.mediator.publishAndWait(WishlistChanged())
    }
  }

  /// What is wrong with the screen; nil if nothing is.
  private func problem(in browser: Browser) -> String? {
    browser.reconcile()
    let (frame, size) = (browser.frame, browser.state.size)
    guard frame.lines.count == size.rows else { return "\(frame.lines.count) lines" }
    if let line = frame.lines.first(where: { $0.columns > size.columns }) {
      return "'\(line)' has \(line.columns) columns of \(size.columns)"
    }
    let entry = browser.state.top
    guard !entry.view.isShowingHelp, let selection = entry.view.cursor.selection else {
      return nil
    }
    let content = browser.state.content(of: entry)
    let visible = content.lines.dropFirst(entry.view.cursor.top).prefix(content.height)
    return visible.contains(selection) ? nil : "the selected row \(selection) is not visible"
  }
}
