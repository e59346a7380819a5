import Mediator
import Console
import ModuleManager
import ModuleTesting
import Scenes
import TestSupport
import Testing

@testable import HostKit
@testable import metro

/// Whether the memory of a scene is released when the person has left it.
@Suite(.timeLimit(.minutes(15)))
@MainActor
struct SceneReleaseTests {
  private nonisolated static let titles = Metro.app.modules
    .flatMap { $0.contributions(of: SceneDescription.self) }.map { "\($0.title)" }.sorted()
  private static let count = TestOptions.isThorough ? 50 : 10
  /// Keys that write files, or load from the network for a long time.
  private static let omitted: Set<Shortcut> = ["s", "d"]

  @Test(arguments: titles)
  func `a scene that the person has left is released, with all that its keys have opened`(
    title: String
  ) async throws {
    let session = try await BrowserSession(size: ScreenSize(columns: 120, rows: 40))
    let scenes = WeakScenes()
    for number in 0..<Self.count {
      await session.open(title)
      // Its detail pane is loaded, and it ticks.
      session.clock.advance(by: .seconds(60))
      await session.press(.down)
      let keys = session.browser.scenes.last?.actions.map(\.shortcut) ?? []
      var known = Self.omitted.union([.enter])
      let opening = [.enter] + keys.filter { known.insert($0).inserted }.map { Key($0) }
      await session.press(opening[number % opening.count])
      await session.press(.enter)
      scenes.add(session.browser.scenes.dropFirst())
      session.browser.scenes.first?.pop()
      await session.press(.home)
    }
    // Tasks that were cancelled may still have to end.
    for _ in 0..<1000 where scenes.first != nil { await session.press(.home) }
    #expect(scenes.first == nil)
    await session.stop()
  }
}

/// Scenes that are not retained.
@MainActor
private final class WeakScenes {
  private struct Reference {
    weak var scene: ListScene?
  }

  private var references: [Reference] = []

  /// The title of the first one that was not released.
  var first: LocalizedText? { references.lazy.compactMap(\.scene).first?.title }

  func add(_ scenes: some Sequence<ListScene>) {
    references += scenes.map(Reference.init)
  }
}
