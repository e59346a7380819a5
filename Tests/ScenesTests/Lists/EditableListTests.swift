import Console
import Documents
import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import Platform
import Scenes
import Testing

private struct Wish: EditableItem, SchemaDescribing {
  enum Size: String, Codable, CaseIterable, Sendable { case small, large }

  static let (noun, plural) = ("wish", "wishes")
  static var fieldDescriptions: FieldDescriptions {
    [
      "id": .init(
        "the number of the wish",
        suggestions: .results(of: Wishes.list) { $0.map { "\($0.id)" } }),
      "title": "what is wished for", "count": "how many", "price": "the price",
      "fee": "for the parcel", "size": "the size", "isUrgent": .flag("it cannot wait"),
      "until": "the last day",
      "seen": "when it was seen", "shop": "where it is",
    ]
  }

  var id = 0
  var title: String
  var count: Int
  var price: Decimal?
  var fee: Money?
  var size: Size?
  var isUrgent = false
  var until: CalendarDate?
  var seen: Date?
  var shop: URL?
}

private enum Wishes: Interface {
  static let list = Action<Empty, [Wish]>(Wishes.self, "list", .reads)
  static let add = Action<NewItem<Wish>, Wish>(Wishes.self, "add", .adds)
  static let change = Action<ItemChange<Wish>, Wish>(Wishes.self, "change", .sets)
  static let remove = Action<ItemReference<Wish>, Wish>(Wishes.self, "remove", .removes)
  static let undo = Action<Empty, UndoneItemChange>(Wishes.self, "undo", .changes)
}

private struct WishesChanged: Event, Hashable {}

/// Keeps wishes in memory.
private struct WishesModule: Module {
  static let manifest = Manifest(
    Wishes.self, summary: "Keeps wishes",
    answers: [Wishes.list, Wishes.add, Wishes.change, Wishes.remove, Wishes.undo],
    publishes: [WishesChanged.self])
  static let contributions = Contributions(list.commands, list.scenes, list.warnings)
  static let list = EditableList(
    "Wishes", "keep wishes", command: "wishes", following: [WishesChanged.self],
    list: Wishes.list, add: Wishes.add, change: Wishes.change, remove: Wishes.remove,
    undo: Wishes.undo,
    rows: .table(
      .field("title", \.title), .field("count", \.count),
      .field("price", fractionDigits: 2, \.price), .field("fee", \.fee),
      .field("size", \.size), .field("urgent", \.isUrgent), .field("until", \.until),
      .field("seen", minimumPageWidth: 90, \.seen), .field("shop", minimumPageWidth: 90, \.shop)),
    arguments: ["title", "count"],
    examples: [
      "wishes", "wishes add Lamp 2 --price 12.50 --until tomorrow", "wishes change 1 --price none",
      "wishes remove 1", "wishes undo",
    ]
  ) { scene, wishes, _ in
    scene.addAction("wrap", key: "w", on: wishes) { _, wish in "Wrapped \(wish.title)." }
  }

  private let wishes = Lock<[Wish]>([])
  private let now: @Sendable () -> Date

  init(context: ModuleContext) { now = context.now }

  func register(with registrar: Registrar) {
    registrar.answer(Wishes.list) { [wishes] _ in wishes.withLock(\.self) }
    registrar.answer(Wishes.add, publishing: WishesChanged()) { [wishes, now] new in
      var wish = try new.item(at: now())
      wishes.withLock {
        wish.id = $0.count + 1
        $0.append(wish)
      }
      return wish
    }
    registrar.answer(Wishes.change, publishing: WishesChanged()) { [wishes, now] change in
      try wishes.withLock {
        try change.apply(to: &$0[change.id - 1], at: now())
        return $0[change.id - 1]
      }
    }
    registrar.answer(Wishes.remove, publishing: WishesChanged()) { [wishes] reference in
      wishes.withLock { $0.remove(at: reference.id - 1) }
    }
    registrar.answer(Wishes.undo, publishing: WishesChanged()) { _ in
      UndoneItemChange("removing 'Lamp'")
    }
  }
}

