import Foundation
import ListScene
import Testing

@MainActor
struct ListSectionLoadingTests {
  @Test func `the first page is asked for, and may be a kept copy`() async {
    let source = Source(5)
    let section = source.section()
    #expect(section.state.name == "loading")
    await section.open()
    #expect(section.state.name == "content")
    #expect(section.rows.map(\.id) == ["s0", "s1", "s2"])
    #expect(section.hasMore)
    #expect(source.requests == [ListRequest(offset: 0, limit: 3, isFresh: false)])
  }

  @Test func `a stale copy is shown until a fresh page is there`() async {
    let source = Source(["a", "b"])
    source.change { $0.kept = [Stop("b", "old"), Stop("c")] }
    let section = source.section()
    var shown: [[String]] = []
    let scene = ListScene("", ListController(section))
    scene.host = { [weak section] event in
      if case .changed = event.kind { shown.append(section?.rows.map(\.id) ?? []) }
    }
    await section.open()
    #expect(shown == [["b", "c"], ["a", "b"]])
    #expect(source.requests.map(\.isFresh) == [false, true])
  }

  @Test(arguments: [(0, "empty"), (1, "content")])
  func `nothing is a state of its own`(count: Int, state: String) async {
    let section = Source(count).section()
    await section.open()
    #expect(section.state.name == state)
  }

  @Test func `a failure without rows leaves nothing but its reason`() async {
    let source = Source(2)
    source.change { $0.failure = .closed("source") }
    let section = source.section()
    await section.open()
    #expect(section.state.name == "failed")
    #expect(section.state.error as? Failure == .closed("source"))
    source.change { $0.failure = nil }
    await section.open()
    #expect(section.state.name == "content")
    #expect(section.state.error == nil)
  }

  @Test(arguments: ["open", "refresh", "more"])
  func `a failure leaves the rows that are there`(work: String) async {
    let source = Source(5)
    let section = source.section()
    await section.open()
    source.change { $0.failure = .closed("source") }
    await section.run(work)
    #expect(section.state.name == "stale")
    #expect(section.rows.count == 3)
    #expect(section.hasMore)
    source.change { $0.failure = nil }
    await section.loadMore()
    #expect(section.state.name == "content")
    #expect(section.rows.count == 5)
  }

  @Test func `a refresh asks for as many rows as there are`() async {
    let source = Source(8)
    let section = source.section()
    await section.open()
    await section.loadMore()
    await section.refresh()
    #expect(section.rows.count == 6)
    #expect(source.requests.last == ListRequest(offset: 0, limit: 6, isFresh: true))
  }

  @Test func `pages are added up to the last one`() async {
    let source = Source(8)
    let section = source.section()
    await section.open()
    for count in [6, 8, 8] {
      await section.loadMore()
      #expect(section.rows.map(\.id) == (0..<count).map { "s\($0)" })
    }
    #expect(!section.hasMore)
    #expect(source.requests.map(\.offset) == [0, 2, 5])
  }

  @Test func `a list may begin at a later row`() async {
    let source = Source(9)
    let section = source.section(firstRow: 3)
    await section.open()
    #expect(section.rows.map(\.id) == ["s3", "s4", "s5"])
    await section.loadMore()
    #expect(section.rows.map(\.id) == (3..<9).map { "s\($0)" })
    #expect(source.requests.map(\.offset) == [3, 5])
  }

  @Test(
    arguments: [
      (["new", "s0", "s1", "s2", "s3", "s4", "s5"], 6), (["s1", "s2", "s3", "s4", "s5"], 5),
      (["s0", "s1", "s3", "s4", "s5"], 5), (["s0", "s1"], 2), ([], 0),
      (["s0", "s2", "s1", "s3", "s4", "s5"], 6), (["s1", "s3", "s2", "s0", "s4", "s5"], 6),
    ] as [([String], Int)])
  func `pages that shift neither lose a row nor give one twice`(
    ids: [String], count: Int
  ) async {
    let source = Source(6)
    let section = source.section()
    await section.open()
    source.change { $0.stops = ids.map { Stop($0) } }
    await section.loadMore()
    #expect(section.rows.map(\.id) == Array(ids.prefix(count)))
  }

  @Test func `a row that an answer has twice is shown once`() async {
    let section = Source(["a", "b", "a"]).section()
    await section.open()
    #expect(section.rows.map(\.id) == ["a", "b"])
  }

  @Test func `a source that promises more and gives nothing is believed once`() async {
    let source = Source(3)
    source.change { $0.boasts = true }
    let section = source.section()
    await section.open()
    #expect(section.hasMore)
    await section.loadMore()
    #expect(!section.hasMore)
    #expect(section.rows.count == 3)
    await section.loadMore()
    #expect(source.requests.count == 2)
  }

  @Test func `who asks for more at the same time gets the same page`() async {
    let source = Source(9)
    let section = source.section()
    await section.open()
    source.gate.close()
    let tasks = (0..<3).map { _ in Task { await section.loadMore() } }
    await source.gate.arrival()
    #expect(section.isLoading)
    source.gate.open()
    for task in tasks { await task.value }
    #expect(section.rows.count == 6)
    #expect(!section.isLoading)
    #expect(source.requests.count == 2)
  }

  @Test func `a refresh that is asked for while one is on its way begins after that`() async {
    let source = Source(1)
    let section = source.section()
    await section.open()
    source.change { $0.change = { stops in stops.append(Stop("new \(stops.count)")) } }
    source.gate.close()
    let first = Task { await section.refresh() }
    await source.gate.arrival()
    let others = (0..<3).map { _ in Task { await section.refresh() } }
    source.gate.open()
    await first.value
    for task in others { await task.value }
    #expect(section.rows.count == 3)
    #expect(source.requests.count == 3)
  }

  @Test func `who gives up leaves everything as it is`() async {
    let source = Source(4)
    let section = source.section()
    await section.open()
    source.gate.close()
    source.change { $0.failure = .closed("source") }
    let task = Task { await section.refresh() }
    await source.gate.arrival()
    task.cancel()
    source.gate.open()
    await task.value
    #expect(section.state.name == "content")
    #expect(section.rows.count == 3)
  }
}

extension ListSection {
  fileprivate func run(_ work: String) async {
    switch work {
    case "open": await open()
    case "refresh": await refresh()
    default: await loadMore()
    }
  }
}
