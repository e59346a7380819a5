import Console
import ModuleManager
import ModuleTesting
import Scenes
import TestSupport
import Testing

@testable import HostKit
@testable import metro

/// The memory of the browser over the scenes of all modules, while a person uses it for a long
/// time.
@Suite(
  .enabled(if: TestOptions.isThorough && TestOptions.measuresMemory && allocatedBytes != nil),
  .timeLimit(.minutes(30)))
struct BrowserMemoryTests {
  /// In a process of its own, because other tests run in this one.
  @Test func `20,000 random keys leave less than 1 MB in memory, and every frame is valid`() async {
    await #expect(processExitsWith: .success) {
      try await BrowserMemory.expectLimit(seed: 5)
    }
  }
}

@MainActor
private enum BrowserMemory {
  /// By then, each module has started, each statement is prepared, each subscription has received
  /// an event, and Swift knows the generic types: what is loaded once and stays. Fewer keys do not
  /// open every form.
  private static let warmUp = 5000
  private static let count = 20_000
  private static let limit = 1_000_000

  static func expectLimit(seed: Int) async throws {
    let session = try await BrowserSession(size: ScreenSize(columns: 80, rows: 24))
    try await session.openAllScenes()
    var steps = RandomSteps(seed: seed)
    try await session.perform(warmUp, &steps)
    let before = try #require(await session.memoryAtRest())
    try await session.perform(count, &steps)
    let after = try #require(await session.memoryAtRest())
    #expect(after - before < limit, "\(before) bytes before, \(after) after, seed \(seed)")
    await session.stop()
  }
}

extension BrowserSession {
  /// Opens each scene, and searches in it for a text in another script, for which ICU loads more
  /// than 1 MB of rules.
  fileprivate func openAllScenes() async throws {
    browser.receive(.resized(ScreenSize(columns: 120, rows: 40)))
    let scenes = Metro.app.modules.flatMap { $0.contributions(of: SceneDescription.self) }
    for title in Set(scenes.map { "\($0.title)" }).sorted() {
      await open(title)
      for key in [Key.character("/"), .paste("西")] { await press(key) }
      browser.scenes.first?.pop()
      await press(.home)
    }
  }

  /// The memory in bytes when the first scene is shown, the modules have released what they can
  /// load again, and nothing is being loaded; nil on a system that does not tell. It is the least
  /// of some measurements, because a scene that was left may still hold the journeys of a search
  /// that has not ended.
  fileprivate func memoryAtRest() async throws -> Int? {
    var least: Int?
    for _ in 0..<10 {
      guard let bytes = try await measuredMemory() else { return nil }
      least = min(least ?? bytes, bytes)
    }
    return least
  }

  private func measuredMemory() async throws -> Int? {
    browser.scenes.first?.pop()
    await press(.escape)
    browser.receive(.resized(ScreenSize(columns: 80, rows: 24)))
    clock.advance(by: .seconds(3600))
    try await waitUntilLoaded()
    await warnAboutMemory()
    try await waitUntilLoaded()
    return allocatedBytes
  }

  private func waitUntilLoaded() async throws {
    await press(.home)
    try await wait { !browser.scenes.contains { $0.sections.contains { $0.isLoading } } }
    await press(.home)
  }
}