@MainActor @Suite(.timeLimit(.minutes(15))) struct EditableListTests {
  /// 2026-11-20 at noon, a Friday.
  private nonisolated static let now = Date(timeIntervalSince1970: 1_795_176_000)

  private let harness: ModuleHarness

  init() async throws { harness = try await ModuleHarness(WishesModule.self, now: { Self.now }) }

  private func scene() async throws -> SceneTester {
    let description = try #require(WishesModule.list.scenes.first)
    return await SceneTester(try description.makeScene(harness.mediator))
  }

  @Test func `the examples are those of the commands whose words they begin with, and run`()
    async throws
  {
    let commands = WishesModule.list.commands
    #expect(
      commands.map(\.name) == [
        "wishes", "wishes add", "wishes change", "wishes remove", "wishes undo",
      ])
    #expect(commands.map(\.examples.count) == [1, 1, 1, 1, 1])
    #expect(commands.flatMap(\.argumentFindings) == [])
    await harness.checkExamples()
  }

  @Test func `each type of field has its column`() async throws {
    let texts: [String] = [
      "wishes add Lamp 2 --price 12.50 --fee EUR2 --size large --is-urgent --until tomorrow",
      "wishes add Table 10 --shop https://example.org --seen 2026-11-20T08:05:00Z",
    ]
    for line in texts { _ = try await harness.run(line) }
    let wide = try await harness.run("wishes", columns: 100).text
    #expect(wide.contains("Table     10") && wide.contains("https://example.org"))
    #expect(wide.contains(/2026-11-\d\d \d\d:\d\d/))
    let narrow = try await harness.run("wishes", columns: 60).text
    let time = try Self.time(of: "2026-11-20T08:05:00Z")
    #expect(
      narrow == """
        title  count  price       fee  size   urgent  until
        Lamp       2  12.50  EUR 2.00  large  ✓       2026-11-21
        Table     10
        seen 2026-11-20 \(time) · shop https://example.org
        """)
  }

  /// The time of a date on the clock of this machine.
  private static func time(of date: String) throws -> String {
    let date = try Date(date, strategy: .iso8601)
    let time = Calendar.current.dateComponents([.hour, .minute], from: date)
    return String(format: "%02d:%02d", time.hour ?? 0, time.minute ?? 0)
  }

  @Test(arguments: [24, 40, 100])
  func `the command shows all fields of one item`(columns: Int) async throws {
    _ = try await harness.run("wishes add Lamp 2 --price 12.50 --shop https://example.org")
    let answer = try await harness.run("wishes 1", columns: columns)
    let text = answer.text
    #expect(text.hasPrefix("Lamp\n\n"))
    for field in ["count", "2", "price", "12.50", "urgent", "no", "shop", "https://example"] {
      #expect(text.contains(field))
    }
    #expect(!text.contains("until") && !text.contains("seen"))
    #expect(try answer.decode(Wish.self).title == "Lamp")
  }

  @Test(arguments: [
    ("wishes 7", "no row '7'; expected the number of a row that the list shows, or its id"),
    ("wishes ad", "no command 'wishes ad'; did you mean 'wishes add'?"),
    ("wishes lamp", "no command 'wishes lamp'; run with 'help wishes' for the list of commands"),
  ])
  func `neither the number of an item nor a command is an error`(
    line: String, error: String
  ) async throws {
    await #expect {
      try await harness.run(line)
    } throws: {
      "\($0)" == error
    }
  }

  @Test func `help names the form of a flag that is false, where omitting it keeps the value`() {
    let commands = WishesModule.list.commands
    let help = Help(
      host: "shop", summary: "", commands: commands, globals: [], examples: [],
      withoutCommand: "")
    func text(_ word: String) -> String {
      Page(columns: 90).text(of: help.document(for: ["wishes", word]))
    }
    #expect(text("change").contains("--is-urgent, --no-is-urgent  it cannot wait\n"))
    #expect(text("add").contains("--is-urgent      it cannot wait (default: no)\n"))
  }

  @Test func `a form adds, another one changes, and keys remove and undo`() async throws {
    let tester = try await scene()
    #expect(tester.text().contains("No wishes yet; add one with 'wishes add' or the key a."))
    let addition = try await tester.press("a", filling: ["title": "Lamp", "count": "2"])
    #expect(addition == "Added 'Lamp' as number 1. Press u to undo.")
    try await wait { tester.text().contains("Lamp") }
    let change = try await tester.press(
      "e", on: "1", filling: ["count": "3", "isUrgent": "true"])
    #expect(change == "Changed 'Lamp'. Press u to undo.")
    try await wait { tester.text().contains("✓") }
    #expect(tester.text().contains("3"))
    #expect(try await tester.press("u") == "Undone: removing 'Lamp'.")
    #expect(try await tester.press("d", on: "1") == "Removed 'Lamp'. Press u to undo.")
  }

  @Test func `a row opens its item, with the keys of the list`() async throws {
    for name in ["Lamp", "Table"] { _ = try await harness.run("wishes add \(name) 2") }
    let tester = try await scene()
    let list = tester.scene
    let keys = ["e edit", "Space toggle is urgent", "a add", "d remove", "u undo", "w wrap"]
    #expect(try tester.actions(on: "2") == ["⏎ open"] + keys)
    try await tester.choose("2")
    #expect(tester.scene.title == "Table" && tester.text().contains("urgent  no"))
    #expect(try tester.actions() == keys)
    #expect(try await tester.press(" ") == "Changed 'Table'. Press u to undo.")
    try await wait { tester.text().contains("urgent  yes") }
    _ = try await tester.press("e", filling: ["title": "Desk"])
    try await wait { tester.scene.title == "Desk" }
    #expect(try await tester.press("w") == "Wrapped Desk.")
    #expect(try await tester.press("d") == "Removed 'Desk'. Press u to undo.")
    #expect(tester.scene === list)
    try await wait { !tester.text().contains("Table") && !tester.text().contains("Desk") }
  }

  @Test func `an item that has gone says so, and its keys do nothing`() async throws {
    _ = try await harness.run("wishes add Lamp 2")
    let tester = try await scene()
    try await tester.choose("1")
    _ = try await harness.run("wishes remove 1")
    try await wait { tester.text() == "'Lamp' is not in the list any more." }
    #expect(try tester.actions() == ["a add", "u undo"])
  }

  @Test func `a module adds keys of its own`() async throws {
    _ = try await harness.run("wishes add Lamp 2")
    let tester = try await scene()
    #expect(try await tester.press("w", on: "1") == "Wrapped Lamp.")
  }

  @Test func `a missing field is named`() async throws {
    await #expect {
      try await harness.run("wishes add Lamp")
    } throws: {
      "\($0)".contains("count")
    }
  }

  @Test func `the doctor reads all items`() async throws {
    let source = try #require(WishesModule.list.warnings.first)
    #expect(try await source.warnings(harness.mediator) == [])
  }
}
