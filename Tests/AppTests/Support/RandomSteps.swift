import Console
import ModuleTesting
import Scenes
import TestSupport
import Testing

@testable import HostKit

/// What happens to the browser.
enum BrowserStep {
  case key(Key)
  case size(ScreenSize)
  case time(Duration)
}

/// Keys, sizes and times in the order of a seed.
struct RandomSteps {
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

  let seed: Int
  private var random: SplitMix64

  init(seed: Int) {
    self.seed = seed
    random = SplitMix64(seed: seed)
  }

  /// How often other tasks may run before the next key.
  var pause: Int { mutating get { [0, 0, 1, 5, 20].randomElement(using: &random) ?? 0 } }

  mutating func next(on size: ScreenSize) -> BrowserStep {
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
  /// Does to the browser what happens, and does not wait for what follows.
  func perform(_ step: BrowserStep) {
    switch step {
    case .key(let key): browser.press(key)
    case .size(let size): browser.receive(.resized(size))
    case .time(let duration): clock.advance(by: duration)
    }
  }
}

extension BrowserSession {
  /// Performs random steps, and checks the screen after each.
  func perform(_ count: Int, _ steps: inout RandomSteps) async throws {
    var last: [String] = []
    for _ in 0..<count {
      let step = steps.next(on: browser.state.size)
      last = last.suffix(20) + ["\(step)"]
      perform(step)
      for _ in 0..<steps.pause { await Task.yield() }
      let problem = problem
      try #require(problem == nil, "\(problem ?? "") after \(last), seed \(steps.seed)")
    }
  }

  /// What is wrong with the screen; nil if nothing is.
  private var problem: String? {
    browser.reconcile()
    let (frame, size) = (browser.frame, browser.state.size)
    guard frame.lines.count == size.rows else { return "\(frame.lines.count) lines" }
    if let line = frame.lines.first(where: { $0.columns > size.columns }) {
      return "the line '\(line)' has \(line.columns) columns of \(size.columns)"
    }
    if let cursor = frame.cursor, cursor.row >= size.rows || cursor.column >= size.columns {
      return "the text cursor at \(cursor)"
    }
    let entry = browser.state.top
    let rows = browser.state.content(of: entry).lines.compactMap(\.self)
    guard !rows.isEmpty, !entry.view.isShowingHelp else { return nil }
    let selection = entry.view.cursor.selection
    return selection.map(rows.contains) == true ? nil : "no selection among \(rows.count) lines"
  }
}
