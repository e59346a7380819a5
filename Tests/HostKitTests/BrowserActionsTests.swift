import Console
import Documents
import Mediator
import ModuleTesting
import Platform
import Scenes
import Testing

@testable import HostKit

/// The actions of a scene and of its rows in the browser.
@MainActor @Suite(.timeLimit(.minutes(15))) struct BrowserActionsTests {
  /// What the actions have done.
  private let done = Lock<[String]>([])

  private typealias Section = ListSection<String>

  private static let question = "Pay EUR 1?"

  /// A browser over a scene of two fruits and a tool.
  private func browser(
    rows: Int = 24,
    configure: @escaping @MainActor @Sendable (ListScene, Section, Section) -> Void
  ) async -> Browser {
    let description = SceneDescription("Shop", "see the shop") { _ in
      @MainActor func section(_ id: String, _ texts: String...) -> Section {
        ListSection(id, id: \.self, layout: .table(.init { "\($0)" })) { _ in ListPage(texts) }
      }
      let (fruits, tools) = (section("fruits", "apple", "plum"), section("tools", "saw"))
      let scene = ListScene("Shop", [fruits, tools])
      configure(scene, fruits, tools)
      return scene
    }
    let browser = Browser(
      title: "shop", [description], mediator: Mediator(),
      size: ScreenSize(columns: 80, rows: rows), colors: .none)
    await press(.enter, in: browser)
    return browser
  }

  /// Adds an action that asks whether a fruit is to be paid for, and one that asks nothing.
  private static func addPayment(
    to scene: ListScene, _ fruits: Section, _ done: Lock<[String]>
  ) {
    scene.addAction(
      "pay", key: "p", on: fruits, confirmation: { "Pay EUR \($0 == "apple" ? 1 : 2)?" }
    ) { _, fruit in
      done.withLock { $0.append(fruit) }
      return "Paid for the \(fruit)."
    }
    scene.addAction("count", key: "n") { _ in
      done.withLock { $0.append("count") }
      return "2 fruits."
    }
  }

  /// A browser over a scene in which fruits are paid for.
  private func payingBrowser() async -> Browser {
    await browser { [done] scene, fruits, _ in Self.addPayment(to: scene, fruits, done) }
  }

  @Test func `a key of an action that does not apply to the selected row does nothing`() async {
    let browser = await browser { [done] scene, fruits, _ in
      scene.addAction("eat", key: "e", on: fruits, applies: { $0 == "plum" }) { _, fruit in
        done.withLock { $0.append(fruit) }
        return "Ate the \(fruit)."
      }
    }
    let frame = browser.frame
    #expect(frame.lines.last == "? keys  / search  q back")
    await press(.character("e"), in: browser)
    #expect(browser.frame == frame && browser.scenes.count == 2)
    #expect(done.withLock(\.isEmpty))
    await press(.down, in: browser)
    #expect(browser.frame.lines.last == "? keys  e eat  / search  q back")
    await press(.character("e"), in: browser)
    #expect(browser.frame.lines.contains("Ate the plum."))
    await press(.down, in: browser)
    #expect(browser.frame.lines.last == "? keys  / search  q back")
    await press(.character("e"), in: browser)
    #expect(done.withLock(\.self) == ["plum"])
  }

  @Test func `of actions with one key, that of the section of the selected row is performed`()
    async
  {
    let browser = await browser { scene, fruits, tools in
      scene.addAction("eat", key: "u", on: fruits) { "Ate the \($1)." }
      scene.addAction("use", key: "u", on: tools) { "Used the \($1)." }
    }
    for (hint, message) in [
      ("u eat", "Ate the apple."), ("u eat", "Ate the plum."), ("u use", "Used the saw."),
    ] {
      #expect(browser.frame.lines.last == "? keys  \(hint)  / search  q back")
      await press(.character("u"), in: browser)
      #expect(browser.frame.lines.contains(message))
      await press(.down, in: browser)
    }
  }

  @Test func `the list of keys shows two actions with one key and one title once`() async {
    let browser = await browser(rows: 40) { scene, fruits, tools in
      scene.addAction("order", key: "o", on: fruits) { _, _ in nil }
      scene.addAction("order", key: "o", on: tools) { _, _ in nil }
      scene.addAction("eat", key: "u", on: fruits) { _, _ in nil }
      scene.addAction("use", key: "u", on: tools) { _, _ in nil }
      scene.addAction("taste", key: .enter, on: fruits) { _, _ in nil }
    }
    #expect(browser.frame.lines.last == "? keys  ⏎ taste  o order  u eat  / search  q back")
    await press(.character("?"), in: browser)
    #expect(
      browser.frame.lines[2...4] == [
        "  o            order", "  u            eat", "  u            use",
      ])
    let lines = browser.frame.lines
    #expect(lines.filter { $0.hasPrefix("  o  ") }.count == 1)
    #expect(lines.filter { $0.hasPrefix("  ⏎  ") } == ["  ⏎            open the row"])
  }

  @Test func `an action that asks is performed by the key y, and then asks again`() async {
    let browser = await payingBrowser()
    for count in 1...2 {
      await press(.character("p"), in: browser)
      #expect(browser.frame.lines[22] == Self.question)
      #expect(done.withLock(\.count) == count - 1)
      await press(.character("y"), in: browser)
      #expect(browser.frame.lines[22] == "Paid for the apple.")
      #expect(done.withLock(\.self) == Array(repeating: "apple", count: count))
    }
  }

  @Test(
    arguments: [
      .character("p"), .character("n"), .character("Y"), .character("q"), .character("r"),
      .character("/"), .character("?"), .character("s"), .character("c"), .character("j"), .down,
      .enter, .escape, .control("o"), .tab, .backspace, .f1, .paste("y"),
      .mouse(MouseEvent(.press, at: .init(row: 0, column: 1))),
      .mouse(MouseEvent(.press, at: .init(row: 3, column: 5))),
      .mouse(MouseEvent(.wheelDown, at: .init(row: 3, column: 5))),
    ] as [Key])
  func `any other key declines, and does nothing else`(key: Key) async {
    let browser = await payingBrowser()
    let frame = browser.frame
    await press(.character("p"), in: browser)
    #expect(browser.frame.lines[22] == Self.question)
    await press(key, in: browser)
    #expect(browser.frame == frame && browser.scenes.count == 2)
    await press(.character("y"), in: browser)
    #expect(browser.frame == frame)
    #expect(done.withLock(\.isEmpty))
  }

  @Test func `the mouse that is moved or released gives no answer`() async {
    let browser = await payingBrowser()
    await press(.character("p"), in: browser)
    for action in [MouseEvent.Action.drag, .release] {
      await press(.mouse(MouseEvent(action, at: .init(row: 3, column: 5))), in: browser)
      #expect(browser.frame.lines[22] == Self.question)
    }
    await press(.character("y"), in: browser)
    #expect(done.withLock(\.self) == ["apple"])
  }

  @Test
  func `the key that declines moves no cursor; on another row, the action asks about that row`()
    async
  {
    let browser = await payingBrowser()
    await press(.character("p"), .down, .character("p"), in: browser)
    #expect(browser.frame.lines[22] == Self.question)
    await press(.escape, .down, .character("p"), in: browser)
    #expect(browser.frame.lines[22] == "Pay EUR 2?")
    #expect(done.withLock(\.isEmpty))
    await press(.character("y"), in: browser)
    #expect(done.withLock(\.self) == ["plum"])
  }

  @Test(arguments: 1...6)
  func `a key that the keyboard repeats performs nothing`(count: Int) async {
    let browser = await payingBrowser()
    for _ in 0..<count { browser.press(.character("p")) }
    await browser.waitUntilIdle()
    #expect(done.withLock(\.isEmpty))
    #expect(browser.frame.lines.contains(Self.question) == !count.isMultiple(of: 2))
  }

  @Test(arguments: ["py", "pyy", "ppp", "pypy", "pny"])
  func `keys that are typed while rows load perform nothing, but ask`(keys: String) async {
    let permission = AsyncStream<Void>.makeStream()
    let browser = Browser(
      title: "shop",
      [
        SceneDescription("Shop", "see the shop") { [done] _ in
          let fruits = Section("fruits", id: \.self, layout: .table(.init { "\($0)" })) { _ in
            for await _ in permission.stream { break }
            return ListPage(["apple"])
          }
          let scene = ListScene("Shop", [fruits])
          Self.addPayment(to: scene, fruits, done)
          return scene
        }
      ], mediator: Mediator(), size: ScreenSize(columns: 80, rows: 24), colors: .none,
      clock: ManualClock())
    await browser.waitUntilIdle()
    browser.press(.enter)
    for character in keys { browser.press(.character(character)) }
    permission.continuation.yield()
    await browser.waitUntilIdle()
    #expect(browser.frame.lines.contains(Self.question))
    #expect(done.withLock(\.isEmpty))
    await press(.character("y"), in: browser)
    #expect(done.withLock(\.self) == ["apple"])
  }

  @Test func `a key is no answer to a question that a held key asks just then`() async throws {
    let (fruitsLoad, toolsLoad) = (AsyncStream<Void>.makeStream(), AsyncStream<Void>.makeStream())
    let description = SceneDescription("Shop", "see the shop") { [done] _ in
      let fruits = Section("fruits", id: \.self, layout: .table(.init { "\($0)" })) { _ in
        for await _ in fruitsLoad.stream { break }
        return ListPage(["apple"])
      }
      let tools = Section("tools", id: \.self, layout: .table(.init { "\($0)" })) { _ in
        for await _ in toolsLoad.stream { break }
        return ListPage(["saw"])
      }
      let scene = ListScene("Shop", [fruits, tools])
      Self.addPayment(to: scene, fruits, done)
      return scene
    }
    let browser = Browser(
      title: "shop", [description], mediator: Mediator(),
      size: ScreenSize(columns: 80, rows: 24), colors: .none, clock: ManualClock())
    await browser.waitUntilIdle()
    browser.press(.enter)
    try await wait { browser.scenes.count == 2 }
    browser.press(.character("p"))
    fruitsLoad.continuation.yield()
    try await wait { browser.scenes[1].sections[0].rows.count == 1 }
    browser.press(.character("y"))
    #expect(done.withLock(\.isEmpty) && browser.frame.lines.contains(Self.question))
    browser.press(.character("y"))
    toolsLoad.continuation.yield()
    await browser.waitUntilIdle()
    #expect(done.withLock(\.self) == ["apple"])
  }

  /// An item that keeps its id when its price changes.
  private struct Fruit: ListItem {
    let name: String
    var price = 1
  }

  @Test(
    arguments: [
      ([Fruit(name: "apple", price: 9), Fruit(name: "plum")], false),
      ([Fruit(name: "plum")], false),
      ([], false), ([Fruit(name: "plum"), Fruit(name: "apple")], true),
    ] as [([Fruit], Bool)])
  private func `only what the question was about is done, if it has not changed until the answer`(
    changed: [Fruit], isPerformed: Bool
  ) async {
    let fruits = Lock([Fruit(name: "apple"), Fruit(name: "plum")])
    let description = SceneDescription("Shop", "see the shop") { [done] _ in
      let section = ListSection(
        "fruits", id: \Fruit.name, layout: .table(.init { "\($0.name)" })
      ) { _ in ListPage(fruits.withLock(\.self)) }
      let scene = ListScene("Shop", [section])
      scene.addAction("pay", key: "p", on: section, confirmation: { "Pay EUR \($0.price)?" }) {
        _, fruit in
        done.withLock { $0.append("\(fruit.name) \(fruit.price)") }
        return "Paid."
      }
      return scene
    }
    let browser = await StopsFixture().browser(description, columns: 80, rows: 24)
    await press(.enter, .character("p"), in: browser)
    #expect(browser.frame.lines[22] == Self.question)
    fruits.withLock { $0 = changed }
    await browser.scenes.last?.refresh()
    await press(.character("y"), in: browser)
    #expect(
      browser.frame.lines[22]
        == (isPerformed ? "Paid." : "The row has changed meanwhile; nothing is done."))
    #expect(done.withLock(\.self) == (isPerformed ? ["apple 1"] : []))
    // The question is not asked again by itself.
    await press(.character("y"), in: browser)
    #expect(done.withLock(\.count) == (isPerformed ? 1 : 0))
  }

  @Test func `an action that does not apply any more is not performed after its question`() async {
    let isOpen = Lock(true)
    let browser = await browser { [done] scene, fruits, _ in
      scene.addAction(
        "pay", key: "p", on: fruits, applies: { _ in isOpen.withLock(\.self) },
        confirmation: { "Pay for the \($0)?" }
      ) { _, fruit in
        done.withLock { $0.append(fruit) }
        return nil
      }
    }
    await press(.character("p"), in: browser)
    isOpen.withLock { $0 = false }
    await press(.character("y"), in: browser)
    #expect(browser.frame.lines[22] == "The row has changed meanwhile; nothing is done.")
    #expect(done.withLock(\.isEmpty))
  }

  @Test func `a message of the scene removes the question`() async {
    let browser = await payingBrowser()
    await press(.character("p"), in: browser)
    browser.scenes.last?.notify("New fruits.")
    #expect(browser.frame.lines[22] == "New fruits.")
    await press(.character("y"), in: browser)
    #expect(!browser.frame.lines.contains("New fruits."))
    #expect(done.withLock(\.isEmpty))
    await press(.character("n"), in: browser)
    #expect(browser.frame.lines[22] == "2 fruits.")
  }

  @Test func `the message of an action that ends later removes the question`() async throws {
    let permission = AsyncStream<Void>.makeStream()
    let browser = await browser { [done] scene, fruits, _ in
      Self.addPayment(to: scene, fruits, done)
      scene.addAction("wait", key: "w") { _ in
        for await _ in permission.stream { break }
        return "Waited."
      }
    }
    for key in "wp" { browser.press(.character(key)) }
    #expect(browser.frame.lines[22] == Self.question)
    permission.continuation.yield()
    await browser.waitUntilIdle()
    #expect(browser.frame.lines[22] == "Waited.")
    await press(.character("y"), in: browser)
    #expect(done.withLock(\.isEmpty))
  }

  @Test func `without a question, the key y has its usual meaning`() async {
    let browser = await browser { [done] scene, fruits, _ in
      Self.addPayment(to: scene, fruits, done)
      scene.addAction("yield", key: "y") { _ in "Yielded." }
    }
    await press(.character("y"), in: browser)
    #expect(browser.frame.lines[22] == "Yielded.")
    await press(.character("p"), .character("y"), in: browser)
    #expect(browser.frame.lines[22] == "Paid for the apple.")
    await press(.character("y"), in: browser)
    #expect(browser.frame.lines[22] == "Yielded.")
    await press(.character("/"), .character("y"), in: browser)
    #expect(browser.frame.lines.last?.hasPrefix("/y ") == true)
    #expect(done.withLock(\.self) == ["apple"])
  }

  @Test func `a click on the key in the last line asks, and another one declines`() async throws {
    let browser = await payingBrowser()
    let line = try #require(browser.frame.lines.last)
    let start = try #require(line.ranges(of: "p pay").first?.lowerBound)
    let position = ScreenFrame.Position(row: 23, column: String(line[..<start]).columns)
    for isAsking in [true, false, true] {
      await press(
        .mouse(MouseEvent(.press, at: position)), .mouse(MouseEvent(.release, at: position)),
        in: browser)
      #expect(browser.frame.lines.contains(Self.question) == isAsking)
    }
    #expect(done.withLock(\.isEmpty))
    await press(.character("y"), in: browser)
    #expect(done.withLock(\.self) == ["apple"])
  }

  @Test(arguments: [(24, "y yes", true), (8, "y yes", true), (24, "any", false)])
  func `the last line says how to answer, also on a small screen, and can be clicked`(
    rows: Int, hint: String, isPerformed: Bool
  ) async throws {
    let browser = await payingBrowser()
    browser.receive(.resized(ScreenSize(columns: 40, rows: rows)))
    await press(.character("p"), in: browser)
    let line = try #require(browser.frame.lines.last)
    #expect(line == "y yes  any other key: no")
    #expect(browser.frame.lines[rows - 2] == Self.question)
    let start = try #require(line.ranges(of: hint).first?.lowerBound)
    let position = ScreenFrame.Position(row: rows - 1, column: String(line[..<start]).columns)
    await press(.mouse(MouseEvent(.press, at: position)), in: browser)
    #expect(done.withLock(\.self) == (isPerformed ? ["apple"] : []))
    #expect(browser.frame.lines.last != line)
  }

  @Test(arguments: [nil, "a"])
  func `Enter asks, too, also after a search of the scene`(text: Character?) async {
    let browser = await browser { [done] scene, fruits, _ in
      if text != nil { scene.search = { _ in await fruits.refresh() } }
      scene.addAction("pay", key: .enter, on: fruits, confirmation: { "Pay for the \($0)?" }) {
        _, fruit in
        done.withLock { $0.append(fruit) }
        return "Paid for the \(fruit)."
      }
    }
    if let text { await press(.character(text), in: browser) }
    let question = "Pay for the apple?"
    for key in [Key.enter, .escape, .character("n")] {
      await press(.enter, in: browser)
      #expect(browser.frame.lines[22] == question)
      await press(key, in: browser)
      #expect(!browser.frame.lines.contains(question) && browser.scenes.count == 2)
    }
    #expect(done.withLock(\.isEmpty))
    await press(.enter, .character("y"), in: browser)
    #expect(browser.frame.lines[22] == "Paid for the apple.")
    #expect(done.withLock(\.self) == ["apple"])
  }

  @Test(arguments: [0, 1])
  func `an action of Enter that is for the whole scene needs no rows`(count: Int) async {
    let description = SceneDescription("Shop", "see the shop") { [done] _ in
      let fruits = Section("fruits", id: \.self, layout: .table(.init { "\($0)" })) { _ in
        ListPage(Array(["apple"].prefix(count)))
      }
      let scene = ListScene("Shop", [fruits])
      scene.addAction("start", key: .enter) { _ in
        done.withLock { $0.append("start") }
        return "Started."
      }
      return scene
    }
    let browser = await StopsFixture().browser(description, columns: 80, rows: 24)
    await press(.enter, in: browser)
    #expect(browser.frame.lines.last?.hasPrefix("? keys  ⏎ start  ") == true)
    await press(.enter, in: browser)
    #expect(browser.frame.lines[22] == "Started.")
    #expect(done.withLock(\.self) == ["start"])
  }
}
