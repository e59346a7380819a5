import Console
import Documents
import Foundation
import Mediator
import Platform
import Scenes
import Testing

/// How rows are marked that are not up to date.
@MainActor
struct OutdatedRowsTests {
  /// A time of 20 November 2026, or some days earlier, by the calendar of this machine.
  private nonisolated static func date(_ hour: Int, _ minute: Int, daysAgo days: Int = 0) -> Date {
    let day = DateComponents(year: 2026, month: 11, day: 20 - days, hour: hour, minute: minute)
    return Calendar.current.date(from: day) ?? .distantPast
  }

  private let time = Lock(Self.date(10, 42))

  private func scene(_ sections: SceneSection...) -> ListScene {
    let scene = ListScene("", sections)
    scene.environment.now = { [time] in time.withLock(\.self) }
    return scene
  }

  private func text(of scene: ListScene) -> String { scene.snapshot.text(on: Page(columns: 60)) }

  @Test func `rows that could not be refreshed show when they were loaded`() async {
    let source = StopSource(1)
    let scene = scene(source.section())
    await scene.open()
    source.change { $0.failure = .closed("source") }
    time.withLock { $0 += 29 }
    await scene.refresh()
    #expect(text(of: scene).hasPrefix("   name\n"))
    time.withLock { $0 += 1 }
    #expect(
      text(of: scene) == """
        As of 10:42
           name
        1  S0
        Not up to date: 'source' is closed; try again
        """)
    time.withLock { $0 = Self.date(0, 1, daysAgo: -1) }
    #expect(text(of: scene).hasPrefix("As of yesterday 10:42\n"))
    source.change { $0.failure = nil }
    await scene.refresh()
    #expect(text(of: scene) == "   name\n1  S0")
  }

  @Test func `rows from a cache show their date as long as they are outdated`() async {
    let isStale = Lock(true)
    let section = ListSection(
      "stops", id: \.id, layout: .rows { (stop: Stop) in "\(stop.name)" }
    ) { request in
      if request.ignoresCache, isStale.withLock(\.self) { throw SourceError.closed("source") }
      return ListPage(
        [Stop("a")], isStale: isStale.withLock(\.self), date: Self.date(23, 10, daysAgo: 1))
    }
    let scene = scene(section)
    await scene.open()
    #expect(
      text(of: scene)
        == "As of yesterday 23:10\nA\nNot up to date: 'source' is closed; try again")
    isStale.withLock { $0 = false }
    await scene.refresh()
    #expect(text(of: scene) == "A")
  }

  @Test func `a date that several sections share is shown once`() async {
    let sources = [StopSource(1), StopSource(1)]
    let scene = scene(
      sources[0].section("a", title: "First"), sources[1].section("b", title: "Second"))
    await scene.open()
    for source in sources { source.change { $0.failure = .closed("source") } }
    time.withLock { $0 += 60 }
    await scene.refresh()
    #expect(text(of: scene).ranges(of: "As of").count == 1)
    #expect(text(of: scene).hasPrefix("First\nAs of 10:42\n"))
  }

  @Test func `a pushed scene marks old rows by the clock of the scene below`() {
    let (below, over) = (scene(), ListScene("", []))
    below.push(over)
    #expect(over.environment.now() == Self.date(10, 42))
  }

  @Test func `a command marks old rows by its own date`() async throws {
    let source = StopSource(1)
    let scene = scene(source.section())
    await scene.open()
    source.change { $0.failure = .closed("source") }
    await scene.refresh()
    let result = try scene.commandResult(at: Self.date(12, 0))
    #expect(result.text(on: Page(columns: 60)).hasPrefix("As of 10:42\n"))
  }
}
