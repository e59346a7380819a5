import Console
import Scenes
import TestSupport
import Testing

@testable import HostKit
@testable import metro

/// Random keys, actions of the mouse, sizes and times in the browser over the scenes of all modules.
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
    var keys = RandomSteps(seed: seed)
    var pressed: [String] = []
    for _ in 0..<count {
      let step = keys.next(on: session.browser.size)
      pressed = pressed.suffix(20) + ["\(step)"]
      session.perform(step)
      for _ in 0..<keys.pause { await Task.yield() }
      let problem = session.problem
      try #require(problem == nil, "\(problem ?? "") after \(pressed), seed \(seed)")
    }
    await session.stop()
  }
}

extension BrowserSession {
  /// What is wrong with the screen; nil if nothing is.
  var problem: String? {
    browser.updateEntries()
    let (frame, size) = (browser.frame, browser.size)
    guard frame.lines.count == size.rows else { return "\(frame.lines.count) lines" }
    if let line = frame.lines.first(where: { $0.columns > size.columns }) {
      return "the line '\(line)' has \(line.columns) columns of \(size.columns)"
    }
    if let cursor = frame.cursor, cursor.row >= size.rows || cursor.column >= size.columns {
      return "the text cursor at \(cursor)"
    }
    let entry = browser.currentEntry
    let rows = browser.content(of: entry).lines.compactMap(\.self)
    guard !rows.isEmpty, !entry.state.isShowingHelp else { return nil }
    let selection = entry.state.cursor.selection
    return selection.map(rows.contains) == true ? nil : "no selection among \(rows.count) lines"
  }
}
