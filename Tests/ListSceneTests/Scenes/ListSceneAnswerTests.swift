import Console
import ListScene
import Mediator
import Testing

@MainActor
struct ListSceneAnswerTests {
  private let page = Page(columns: 40)

  /// A scene whose rows open a scene with one text.
  private func scene(_ source: Source) -> ListScene {
    ListScene("", ListController(source.section())) { scene, event in
      guard let stop = event.selected(Stop.self) else { return event }
      let section = ListSection("stop", id: \.id, layout: .detail { (stop: Stop, _) in stop.name })
      {
        _ in ListPage([stop])
      }
      scene.push(ListScene(stop.name, ListController(section)))
      return nil
    }
  }

  @Test(arguments: ["1", "s0"])
  func `a row is named by its number or identity`(name: String) async throws {
    let scene = scene(Source(5))
    await scene.controller.open()
    #expect(try await scene.answer(selecting: name).text(page) == "S0")
  }

  @Test func `an identity counts before a number`() async throws {
    let scene = scene(Source(["2", "x"]))
    await scene.controller.open()
    #expect(try await scene.answer(selecting: "2").text(page) == "2")
    #expect(try await scene.answer(selecting: "1").text(page) == "2")
  }

  @Test func `pages are looked through until the row is there`() async throws {
    let source = Source(10)
    let scene = scene(source)
    await scene.controller.open()
    #expect(try await scene.answer(selecting: "s6").text(page) == "S6")
    #expect(source.requests.count == 3)
  }

  @Test func `a row that is nowhere is not looked for without end`() async throws {
    let source = Source(1000)
    let scene = scene(source)
    await scene.controller.open()
    await #expect(throws: ListSceneError.noRowSoFar("s999x", pages: 50)) {
      try await scene.answer(selecting: "s999x")
    }
    #expect(source.requests.count == 50)
  }

  @Test func `a failure without rows is thrown, one with rows is told`() async throws {
    let source = Source(1)
    let scene = scene(source)
    await scene.controller.open()
    #expect(try scene.answer().failure == nil)
    source.change { $0.failure = .closed("source") }
    await scene.controller.refresh()
    #expect(try scene.answer().failure == .notFound)
    let other = self.scene(source)
    await other.controller.open()
    #expect(throws: Failure.closed("source")) { try other.answer() }
  }

  @Test func `a failure while looking for a row is told as it is`() async throws {
    let source = Source(10)
    let scene = scene(source)
    await scene.controller.open()
    source.change { $0.failure = .closed("source") }
    await #expect(throws: Failure.closed("source")) { try await scene.answer(selecting: "s9") }
  }

  @Test func `a row may open nothing`() async throws {
    let scene = ListScene("", ListController(Source(1).section()))
    await scene.controller.open()
    await #expect(throws: ListSceneError.leadsNowhere("1")) {
      try await scene.answer(selecting: "1")
    }
  }

  @Test func `a command opens a scene and shows it`() async throws {
    let command = Command("stops", "List stops", examples: ["stops"]) { _ in self.scene(Source(1)) }
    let invocation = Invocation(
      parameters: [:], mediator: Mediator(), progress: ProgressReporter { _, _ in })
    #expect(try await command.run(invocation).text(page) == "   name\n1  S0")
  }
}
