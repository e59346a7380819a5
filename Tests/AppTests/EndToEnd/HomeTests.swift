import Console
import Testing

@testable import HostKit

/// The first scene of the browser with the widgets of all modules.
@MainActor @Suite(.timeLimit(.minutes(15)))
struct HomeTests {
  @Test func `at noon it shows the next departures, and when to leave for a bookmark`()
    async throws
  {
    let session = try await BrowserSession(size: ScreenSize(columns: 80, rows: 24))
    try await session.addBookmark("Home", station: "Aliados")
    #expect(
      session.linesBeforeMenu == """
        metro
          Where to?   a station, a bookmark, a line or @lat,lon
        ▸ Porto, Fri 20 Nov, 12:00
        \u{20}\u{20}
          Next departures
          Aliados  [D]  Hospital São João  1 min   5 min
          Aliados  [D]  Vila d'Este        3 min  13 min
        \u{20}\u{20}
          Your journeys
          Work  Trindade → Aliados  leave in 2 min  12:02–12:03
        \u{20}\u{20}
        """)
    #expect(session.menu.contains { $0.contains(/^  Bookmarks 2 +open a bookmark/) })
  }

  @Test func `at night it shows the first trains of the morning`() async throws {
    let night = "2026-11-21T03:30:00Z"
    let session = try await BrowserSession(now: night, size: ScreenSize(columns: 40, rows: 15))
    #expect(
      session.linesBeforeMenu == """
        metro
          Where to?   a station, a bookmark, a …
        ▸ Porto, Sat 21 Nov, 03:30
          Work  leave in 2 h 42 min  06:12–06:14
        \u{20}\u{20}
        """)
    let large = try await BrowserSession(now: night, size: ScreenSize(columns: 40, rows: 60))
    #expect(large.menu.contains { $0.contains(/^  Map +see the network, its/) })
    #expect(session.menu.last == "? keys  ⏎ open  Esc q quit")
  }

  @Test func `where to: a station is planned from where most journeys began, which is asked once`()
    async throws
  {
    let session = try await BrowserSession(size: ScreenSize(columns: 80, rows: 24))
    for key in [Key.paste("aerop"), .enter] { await session.press(key) }
    try await session.chooseStation("Trindade")
    #expect(session.browser.frame.lines[2...3] == ["▸ from  Trindade", "  to    Aeroporto"])
    await session.press(.escape)
    for key in [Key.paste("bolhao"), .enter] { await session.press(key) }
    #expect(session.browser.frame.lines[2...3] == ["▸ from  Trindade", "  to    Bolhão"])
    try await session.expect(["Trindade → Bolhão", "Trindade → Aeroporto"])
    await session.press(.escape)
    for key in [Key.paste("work"), .enter] { await session.press(key) }
    #expect(session.browser.frame.lines[3] == "  to    Aliados")
    await session.press(.escape)
    for key in [Key.paste("wallet"), .enter] { await session.press(key) }
    #expect(session.browser.frame.lines[0] == "metro › More")
    await session.stop()
  }

  @Test(arguments: [40, 80, 120, 200])
  func `where to finds a line, which opens, at every width`(columns: Int) async throws {
    let session = try await BrowserSession(size: ScreenSize(columns: columns, rows: 24))
    await session.press(.paste("Bx"))
    #expect(session.browser.frame.lines.contains { $0.contains("[Bx]") })
    #expect(session.browser.frame.lines.allSatisfy { $0.count <= columns })
    await session.stop()
  }

  @Test func `from 120 columns on, the menu is beside the departures and journeys`() async throws {
    let session = try await BrowserSession(size: ScreenSize(columns: 120, rows: 24))
    try await session.addBookmark("Home", station: "Aliados")
    let lines = session.browser.frame.lines
    let row = try #require(lines.first { $0.contains("Your journeys") })
    #expect(row.contains("│") && lines.contains { $0.contains(/│ +more +Account, Cart/) })
    await session.stop()
  }
}

extension BrowserSession {
  private var lines: [String] { browser.frame.lines }

  fileprivate var linesBeforeMenu: String {
    lines.prefix { $0 != "  Menu" }.joined(separator: "\n")
  }

  /// The lines of the menu, which has a row for each feature, and those below it.
  fileprivate var menu: [String] { Array(lines.drop { $0 != "  Menu" }.dropFirst()) }
}
