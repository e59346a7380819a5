import Console
import ModuleTesting
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
    ? [(seed: 1, count: 20_000), (2, 5000), (3, 5000), (4, 5000)] : [(seed: 1, count: 1000)]

  @Test(arguments: storms)
  func `after any keys, the frame fits the screen and a row is selected`(
    seed: Int, count: Int
  ) async throws {
    let session = try await BrowserSession(
      size: ScreenSize(columns: 80, rows: 24), colors: .ansi256)
    var keys = RandomKeys(seed: seed)
    var pressed: [String] = []
    for _ in 0..<count {
      let step = keys.next(on: session.browser.size)
      pressed = pressed.suffix(20) + ["\(step)"]
      switch step {
      case .key(let key): session.browser.press(key)
      case .size(let size): session.browser.resize(to: size)
      case .time(let duration): session.clock.advance(by: duration)
      }
      for _ in 0..<keys.pause { await Task.yield() }
      let problem = session.problem
      try #require(problem == nil, "\(problem ?? "") after \(pressed), seed \(seed)")
    }
    await session.stop()
  }
}

/// What happens to the browser.
private enum Step {
  case key(Key)
  case size(ScreenSize)
  case time(Duration)
}

/// Keys, sizes and times in the order of a seed.
private struct RandomKeys {
  private static let sizes = [
    (40, 15), (80, 24), (120, 40), (200, 50), (40, 8), (99, 12), (100, 30),
  ]
  private static let keys: [Key] = [
    .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .enter, .tab, .backspace, .delete,
    .escape, .f1, .control("o"), .control("w"), .control("u"), .control("l"), .control("n"),
  ]
  // Without 's', which writes files.
  private static let letters = Array("abcdefghijklmnopqrtuvwxyz/?+-0123 西门éG".map { $0 })
  private static let pastes = [
    "tr", "西直门", "Casa da Música", "\u{1B}[2J\n\t", String(repeating: "x", count: 300),
    "2026-11-20",
  ]

  private var random: SplitMix64

  init(seed: Int) { random = SplitMix64(seed: seed) }

  /// How often other tasks may run before the next key.
  var pause: Int { mutating get { [0, 0, 1, 5, 20].randomElement(using: &random) ?? 0 } }

  mutating func next(on size: ScreenSize) -> Step {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<2:
      let (columns, rows) = Self.sizes.randomElement(using: &random) ?? (80, 24)
      return .size(ScreenSize(columns: columns, rows: rows))
    // Long enough for panes, for marks of slow loads, for ticks, and for another day.
    case 2..<8:
      let durations = [0.05, 0.15, 0.3, 1, 60, 3600].map(Duration.seconds)
      return .time(durations.randomElement(using: &random) ?? .zero)
    case 8..<11: return .key(.paste(Self.pastes.randomElement(using: &random) ?? ""))
    case 11..<30: return .key(.mouse(mouseEvent(on: size)))
    case 30..<52: return .key(.character(Self.letters.randomElement(using: &random) ?? "a"))
    // Most scenes are opened with Enter.
    case 52..<62: return .key(.enter)
    default: return .key(Self.keys.randomElement(using: &random) ?? .down)
    }
  }

  private mutating func mouseEvent(on size: ScreenSize) -> MouseEvent {
    let actions: [MouseEvent.Action] = [.press, .drag, .release, .wheelUp, .wheelDown]
    return MouseEvent(
      actions.randomElement(using: &random) ?? .press,
      at: .init(
        row: Int.random(in: 0..<size.rows + 2, using: &random),
        column: Int.random(in: 0..<size.columns + 2, using: &random)))
  }
}

extension BrowserSession {
  /// What is wrong with the screen; nil if nothing is.
  fileprivate var problem: String? {
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
