import Console
import ListScene
import Observation
import Testing

@MainActor
struct ListSceneTests {
  @Test func `an event climbs from row to host, and each link adds what it knows`() async throws {
    var links: [String] = []
    let section = Source(["a", "b"]).section { stop, event in
      links.append("row \(stop.id)")
      return event
    } respond: { event in
      guard case .selected = event.kind else { return event }
      links.append("section \(event.row?.id ?? "")")
      return event
    }
    let controller = ListController(Source(1).section("others"), section) { event in
      guard case .selected = event.kind else { return event }
      links.append("controller \(event.section ?? "") \(event.index ?? -1)")
      return event
    }
    let scene = ListScene("Stops", controller) { _, event in
      guard case .selected = event.kind else { return event }
      links.append("scene \(event.sectionIndex ?? -1)")
      return event
    }
    scene.host = { event in
      guard let stop = event.selected(Stop.self) else { return }
      links.append("host \(event.scene ?? "") \(stop.id)")
    }
    await controller.open()
    section.send(.selected, from: try #require(section.rows.last))
    #expect(links == ["row b", "section b", "controller stops 1", "scene 1", "host Stops b"])
  }

  @Test(arguments: ["row", "section", "controller", "scene", "host"])
  func `each link may stop an event`(end: String) async throws {
    var links: [String] = []
    func pass(_ link: String, _ event: ListEvent) -> ListEvent? {
      guard case .custom = event.kind else { return event }
      links.append(link)
      return link == end ? nil : event
    }
    let section = Source(1).section {
      pass("row", $1)
    } respond: {
      pass("section", $0)
    }
    let scene = ListScene("", ListController(section) { pass("controller", $0) }) {
      pass("scene", $1)
    }
    scene.host = { _ = pass("host", $0) }
    await scene.controller.open()
    section.send(.custom("keep"), from: try #require(section.rows.first))
    #expect(links.last == end)
    let chain = ["row", "section", "controller", "scene", "host"]
    #expect(links == Array(chain.prefix(links.count)))
  }

  @Test func `a link may make an event say more`() async throws {
    let section = Source(1).section { stop, event in
      guard case .selected = event.kind else { return event }
      return ListEvent(.custom("opened \(stop.name)"))
    }
    var told: [String] = []
    let scene = ListScene("", ListController(section))
    scene.host = { if case .custom(let text as String) = $0.kind { told.append(text) } }
    await scene.controller.open()
    section.send(.selected, from: try #require(section.rows.first))
    #expect(told == ["opened S0"])
  }

  @Test func `a selection opens a scene that gives a typed result back`() async throws {
    let section = Source(["a", "b"]).section()
    var chosen: [Int] = []
    var ends: [(Int) -> Void] = []
    let scene = ListScene("Stops", ListController(section)) { scene, event in
      guard let stop = event.selected(Stop.self) else { return event }
      scene.push { end in
        ends.append(end)
        return ListScene(stop.name, ListController(Source([stop.id]).section()))
      } onResult: {
        chosen.append($0)
      }
      return nil
    }
    await scene.controller.open()
    section.send(.selected, from: try #require(section.rows.last))
    let pushed = try #require(scene.pushed)
    #expect(pushed.title == "B")
    ends[0](7)
    #expect(scene.pushed == nil)
    ends[0](8)
    #expect(chosen == [7])
  }

  @Test func `a scene that was left gives no result`() {
    let scene = ListScene("", ListController())
    var results: [Int] = []
    var ends: [(Int) -> Void] = []
    func push() {
      scene.push { end in
        ends.append(end)
        return ListScene("over", ListController())
      } onResult: {
        results.append($0)
      }
    }
    push()
    scene.pop()
    ends[0](1)
    push()
    ends[0](2)
    #expect(scene.pushed != nil)
    ends[1](3)
    #expect(results == [3])
  }

  @Test func `every error of a scene is in one stream, and none of another scene`() async {
    let sources = [Source(1), Source(1)]
    for (index, source) in sources.enumerated() {
      source.change { $0.failure = .closed("\(index)") }
    }
    let scene = ListScene("", ListController(sources[0].section("0"), sources[1].section("1")))
    let over = ListScene("", ListController())
    scene.push(over)
    await scene.controller.open()
    over.report(Failure.closed("over"))
    scene.report(Failure.closed("host"))
    var told: Set<String> = []
    for await error in scene.errors {
      if case .closed(let name) = error as? Failure { told.insert(name) }
      if told.contains("host") { break }
    }
    #expect(told == ["0", "1", "host"])
  }

  @Test func `an error that a link stops is not told`() async {
    let source = Source(1)
    source.change { $0.failure = .closed("source") }
    let scene = ListScene("", ListController(source.section())) { _, event in
      if case .failed(Failure.closed("source")) = event.kind { nil } else { event }
    }
    await scene.controller.open()
    scene.report(Failure.closed("host"))
    var errors = scene.errors.makeAsyncIterator()
    #expect(await errors.next() as? Failure == .closed("host"))
  }

  @Test func `what happens over a scene reaches the same host`() {
    let (scene, over) = (ListScene("under", ListController()), ListScene("over", ListController()))
    var told: [String] = []
    scene.host = { told.append($0.scene ?? "") }
    scene.push(over)
    over.report(Failure.closed("x"))
    #expect(told == ["over"])
  }

  @Test func `who observes a section learns that it changes`() async {
    let section = Source(1).section()
    await confirmation { changed in
      withObservationTracking {
        _ = section.rows
      } onChange: {
        changed()
      }
      await section.open()
    }
  }

  @Test func `a banner shows what it picks of the section below`() async {
    let source = Source(["a", "b", "c", "d"])
    let section = source.section()
    let banner = ListSection(
      "banner", over: section, layout: .text { (stop: Stop, _) in "! \(stop.name)" }
    ) { $0.name.hasSuffix("!") }
    let scene = ListScene("", ListController(banner, section))
    await scene.controller.open()
    #expect(banner.state.name == "empty")
    source.change { $0.stops[1].name = "closed!" }
    await scene.controller.refresh()
    #expect(banner.rows.map(\.id) == ["b"])
    #expect(scene.snapshot.text(on: .init(columns: 40)).hasPrefix("! closed!\n\n   name\n1  A\n"))
    source.change { $0.stops[1].name = "open" }
    await scene.controller.refresh()
    #expect(banner.state.name == "empty")
  }
}
