import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import TestSupport
import Testing

@testable import HostKit
@testable import metro

/// What one process changes, as others show it.
@Suite(.blocking, .enabled(if: HostProcess.isAvailable), .timeLimit(.minutes(15)))
struct SharedEventsTests {
  private let folder = TemporaryFolder()
  private var home: URL { folder.url }

  private func run(_ line: String...) async throws {
    #expect(try await HostProcess(line: line, home: home).end().code == 0)
  }

  @Test func `the browser shows what other processes change meanwhile`() async throws {
    let browser = try BrowserProcess(home: home, rows: 40)
    _ = browser.output(upTo: "q quit")
    // The widget of the home scene, and then the list.
    try await run("bookmarks", "add", "Work", "Trindade", "Aliados")
    _ = browser.output(upTo: "Work")
    browser.type("/Bookmarks\r")
    _ = browser.output(upTo: "Last journeys")
    try await run("bookmarks", "add", "Nest", "Bolhão")
    _ = browser.output(upTo: "Nest")
    try await run("route", "Campanhã", "Heroísmo")
    #expect(browser.output(upTo: "Heroísmo").contains("Campanhã"))
    browser.type("\u{03}")
    #expect(browser.wait() == .exited(130))
  }

  @Test func `a watched command receives, and commands leave nothing behind`() async throws {
    let watched = try BrowserProcess("board", "Trindade", "--watch", home: home)
    _ = watched.output(upTo: "q quit")
    try await run("bookmarks", "add", "Work", "Trindade", "Aliados")
    let file = home.appending(path: "\(EventBridge.folderName)/1.log")
    #expect(try String(contentsOf: file, encoding: .utf8).contains("BookmarksChanged"))
    watched.type("q")
    #expect(watched.wait() == .exited(0))
    #expect(try Data(contentsOf: file).isEmpty)
    try await run("bookmarks", "add", "Home", "Trindade", "Bolhão")
    #expect(try Data(contentsOf: file).isEmpty)
  }

  /// All processes name an event by its type.
  @Test func `no two events of the app have the same name`() {
    let names = AppModules.all.flatMap { $0.manifest.publishes }.map { "\($0)" }
    #expect(Set(names).count == names.count)
  }

  @Test func `the events about stored data are shared`() {
    let others = AppModules.all.flatMap { $0.manifest.publishes }.filter { $0.sharedType == nil }
    #expect(
      Set(others.map { "\($0)" }) == [
        "CityProgressed", "DeparturesExpired", "HighlightChanged", "ImportProgressed",
        "JourneyPlanned", "JourneySelected", "LiveTimetableRequested", "NewsExpired",
        "TimetablePatched", "TripAlarmRang", "TripDisturbed",
      ])
  }
}
