import Console
import Documents
import Mediator
import ModuleTesting
import Observation
import Scenes
import Testing

private struct StopsChanged: Event {}
private struct StopsClosed: Event {}

/// Scenes that were pushed for a result, how each of them ends, and the results.
@MainActor
private final class Pushes {
  private(set) var ends: [(Int) -> Void] = []
  private(set) var results: [Int] = []

  func add(to scene: ListScene) {
    scene.push { end in
      ends.append(end)
      return ListScene("over", [])
    } onResult: { [self] in
      results.append($0)
    }
  }
}

@MainActor @Suite(.timeLimit(.minutes(15))) struct ListSceneTests {
  @Test func `a row opens a value, which its section makes of the item`() async throws {
    let (others, stops) = (StopSource(1).section("others"), StopSource(["a", "b"]).section())
    others.opens = { "other \($0.id)" }
    stops.opens = { "stop \($0.name)" }
    let tester = await SceneTester(ListScene("Stops", [others, stops]))
    for row in ["b", "s0"] { try await tester.choose(row) }
    #expect(tester.opened as? [String] == ["stop B", "other s0"])
  }

  @Test func `a scene refreshes after an event until it is released`() async throws {
    let mediator = Mediator()
    let source = StopSource(["a", "b"])
    let description = SceneDescription("Stops", "", following: [StopsChanged.self]) { _ in
      ListScene("Stops", [source.section()])
    }
    var scene: ListScene? = try description.makeScene(mediator)
    await scene?.open()
    source.change { $0.stops.append(Stop("c")) }
    await mediator.publishAndWait(StopsChanged())
    #expect(scene?.sections[0].rows.map(\.id) == ["a", "b", "c"])
    scene = nil
    let count = source.requests.count
    await mediator.publishAndWait(StopsChanged())
    #expect(source.requests.count == count)
  }

  @Test func `a section that follows events of its own is refreshed only after these`() async throws
  {
    let mediator = Mediator()
    let (all, own) = (StopSource(1), StopSource(1))
    let description = SceneDescription("Stops", "", following: [StopsChanged.self]) { _ in
      let section = ListSection(
        "own", id: \Stop.id, layout: .table(.init { "\($0.name)" }), following: [StopsClosed.self]
      ) { try await own.page($0) }
      return ListScene("Stops", [all.section("all"), section])
    }
    let scene = try description.makeScene(mediator)
    await scene.open()
    await mediator.publishAndWait(StopsChanged())
    #expect([all.requests.count, own.requests.count] == [2, 1])
    await mediator.publishAndWait(StopsClosed())
    #expect([all.requests.count, own.requests.count] == [2, 2])
  }

  @Test func `a pushed scene follows the same events, and one refresh follows many of them`()
    async throws
  {
    let mediator = Mediator()
    let source = StopSource(1)
    let description = SceneDescription("Stops", "", following: [StopsChanged.self]) { _ in
      ListScene("Stops", [])
    }
    let scene = try description.makeScene(mediator)
    scene.push(ListScene("Stop", [source.section()]))
    await scene.pushed?.open()
    source.gate.close()
    mediator.publish(StopsChanged())
    await source.gate.waitForTask()
    for _ in 0..<20 { mediator.publish(StopsChanged()) }
    source.gate.open()
    await mediator.drain()
    #expect(source.requests.count == 3)
  }

  @Test func `a pushed scene that follows events of its own follows no others`() async throws {
    let mediator = Mediator()
    let source = StopSource(1)
    let scene = ListScene("Stops", [])
    scene.follow([StopsChanged.self], through: mediator)
    let over = ListScene("Stop", [source.section()])
    over.follow([StopsClosed.self], through: mediator)
    scene.push(over)
    await over.open()
    await mediator.publishAndWait(StopsChanged())
    #expect(source.requests.count == 1)
    await mediator.publishAndWait(StopsClosed())
    #expect(source.requests.count == 2)
  }

  @Test func `a scene has the items of its rows, from which it chooses its urgency`() async {
    let source = StopSource(1)
    let sections = [source.section("a"), StopSource(["x"]).section("b")]
    let scene = ListScene("Stops", sections)
    scene.onChange = { scene, _ in
      scene.urgency = sections.flatMap(\.items).count > 2 ? .critical : .normal
    }
    await scene.open()
    #expect(scene.urgency == .normal)
    source.change { $0.stops.append(Stop("s1")) }
    await scene.refresh()
    #expect(sections.map { $0.items.map(\.id) } == [["s0", "s1"], ["x"]])
    #expect(scene.items(as: Stop.self).map(\.id) == ["s0", "s1", "x"])
    #expect(scene.urgency == .critical)
  }

  @Test func `a row opens a scene that returns a typed result`() async throws {
    let section = StopSource(["a", "b"]).section()
    var chosen: [Int] = []
    var ends: [(Int) -> Void] = []
    let scene = ListScene("Stops", [section])
    scene.addAction("choose", key: .enter, on: section) { scene, stop in
      scene.push { end in
        ends.append(end)
        return ListScene("\(stop.name)", [StopSource([stop.id]).section()])
      } onResult: {
        chosen.append($0)
      }
      return nil
    }
    try await SceneTester(scene).choose("b")
    let pushed = try #require(scene.pushed)
    #expect(pushed.title == "B")
    ends[0](7)
    #expect(scene.pushed == nil)
    ends[0](8)
    #expect(chosen == [7])
  }

  @Test func `a scene that was popped returns no result`() {
    let scene = ListScene("", [])
    let pushes = Pushes()
    pushes.add(to: scene)
    scene.pop()
    pushes.ends[0](1)
    pushes.add(to: scene)
    pushes.ends[0](1)
    #expect(scene.pushed != nil)
    pushes.ends[1](3)
    #expect(pushes.results == [3])
  }

  @Test func `a scene that was left while its action waits shows no other scene over it`() {
    let (root, pushes) = (ListScene("root", []), Pushes())
    var left: ListScene? = ListScene("left", [])
    weak let released = left
    left.map { root.push($0) }
    root.pop()
    if let left {
      pushes.add(to: left)
      #expect(left.pushed == nil)
    }
    left = nil
    #expect(released == nil)
  }

  @Test func `a section keeps its own error, and the presenter receives those that are reported`()
    async
  {
    let sources = [StopSource(1), StopSource(1)]
    for (index, source) in sources.enumerated() {
      source.change { $0.failure = .closed("\(index)") }
    }
    let scene = ListScene("", [sources[0].section("0"), sources[1].section("1")])
    let tester = await SceneTester(scene)
    #expect(tester.notices.isEmpty)
    #expect(
      scene.sections.map { $0.state.error as? SourceError } == [.closed("0"), .closed("1")])
    scene.report(SourceError.closed("host"))
    #expect(tester.notices == ["\(SourceError.closed("host"))"])
  }

  @Test func `requests of a pushed scene reach the same presenter`() {
    let (scene, over, top) = (ListScene("under", []), ListScene("over", []), ListScene("top", []))
    var requests: [String] = []
    scene.onRequest = { request in
      switch request {
      case .open(let value): requests.append("open \(value)")
      case .close(let id): requests.append("close \(id == ObjectIdentifier(over) ? "over" : "")")
      case .notify(let sentence): requests.append("notify \(sentence)")
      case .copy(let text): requests.append("copy \(text)")
      case .report(let error): requests.append("report \(error)")
      }
    }
    scene.push(over)
    over.push(top)
    over.report(SourceError.closed("over"))
    top.openScene(showing: 7)
    top.notify("Saved.")
    top.copy("text")
    over.close()
    #expect(
      requests == [
        "report 'over' is closed; try again", "open 7", "notify Saved.", "copy text", "close over",
      ])
  }

  @Test func `work that the person has stopped is no error`() async throws {
    let scene = ListScene("Stops", [])
    let tester = await SceneTester(scene)
    scene.perform { throw CancellationError() }
    scene.perform { "done" }
    scene.perform { throw SourceError.closed("source") }
    #expect(scene.runningTasks == 3)
    try await wait { scene.runningTasks == 0 }
    #expect(tester.notices.sorted() == ["\(SourceError.closed("source"))", "done"].sorted())
  }

  @Test func `a change of a section is observable`() async {
    let section = StopSource(1).section()
    await confirmation { changed in
      withObservationTracking {
        _ = section.rows
      } onChange: {
        changed()
      }
      await section.open()
    }
  }
}
