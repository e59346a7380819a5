import Documents
import Foundation
import Mediator
import Platform
import Testing

@testable import Scenes

@MainActor @Suite(.timeLimit(.minutes(15))) struct SceneSectionLoadingTests {
  @Test func `opening requests the first page and accepts cached items`() async {
    let source = StopSource(5)
    let section = source.section()
    #expect(section.state.name == "loading")
    await section.open()
    #expect(section.state.name == "content")
    #expect(section.rows.map(\.id) == ["s0", "s1", "s2"])
    #expect(section.hasMore)
    #expect(source.requests == [ListRequest(offset: 0, limit: 3, ignoresCache: false)])
  }

  @Test func `a stale page is shown until a fresh one is loaded`() async {
    let source = StopSource(["a", "b"])
    source.change { $0.cached = [Stop("b", "old"), Stop("c")] }
    let section = source.section()
    var shown: [[String]] = []
    let scene = ListScene("", [section])
    scene.onChange = { _, section in shown.append(section.rows.map(\.id)) }
    await section.open()
    #expect(shown == [["b", "c"], ["a", "b"]])
    #expect(source.requests.map(\.ignoresCache) == [false, true])
  }

  @Test func `a refresh that changes no row is no change`() async {
    let section = StopSource(["a", "b"]).section()
    var changes = 0
    let scene = ListScene("", [section])
    scene.onChange = { _, _ in changes += 1 }
    await section.open()
    await section.refresh()
    #expect(changes == 1)
  }

  @Test func `rows that are left out count in the offset of the next page`() async throws {
    let ids = ["a", "", "b", "", "c", "d", "e"]
    let all = ids.map { $0.isEmpty ? "{}" : #"{"id": "\#($0)", "name": "x"}"# }
    let requests = Lock<[ListRequest]>([])
    let section = ListSection(
      "stops", id: \Stop.id, layout: .table(.init { "\($0.name)" }), pageSize: 4
    ) { request in
      requests.withLock { $0.append(request) }
      let part = all.dropFirst(request.offset).prefix(request.limit)
      let json = Data("[\(part.joined(separator: ","))]".utf8)
      let rows = try JSONDecoder().decode(LossyArray<Stop>.self, from: json)
      return request.page(from: rows, hasMore: request.offset + part.count < all.count)
    }
    await section.open()
    #expect(section.rows.map(\.id) == ["a", "b"])
    await section.loadMore()
    #expect(section.rows.map(\.id) == ["a", "b", "c", "d", "e"])
    #expect(requests.withLock { $0.map(\.offset) } == [0, 2])
    #expect(section.problems.count == 2)
  }

  @Test(arguments: [(0, "empty"), (1, "content")])
  func `an empty list has its own state`(count: Int, state: String) async {
    let section = StopSource(count).section()
    await section.open()
    #expect(section.state.name == state)
  }

  @Test func `a failure without rows is the state of the section`() async {
    let source = StopSource(2)
    source.change { $0.failure = .closed("source") }
    let section = source.section()
    await section.open()
    #expect(section.state.name == "failed")
    #expect(section.state.error as? SourceError == .closed("source"))
    source.change { $0.failure = nil }
    await section.open()
    #expect(section.state.name == "content")
    #expect(section.state.error == nil)
  }

  @Test(arguments: ["open", "refresh", "more"])
  func `a failure leaves the loaded rows unchanged`(work: String) async {
    let source = StopSource(5)
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

  @Test func `a refresh requests as many rows as are loaded`() async {
    let source = StopSource(8)
    let section = source.section()
    await section.open()
    await section.loadMore()
    await section.refresh()
    #expect(section.rows.count == 6)
    #expect(source.requests.last == ListRequest(offset: 0, limit: 6, ignoresCache: true))
  }

  @Test func `pages are added until the last one`() async {
    let source = StopSource(8)
    let section = source.section()
    await section.open()
    for count in [6, 8, 8] {
      await section.loadMore()
      #expect(section.rows.map(\.id) == (0..<count).map { "s\($0)" })
    }
    #expect(!section.hasMore)
    #expect(source.requests.map(\.offset) == [0, 2, 5])
  }

  @Test func `a section may begin at a later row of the list`() async {
    let source = StopSource(9)
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
  func `when pages shift, no row is missing and none appears twice`(
    ids: [String], count: Int
  ) async {
    let source = StopSource(6)
    let section = source.section()
    await section.open()
    source.change { $0.stops = ids.map { Stop($0) } }
    await section.loadMore()
    #expect(section.rows.map(\.id) == Array(ids.prefix(count)))
  }

  @Test func `a row that a page contains twice is shown once`() async {
    let section = StopSource(["a", "b", "a"]).section()
    await section.open()
    #expect(section.rows.map(\.id) == ["a", "b"])
  }

  @Test func `a source that claims to have more but returns nothing is asked once`() async {
    let source = StopSource(3)
    source.change { $0.alwaysHasMore = true }
    let section = source.section()
    await section.open()
    #expect(section.hasMore)
    await section.loadMore()
    #expect(!section.hasMore)
    #expect(section.rows.count == 3)
    await section.loadMore()
    #expect(source.requests.count == 2)
  }

  @Test func `concurrent requests for more rows share one page`() async {
    let source = StopSource(9)
    let section = source.section()
    await section.open()
    source.gate.close()
    let tasks = (0..<3).map { _ in Task { await section.loadMore() } }
    await source.gate.waitForTask()
    #expect(section.isLoading)
    source.gate.open()
    for task in tasks { await task.value }
    #expect(section.rows.count == 6)
    #expect(!section.isLoading)
    #expect(source.requests.count == 2)
  }

  @Test func `a refresh during another refresh starts after it`() async {
    let source = StopSource(1)
    let section = source.section()
    await section.open()
    source.change { $0.change = { stops in stops.append(Stop("new \(stops.count)")) } }
    source.gate.close()
    let first = Task { await section.refresh() }
    await source.gate.waitForTask()
    let others = (0..<3).map { _ in Task { await section.refresh() } }
    source.gate.open()
    await first.value
    for task in others { await task.value }
    #expect(section.rows.count == 3)
    #expect(source.requests.count == 3)
  }

  @Test func `a cancelled refresh changes nothing`() async {
    let source = StopSource(4)
    let section = source.section()
    await section.open()
    source.gate.close()
    source.change { $0.failure = .closed("source") }
    let task = Task { await section.refresh() }
    await source.gate.waitForTask()
    task.cancel()
    source.gate.open()
    await task.value
    #expect(section.state.name == "content")
    #expect(section.rows.count == 3)
  }
}

extension SceneSection {
  fileprivate func run(_ work: String) async {
    switch work {
    case "open": await open()
    case "refresh": await refresh()
    default: await loadMore()
    }
  }
}
