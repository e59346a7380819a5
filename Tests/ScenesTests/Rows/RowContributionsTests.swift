import Documents
import Mediator
import ModuleTesting
import Scenes
import Testing

/// What modules add to the rows of others.
@MainActor @Suite(.timeLimit(.minutes(15))) struct RowContributionsTests {
  private let source = StopSource(["a", "b"])
  private let stops: ListSection<Stop>
  private let others = StopSource(["x"]).section("others")
  private let scene: ListScene

  init() {
    stops = source.section()
    stops.slot = RowSlot("stop", Stop.self)
    scene = ListScene("Stops", [stops, others])
  }

  private static func action(
    _ title: LocalizedText, key: Shortcut = "m", on slot: String = "stop"
  ) -> RowActionDescription {
    RowActionDescription(title, key: key, on: slot) { _, row, _ in
      LocalizedText(verbatim: "\(title) \(row.member(at: "name") ?? .null).")
    }
  }

  private static func detail(
    _ load: @escaping @concurrent @Sendable (JSONValue) async throws -> [Stop]
  ) -> RowDetailDescription {
    RowDetailDescription(
      "Weather", on: "stop", id: \.id, layout: .detail { [.line(Text(verbatim: $0.name))] }
    ) { row, _ in try await load(row) }
  }

  private func add(
    _ actions: [RowActionDescription], _ details: [RowDetailDescription] = [],
    reserved: Set<Shortcut> = []
  ) {
    scene.environment.rows = RowContributions(
      actions: actions, details: details, reservedKeys: reserved, through: Mediator())
  }

  @Test func `an action is offered on the rows of its slot only, and receives their JSON`()
    async throws
  {
    add([Self.action("remind"), Self.action("lost", key: "l", on: "trip")])
    let tester = await SceneTester(scene)
    #expect(try tester.actions(on: "a") == ["m remind"])
    #expect(try tester.actions(on: "x") == [])
    #expect(try tester.actions() == [])
    #expect(try await tester.press("m", on: "b") == #"remind text("B")."#)
  }

  @Test func `a key that is taken or reserved is replaced by a letter of the title`() async throws {
    scene.addAction("move", key: "m") { _ in nil }
    add([Self.action("remind"), Self.action("mine")], reserved: ["r"])
    let tester = await SceneTester(scene)
    #expect(try tester.actions(on: "a") == ["m move", "e remind", "i mine"])
  }

  @Test func `of more actions than keys, the last ones are left out`() async throws {
    add((0..<1000).map { Self.action("action \($0)") }, reserved: ["q"])
    let tester = await SceneTester(scene)
    let keys = try tester.actions(on: "a").map { $0.prefix(2) }
    #expect(keys.count == 51 && Set(keys).count == 51)
  }

  @Test func `a detail is shown below what the row opens, also if that is an action of Enter`()
    async throws
  {
    stops.detail = { _ in .scene(ListScene("Stop", [StopSource(["y"]).section("page")])) }
    add([], [Self.detail { [Stop("w", "Rain at \($0.member(at: "name")?.text ?? "")")] }])
    let tester = await SceneTester(scene)
    try await tester.choose("a")
    #expect(tester.text().contains("Y") && tester.text().contains("Weather\nRain at A"))
    scene.pop()
    scene.addAction("open", key: .enter, on: stops) { scene, _ in
      scene.push(ListScene("Page", [StopSource(["z"]).section("page")]))
      return nil
    }
    try await tester.choose("b")
    #expect(tester.text().contains("Z") && tester.text().contains("Rain at B"))
    scene.pop()
    try await tester.choose("x")
    #expect(scene.pushed == nil)
  }

  @Test func `a scene that is opened after an action of Enter has no details of its row`()
    async throws
  {
    add([], [Self.detail { _ in [Stop("w", "Rain")] }])
    scene.addAction("buy", key: .enter, on: stops) { _, _ in "Bought." }
    let tester = await SceneTester(scene)
    #expect(try await tester.choose("a") == "Bought.")
    scene.push(ListScene("Page", [StopSource(["z"]).section("page")]))
    #expect(scene.pushed?.sections.map(\.id) == ["page"])
  }

  @Test func `a detail that fails says so in its place, and one without items is hidden`()
    async throws
  {
    stops.detail = { _ in .scene(ListScene("Stop", [StopSource(["y"]).section("page")])) }
    add([], [Self.detail { _ in throw SourceError.closed("port") }, Self.detail { _ in [] }])
    let tester = await SceneTester(scene)
    try await tester.choose("a")
    #expect(
      tester.text().contains("Y\n\n")
        && tester.text().hasSuffix("Weather\n'port' is closed; try again"),
      "\(tester.text())")
  }

  @Test func `a scene that returns a result to the one with the row has no details`() async throws {
    add([], [Self.detail { _ in [Stop("w")] }])
    scene.addAction("open", key: .enter, on: stops) { scene, _ in
      scene.push { (_: @escaping @MainActor (Int) -> Void) in
        ListScene("Choose", [])
      } onResult: {
        _ in
      }
      return nil
    }
    let tester = await SceneTester(scene)
    try await tester.choose("a")
    #expect(scene.pushed?.sections.isEmpty == true)
  }
}

extension JSONValue {
  fileprivate var text: String? { if case .text(let text) = self { text } else { nil } }
}
