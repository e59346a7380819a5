import Console
import Scenes
import TestSupport
import Testing

@testable import HostKit
@testable import metro

/// Random keys, actions of the mouse, sizes and times in the browser over the scenes of all
/// modules.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct BrowserStormTests {
  private nonisolated static let storms =
    TestOptions.isThorough
    ? [(seed: 1, count: 20_000), (2, 5000), (3, 5000), (4, 5000)] : [(seed: 1, count: 500)]

  @Test(arguments: storms)
  func `after any keys, the frame fits the screen and a row is selected`(
    seed: Int, count: Int
  ) async throws {
    let session = try await BrowserSession(
      size: ScreenSize(columns: 80, rows: 24), colors: .ansi256)
    var steps = RandomSteps(seed: seed)
    try await session.perform(count, &steps)
    await session.stop()
  }
}
