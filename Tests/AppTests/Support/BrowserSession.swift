import BookmarksInterface
import Console
import DataSourceInterface
import Foundation
import JourneysInterface
import Mediator
import ModuleManager
import ModuleTesting
import NetworkInterface
import Platform
import RoutingInterface
import Scenes
import Testing

@testable import HostKit
@testable import metro

/// The browser over the scenes of all modules, with one bookmark unless it gets a folder. It
/// reaches only servers on this machine.
@MainActor
final class BrowserSession {
  let browser: Browser
  /// The clock of the browser; the current date of all modules advances with it.
  let clock = ManualClock()
  private let mediator = Mediator()
  private let manager: ModuleManager
  private let bridge: EventBridge
  private let time: Task<Void, Never>
  private let ownFolder = TemporaryFolder()
  private let planned = Lock(0)
  private let subscriptions: [Subscription]

  /// - Parameters:
  ///   - start: The date before the clock advances, as in ISO 8601.
  ///   - existing: The data folder, which several sessions may share as processes do.
  ///   - settings: The settings by the name of the module.
  ///   - app: The app, which may have plug-ins.
  init(
    now start: String = "2026-11-20T12:00:00Z", size: ScreenSize, colors: ColorDepth = .none,
    folder existing: URL? = nil, settings: [String: Parameters] = [:],
    app: CommandLineApp = Metro.app
  ) async throws {
    let (start, first) = (try Date(start, strategy: .iso8601), clock.now)
    let now: @Sendable () -> Date = { [clock] in
      start.addingTimeInterval(first.duration(to: clock.now) / .seconds(1))
    }
    let folder = existing ?? ownFolder.url
    let modules = app.modules
    bridge = EventBridge(
      of: modules.flatMap { $0.manifest.publishes }, on: mediator, in: folder, log: .silent)
    manager = try ModuleManager(modules, mediator: mediator, deadlines: .long) {
      [mediator] manifest in
      ModuleContext(
        mediator: mediator, folder: folder.appending(path: manifest.target), now: now,
        configuration: settings[manifest.name] ?? [:])
    }
    subscriptions = [
      mediator.follow(JourneyPlanned.self) { [planned] _ in planned.withLock { $0 += 1 } },
      mediator.intercept(with: NoNetwork()),
    ]
    bridge.receive()
    time = Task { [mediator, clock] in await mediator.publishTime(now: now, clock: clock) }
    try await manager.open()
    if existing == nil {
      _ = try await mediator.perform(
        Bookmarks.add, AddBookmark(name: "Work", from: "Trindade", to: "Aliados"))
    }
    browser = Browser(
      title: "metro", modules.presented, mediator: mediator, size: size,
      colors: colors, now: now, clock: clock)
    await browser.waitUntilIdle()
  }

  func stop() async {
    time.cancel()
    await bridge.stop()
    await manager.stop()
  }

  /// Lets the modules release what they can load again.
  func warnAboutMemory() async { await manager.didReceiveMemoryWarning() }

  /// How many journeys were published as planned for the person.
  var plannedCount: Int { planned.withLock(\.self) }

  func press(_ key: Key) async {
    browser.press(key)
    await waitUntilIdle()
  }

  /// Performs an action while the browser is open.
  @discardableResult
  func perform<Input, Output>(
    _ action: Action<Input, Output>, _ input: Input
  ) async throws -> Output {
    let output = try await mediator.perform(action, input)
    await waitUntilIdle()
    return output
  }

  /// Bookmarks a station while the browser is open.
  func addBookmark(_ name: String, station: String) async throws {
    _ = try await mediator.perform(Bookmarks.add, AddBookmark(name: name, from: station))
    await waitUntilIdle()
  }

  /// Opens an entry of the first scene, or of those behind "more".
  func open(_ title: String) async {
    let menu = browser.presenter.root.sections.last
    if menu?.rows.contains(where: { $0.id == title }) == false { await openRow("more") }
    await openRow(title)
  }

  private func openRow(_ title: String) async {
    await press(.home)
    for _ in 0..<100 where !browser.frame.lines.contains(where: { $0.contains("▸ \(title)") }) {
      await press(.down)
    }
    await press(.enter)
  }

  /// Chooses a station in the search scene, which the Journey scene opens in a task of its own.
  func chooseStation(_ name: String) async throws {
    try await wait { browser.scenes.last?.search != nil }
    let search = browser.scenes.last
    browser.reconcile()
    await press(.paste(name))
    await press(.enter)
    try await wait { browser.scenes.last !== search }
    await waitUntilIdle()
  }

  /// Checks the journeys in the history.
  func expect(
    _ journeys: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    await mediator.drain()
    let history = try await mediator.perform(Bookmarks.history, HistoryQuery())
    let descriptions = history.map { entry in
      "\(entry.from.name) → \(entry.to.name)" + (entry.count > 1 ? " \(entry.count) times" : "")
    }
    #expect(descriptions == journeys, sourceLocation: sourceLocation)
  }

  private func waitUntilIdle() async {
    await browser.waitUntilIdle()
    await mediator.drain()
  }
}

/// Fails each call that would use the network, apart from requests to this machine.
private struct NoNetwork: Interceptor {
  func intercept<Input: Sendable, Output: Sendable>(
    _ call: Call, _ input: Input, next: (Input) async throws -> Output
  ) async throws -> Output {
    let isLocal = (input as? FetchRequest)?.url.hasPrefix("http://127.0.0.1:") == true
    guard
      isLocal
        || ![Network.fetch.descriptor.id, Network.download.descriptor.id].contains(call.action.id)
    else {
      throw POSIXError(.ENETDOWN)
    }
    return try await next(input)
  }
}
