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

        ▸ Porto, Fri 20 Nov, 12:00
          Next departures
          Aliados  [D]  Hospital São João  1 min   5 min
          Aliados  [D]  Vila d'Este        3 min  13 min
          Bookmarks
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

        ▸ Porto, Sat 21 Nov, 03:30
          Work  leave in 2 h 42 min  06:12–06:14
        \u{20}\u{20}
        """)
    let large = try await BrowserSession(now: night, size: ScreenSize(columns: 40, rows: 60))
    #expect(large.menu.contains { $0.contains(/^  Map +see the network, its/) })
    #expect(session.menu.last == "? keys  ⏎ open  m menu  / search  q quit")
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
