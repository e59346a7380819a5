import BookmarksInterface
import Console
import DataSourceInterface
import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import RoutingInterface
import Scenes
import Testing

@testable import HostKit
@testable import metro

/// The journeys in the history: those that a person asked for by a command or in the browser.
@Suite(.timeLimit(.minutes(15))) struct HistoryTests {
  @Test(arguments: [
    (["route", "Trindade", "Aliados"], ["Trindade → Aliados"]),
    (["route", "Trindade", "Aliados", "--depart", "28:00"], ["Trindade → Aliados"]),
    (["go", "Work"], ["Trindade → São Bento"]),
    (["open", "metro://routing/plan?from=Trindade&to=Aliados"], ["Trindade → Aliados"]),
    (["route", "Trindade", "Nowhere"], []), (["share", "Trindade", "Aliados"], []),
    (["map", "--route", "Trindade", "Aliados"], []), (["last-train", "Trindade", "Aliados"], []),
    (["first-last", "Trindade"], []), (["station", "Trindade"], []), (["stations"], []),
  ])
  func `a command that plans a journey for a person adds it once`(
    line: [String], journeys: [String]
  ) async throws {
    let session = try HostSession()
    _ = try await session.run("bookmarks", "add", "Work", "Trindade", "São Bento")
    _ = try await session.run(line)
    let history = try JSONDecoder().decode(
      [HistoryEntry].self, from: Data(try await session.run("history", "--json").output.utf8))
    #expect(history.map { "\($0.from.name) → \($0.to.name)" } == journeys)
  }

  @MainActor
  @Test func `a journey bookmark that is opened in the browser is added once`() async throws {
    let session = try await BrowserSession()
    await session.open("Bookmarks")
    await session.press(.enter)
    #expect(session.browser.scenes.last?.title == "Journey")
    try await session.expect(["Trindade → Aliados"])
    // None of these is a new question.
    for key in [.right, .left] + "flnrb".map(Key.character) { await session.press(key) }
    try await session.expect(["Trindade → Aliados"])
    #expect(session.plannedCount == 1)
    // The journey is opened once more.
    await session.press(.character("q"))
    await session.press(.enter)
    try await session.expect(["Trindade → Aliados 2 times"])
  }

  @MainActor
  @Test func `each pair of stations that is chosen in the browser is added once`()
    async throws
  {
    let session = try await BrowserSession()
    await session.open("Journey")
    await session.press(.enter)
    try await session.chooseStation("Trindade")
    try await session.expect([])
    try await session.chooseStation("Aliados")
    try await wait { session.plannedCount == 1 }
    try await session.expect(["Trindade → Aliados"])
    // Choosing the same station again is not a new question; choosing another one is.
    for station in ["Trindade", "Bolhão"] {
      await session.press(.enter)
      try await session.chooseStation(station)
    }
    try await wait { session.plannedCount > 1 }
    try await session.expect(["Bolhão → Aliados", "Trindade → Aliados"])
    #expect(session.plannedCount == 2)
  }
}

/// The browser over the scenes of all modules, with one bookmark.
@MainActor
private final class BrowserSession {
  let browser: Browser
  private let mediator = Mediator()
  private let manager: ModuleManager
  private let folder = TemporaryFolder()
  private let events = Recorder<JourneyPlanned>()
  private let subscription: Subscription

  init() async throws {
    let now = try Date("2026-11-20T12:00:00Z", strategy: .iso8601)
    manager = try ModuleManager(AppModules.all, mediator: mediator) { [mediator, folder] manifest in
      ModuleContext(
        mediator: mediator, folder: folder.url.appending(path: manifest.target),
        now: { now })
    }
    subscription = mediator.follow(JourneyPlanned.self) { [events] in events.record($0) }
    let scenes = Metro.app.modules.flatMap { $0.contributions(of: SceneDescription.self) }
      .sorted { $0.title < $1.title }
    browser = Browser(
      title: "metro", scenes, mediator: mediator, size: ScreenSize(columns: 80, rows: 40),
      colors: .none)
    try await manager.open()
    _ = try await mediator.perform(
      Bookmarks.add, AddBookmark(name: "Work", from: "Trindade", to: "Aliados"))
    await browser.waitUntilIdle()
  }

  /// How many journeys were published as planned for the person.
  var plannedCount: Int { events.values.count }

  func press(_ key: Key) async {
    browser.press(key)
    await waitUntilIdle()
  }

  /// Opens an entry of the first scene.
  func open(_ title: String) async {
    while !browser.frame.lines.contains(where: { $0.hasPrefix("▸ \(title)") }) {
      await press(.down)
    }
    await press(.enter)
  }

  /// Chooses a station in the search scene, which the Journey scene opens in a task of its own.
  func chooseStation(_ name: String) async throws {
    try await wait { browser.scenes.last?.search != nil }
    let search = browser.scenes.last
    browser.updateEntries()
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
