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
  @Test(
    arguments: [
      (nil, nil), (.zero, .seconds(1)), (.seconds(-5), .seconds(1)),
      (.milliseconds(1), .seconds(1)), (.seconds(60), .seconds(60)),
    ] as [(Duration?, Duration?)])
  func `a scene is refreshed at most once a second`(interval: Duration?, used: Duration?) {
    let scene = ListScene("Stops", [])
    scene.refreshInterval = interval
    #expect(scene.refreshInterval == used)
  }

  @Test func `the scene handles an event before the host`() async throws {
    var receivers: [String] = []
    let section = StopSource(["a", "b"]).section()
    let scene = ListScene("Stops", [StopSource(1).section("others"), section]) { _, event in
      guard case .selected = event.kind else { return event }
      receivers.append("scene \(event.section ?? "") \(event.row?.id ?? "")")
      return event
    }
    scene.onEvent = { event in
      guard let stop = event.selectedItem(as: Stop.self) else { return }
      receivers.append("host \(event.section ?? "") \(stop.id)")
    }
    await scene.open()
    section.send(.selected, from: try #require(section.rows.last))
    #expect(receivers == ["scene stops b", "host stops b"])
  }

  @Test func `a scene may stop an event`() async throws {
    var received = 0
    let section = StopSource(1).section()
    let scene = ListScene("", [section]) { _, event in
      guard case .custom = event.kind else { return event }
      return nil
    }
    scene.onEvent = { if case .custom = $0.kind { received += 1 } }
    await scene.open()
    section.send(.custom("keep"), from: try #require(section.rows.first))
    #expect(received == 0)
  }

  @Test func `a scene may replace an event`() async throws {
    let section = StopSource(1).section()
    let scene = ListScene("", [section]) { _, event in
      guard let stop = event.selectedItem(as: Stop.self) else { return event }
      return ListEvent(.custom("opened \(stop.name)"))
    }
    var received: [String] = []
    scene.onEvent = { if case .custom(let text as String) = $0.kind { received.append(text) } }
    await scene.open()
    section.send(.selected, from: try #require(section.rows.first))
    #expect(received == ["opened S0"])
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
    let scene = ListScene("Stops", [source.section("a"), StopSource(["x"]).section("b")]) {
      scene, event in
      if case .changed = event.kind {
        scene.urgency = scene.items(as: Stop.self).count > 2 ? .critical : .normal
      }
      return event
    }
    await scene.open()
    #expect(scene.urgency == .normal)
    source.change { $0.stops.append(Stop("s1")) }
    await scene.refresh()
    #expect(scene.items(as: Stop.self).map(\.id) == ["s0", "s1", "x"])
    #expect(scene.urgency == .critical)
  }

  @Test func `a selection opens a scene that returns a typed result`() async throws {
    let section = StopSource(["a", "b"]).section()
    var chosen: [Int] = []
    var ends: [(Int) -> Void] = []
    let scene = ListScene("Stops", [section]) { scene, event in
      guard let stop = event.selectedItem(as: Stop.self) else { return event }
      scene.push { end in
        ends.append(end)
        return ListScene(stop.name, [StopSource([stop.id]).section()])
      } onResult: {
        chosen.append($0)
      }
      return nil
    }
    await scene.open()
    section.send(.selected, from: try #require(section.rows.last))
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

  @Test func `a scene handles its own errors, and none of another scene`() async {
    let sources = [StopSource(1), StopSource(1)]
    for (index, source) in sources.enumerated() {
      source.change { $0.failure = .closed("\(index)") }
    }
    var names: Set<String> = []
    let scene = ListScene("", [sources[0].section("0"), sources[1].section("1")]) { _, event in
      if case .failed(SourceError.closed(let name)) = event.kind { names.insert(name) }
      return event
    }
    let over = ListScene("", [])
    scene.push(over)
    await scene.open()
    over.report(SourceError.closed("over"))
    scene.report(SourceError.closed("host"))
    #expect(names == ["0", "1", "host"])
  }

  @Test func `the host does not receive an error that the scene handles`() async {
    let source = StopSource(1)
    source.change { $0.failure = .closed("source") }
    let scene = ListScene("", [source.section()]) { _, event in
      if case .failed(SourceError.closed("source")) = event.kind { nil } else { event }
    }
    var names: [String] = []
    scene.onEvent = { event in
      if case .failed(SourceError.closed(let name)) = event.kind { names.append(name) }
    }
    await scene.open()
    scene.report(SourceError.closed("host"))
    #expect(names == ["host"])
  }

  @Test func `events of a pushed scene reach the same host`() {
    let (scene, over) = (ListScene("under", []), ListScene("over", []))
    var names: [String] = []
    scene.onEvent = { event in
      if case .failed(SourceError.closed(let name)) = event.kind { names.append(name) }
    }
    scene.push(over)
    over.report(SourceError.closed("over"))
    #expect(names == ["over"])
  }

  @Test func `work that the person has stopped is no error`() async throws {
    let scene = ListScene("Stops", [])
    var events: [String] = []
    scene.onEvent = { event in
      switch event.kind {
      case .failed(let error): events.append("\(error)")
      case .notice(let text): events.append(text)
      default: break
      }
    }
    scene.perform { throw CancellationError() }
    scene.perform { "done" }
    scene.perform { throw SourceError.closed("source") }
    #expect(scene.runningTasks == 3)
    try await wait { scene.runningTasks == 0 }
    #expect(events.sorted() == ["\(SourceError.closed("source"))", "done"].sorted())
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
