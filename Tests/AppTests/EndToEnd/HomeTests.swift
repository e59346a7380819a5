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
      session.browser.frame.lines.prefix(19).joined(separator: "\n") == """
        metro

        ▸ Porto, Fri 20 Nov, 12:00
          Next departures
          Aliados  [D]  Hospital São João  1 min   5 min
          Aliados  [D]  Vila d'Este        3 min  13 min
          Bookmarks
          Work  Trindade → Aliados  leave in 2 min  12:02–12:03
        \u{20}\u{20}
          Menu
          Account      sign in at the ticket server
          Bookmarks 2  open a bookmark
          Cart         see the tickets that you want to buy
          Cities 1     choose or download a city
          Fares        see what journeys cost
          Journey      plan a journey and change its departure
          Map          see the network, its stations and journeys
          Messages     see which messages wait for a server
          News         read service notices
        """)
  }

  @Test func `at night it shows the first trains of the morning`() async throws {
    let session = try await BrowserSession(
      now: "2026-11-21T03:30:00Z", size: ScreenSize(columns: 40, rows: 15))
    #expect(
      session.browser.frame.lines.joined(separator: "\n") == """
        metro

        ▸ Porto, Sat 21 Nov, 03:30
          Work  leave in 2 h 42 min  06:12–06:14
        \u{20}\u{20}
          Menu
          Account      sign in at the ticket se…
          Bookmarks 1  open a bookmark
          Cart         see the tickets that you…
          Cities 1     choose or download a city
          Fares        see what journeys cost
          Journey      plan a journey and chang…
          Map          see the network, its sta…
                                         1 of 16
        ? keys  ⏎ open  m menu  / search  q quit
        """)
  }
}
