import BookmarksInterface
import Console
import DataSourceInterface
import Foundation
import Mediator
import ModuleTesting
import Scenes
import Testing

@testable import HostKit

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
    let history = try JSON.decode(
      [HistoryEntry].self, from: Data(try await session.run("history", "--json").output.utf8))
    #expect(history.map { "\($0.from.name) → \($0.to.name)" } == journeys)
  }

  @MainActor
  @Test func `a journey bookmark that is opened in the browser is added once`() async throws {
    let session = try await BrowserSession(size: ScreenSize(columns: 80, rows: 40))
    await session.open("Bookmarks")
    await session.press(.enter)
    #expect(session.browser.scenes.last?.title == "Journey")
    try await session.expect(["Trindade → Aliados"])
    // None of these is a new question.
    for key in [.right, .left] + "flnr".map(Key.character) { await session.press(key) }
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
    let session = try await BrowserSession(size: ScreenSize(columns: 80, rows: 40))
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
