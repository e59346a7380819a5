import Console
import Documents
import Foundation
import Mediator
import ModuleTesting
import Testing

@testable import Scenes

private enum Depot: Interface {
  static let stops = Action<ListRequest, ListPage<Stop>>(Depot.self, "stops")
  static let close = Action<Stop, Stop>(Depot.self, "close")
}

/// A list of stops that an action returns page by page.
@MainActor @Suite(.timeLimit(.minutes(15))) struct PagedListTests {
  private let source: StopSource
  private let mediator = Mediator()
  private let closed = Recorder<String>()
  private let list = PagedList(
    "Stops", "list stops", command: "stops", pages: Depot.stops, id: \.id,
    title: { "Stop \($0.name)" },
    rows: .numberedTable(.init("name", isFlexible: true) { "\($0.name)" }),
    detail: .detail { "\($0.name) is a stop." }, examples: ["stops", "stops 1"]
  ) { scene, stops, mediator in
    scene.addAction("close", key: "c", on: stops, calls: Depot.close, through: mediator) {
      $0
    } notice: {
      "Closed \($0.name)."
    }
  }

  init() throws {
    source = StopSource(25)
    try mediator.answer(Depot.stops) { [source] in try await source.page($0) }
    try mediator.answer(Depot.close) { [closed] stop in
      closed.record(stop.id)
      return stop
    }
  }

  private func run(_ parameters: Parameters = [:]) async throws -> CommandResult {
    let command = try #require(list.commands.first)
    return try await command.run(
      Invocation(
        parameters: parameters, mediator: mediator, progress: ProgressReporter { _, _ in },
        arguments: command.arguments))
  }

  private func text(_ parameters: Parameters = [:]) async throws -> String {
    try await run(parameters).text(on: Page(columns: 60))
  }

  @Test(arguments: [
    ("1", "s0", "s9", "'stops --page 2' shows more."),
    ("2", "s10", "s19", "'stops --page 3' shows more."), ("3", "s20", "s24", nil),
  ])
  func `a page has ten items, and says how to show more`(
    page: String, first: String, last: String, more: String?
  ) async throws {
    let result = try await run(["page": page])
    let ids = try JSONDecoder().decode([Stop].self, from: result.json).map(\.id)
    #expect(ids.first == first && ids.last == last && ids.count == (more == nil ? 5 : 10))
    let text = result.text(on: Page(columns: 60))
    #expect(text.contains("shows more") == (more != nil))
    #expect(more == nil || text.hasSuffix(more ?? ""))
    #expect(result.failure == nil)
  }

  @Test func `without a page, the command shows the first one`() async throws {
    #expect(try await text() == text(["page": "1"]))
    source.change { $0.stops = [Stop("a"), Stop("b")] }
    #expect(try await text() == "   name\n1  A\n2  B")
  }

  @Test(arguments: [0, -1, .min, 4, 1_000_000, 1_000_001, .max])
  func `a page that the list does not have is an error`(page: Int) async throws {
    let error = await #expect(throws: ListSceneError.noPage(page)) {
      try await run(["page": "\(page)"])
    }
    #expect(error?.kind == .badInput)
    let isPossible = (1...1_000_000).contains(page)
    #expect(source.requests.map(\.offset) == (isPossible ? [(page - 1) * 10] : []))
  }

  @Test(arguments: [
    (0, "no page '0'; expected 1 or more"), (-7, "no page '-7'; expected 1 or more"),
    (4, "no page '4': the list ends before it; choose a smaller number"),
  ])
  func `the error of a page names the remedy`(page: Int, message: String) {
    #expect(ListSceneError.noPage(page).description == message)
  }

  @Test(arguments: [(nil, false), ("true", true), ("false", false)])
  func `a refresh ignores the cache`(refresh: String?, ignoresCache: Bool) async throws {
    var parameters: Parameters = ["page": "2"]
    if let refresh { parameters.append(refresh, for: "refresh") }
    _ = try await run(parameters)
    #expect(
      source.requests == [ListRequest(offset: 10, limit: 10, ignoresCache: ignoresCache)])
  }

  @Test func `the scene of an item offers the actions of the list`() async throws {
    let tester = await SceneTester(try list.scene(from: 1, through: mediator))
    try await tester.choose("s3")
    #expect(tester.scene.title == "Stop S3")
    #expect(try tester.actions() == ["c close"])
    #expect(try await tester.press("c") == "Closed S3.")
    #expect(closed.values == ["s3"])
  }

  @Test func `the scene of an item offers what other modules add now, without a selected row`()
    async throws
  {
    let scene = try list.scene(from: 1, through: mediator)
    scene.sections[0].slot = RowSlot("stop", Stop.self)
    let remind = RowActionDescription("remind", key: "m", on: "stop") { _, row, _ in
      LocalizedText(verbatim: "\(row.member(at: "id") ?? .null)")
    }
    func contributions(_ actions: [RowActionDescription]) -> RowContributions {
      RowContributions(actions: actions, details: [], reservedKeys: [], through: mediator)
    }
    scene.environment.rows = contributions([remind])
    let tester = await SceneTester(scene)
    try await tester.choose("s3")
    #expect(try tester.actions() == ["c close", "m remind"])
    #expect(try await tester.press("m") == #"text("s3")"#)
    tester.scene.environment.rows = contributions([])
    #expect(try tester.actions() == ["c close"])
  }

  @Test(arguments: ["2", "12", "s1", "s11", "s24"])
  func `an item on any page is shown by its number or id`(item: String) async throws {
    let number = Int(item).map { $0 - 1 } ?? Int(item.dropFirst()) ?? 0
    let result = try await run(["item": item])
    #expect(result.text(on: Page(columns: 60)) == "S\(number) is a stop.")
    let stop = try JSONDecoder().decode(Stop.self, from: result.json)
    #expect(stop == Stop("s\(number)"))
  }

  @Test(arguments: [("s24x", "s24"), ("4000", nil), ("", nil)])
  func `an item that the list does not have is an error, which suggests the nearest one`(
    item: String, nearest: String?
  ) async throws {
    await #expect(throws: ListSceneError.noRow(item, nearest: nearest)) {
      try await run(["item": item])
    }
  }

  @Test func `an empty list has a text, and no items in JSON`() async throws {
    source.change { $0.stops = [] }
    let result = try await run()
    #expect(result.text(on: Page(columns: 60)) == "The list is empty.")
    #expect(try JSONDecoder().decode([Stop].self, from: result.json) == [])
    #expect(result.failure == nil)
  }

  @Test func `the error of the action is that of the command`() async throws {
    source.change { $0.failure = .closed("depot") }
    await #expect(throws: SourceError.closed("depot")) { try await run() }
  }

  @Test func `a list that became shorter between two pages is loaded again`() async throws {
    let scene = try list.scene(from: 1, through: mediator)
    await scene.open()
    source.change { $0.stops.removeLast(20) }
    await scene.loadMore()
    #expect(scene.items(as: Stop.self).map(\.id) == ["s0", "s1", "s2", "s3", "s4"])
    #expect(scene.sections[0].state.name == "content" && !scene.sections[0].hasMore)
  }

  @Test func `a list that became shorter than its first row keeps the rows with an error`()
    async throws
  {
    let scene = try list.scene(from: 2, through: mediator)
    await scene.open()
    source.change { $0.stops.removeLast(20) }
    await scene.loadMore()
    #expect(scene.items(as: Stop.self).first?.id == "s10")
    #expect(scene.sections[0].state.error as? ListSceneError == .noPage(2))
  }

  @Test func `the scene has the title and the summary, and its rows open their detail`()
    async throws
  {
    let description = try #require(list.scenes.first)
    #expect(list.scenes.count == 1)
    #expect(description.title == "Stops" && description.summary == "list stops")
    let tester = await SceneTester(try description.makeScene(mediator))
    #expect(tester.scene.title == "Stops")
    #expect(try tester.actions(on: "2") == ["⏎ open", "c close"])
    #expect(try await tester.choose("2") == nil)
    #expect(tester.scene.title == "Stop S1")
    #expect(tester.text() == "S1 is a stop.")
  }

  @Test func `what configures the scene adds an action of its rows`() async throws {
    let tester = await SceneTester(try list.scene(from: 1, through: mediator))
    #expect(try await tester.press("c", on: "s3") == "Closed S3.")
    #expect(closed.values == ["s3"])
  }

  @Test func `a list without more actions has only the one of Enter`() async throws {
    let list = PagedList(
      "Stops", "list stops", command: "stops", pages: Depot.stops, id: \.id, title: \.name,
      rows: .table(.init { "\($0.name)" }), detail: .detail { "\($0.name)" }, examples: ["stops"])
    let tester = await SceneTester(try list.scene(from: 1, through: mediator))
    #expect(try tester.actions(on: "1") == ["⏎ open"])
    #expect(try tester.actions() == [])
  }
}
