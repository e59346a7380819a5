import Console
import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import NetworkInterface
import Scenes
import TestSupport
import Testing

@testable import HostKit
@testable import metro

/// Random keys, actions of the mouse and sizes in the browser over the scenes of all modules.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct BrowserStormTests {
  private static let count = TestOptions.isThorough ? 20_000 : 1000

  @Test(arguments: [1])
  func `after any keys, the frame fits the screen and a row is selected`(seed: Int) async throws {
    let session = try await StormSession()
    var keys = RandomKeys(seed: seed)
    var pressed: [String] = []
    for _ in 0..<Self.count {
      let step = keys.next(on: session.browser.size)
      pressed = pressed.suffix(20) + ["\(step)"]
      switch step {
      case .key(let key): session.browser.press(key)
      case .size(let size): session.browser.resize(to: size)
      }
      for _ in 0..<keys.pause { await Task.yield() }
      let problem = session.problem
      try #require(problem == nil, "\(problem ?? "") after \(pressed), seed \(seed)")
    }
    await session.stop()
  }
}

/// What a person does.
private enum Step {
  case key(Key)
  case size(ScreenSize)
}

/// Keys and sizes in the order of a seed.
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
    case 2..<5: return .key(.paste(Self.pastes.randomElement(using: &random) ?? ""))
    case 5..<25: return .key(.mouse(mouseEvent(on: size)))
    case 25..<50: return .key(.character(Self.letters.randomElement(using: &random) ?? "a"))
    // Most scenes are opened with Enter.
    case 50..<60: return .key(.enter)
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

/// The browser over the scenes of all modules, without a network.
@MainActor
private final class StormSession {
  let browser: Browser
  private let manager: ModuleManager
  private let folder = TemporaryFolder()
  private let interception: Subscription

  init() async throws {
    let now = try Date("2026-11-20T12:00:00Z", strategy: .iso8601)
    let mediator = Mediator()
    manager = try ModuleManager(AppModules.all, mediator: mediator) { [folder] manifest in
      ModuleContext(
        mediator: mediator, folder: folder.url.appending(path: manifest.target), now: { now })
    }
    interception = mediator.intercept(with: NoNetwork())
    let modules = Metro.app.modules
    browser = Browser(
      title: "metro",
      modules.contributions(of: SceneDescription.self).sorted { $0.title < $1.title },
      widgets: modules.contributions(of: WidgetDescription.self),
      bars: modules.contributions(of: BarDescription.self), mediator: mediator,
      size: ScreenSize(columns: 80, rows: 24), colors: .ansi256, now: { now }, clock: ManualClock())
    try await manager.open()
    await browser.waitUntilIdle()
  }

  func stop() async { await manager.stop() }

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

/// Fails each call that would use the network.
private struct NoNetwork: Interceptor {
  func intercept<Input: Sendable, Output: Sendable>(
    _ call: Call, _ input: Input, next: (Input) async throws -> Output
  ) async throws -> Output {
    guard ![Network.fetch.descriptor.id, Network.download.descriptor.id].contains(call.action.id)
    else {
      throw POSIXError(.ENETDOWN)
    }
    return try await next(input)
  }
}
