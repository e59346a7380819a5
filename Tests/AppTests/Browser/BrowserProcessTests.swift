import Foundation
import ModuleTesting
import NewsInterface
import TestSupport
import Testing

@testable import HostKit
@testable import metro

/// The browser in a real process, which must restore the terminal however it ends.
@Suite(.blocking, .enabled(if: HostProcess.isAvailable), .timeLimit(.minutes(15)))
struct BrowserProcessTests {
  /// Resets styles, mouse, cursor, wrapping and bracketed paste, and leaves the alternate screen.
  private static let leave =
    "\u{1B}[?2026l\u{1B}[0m\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?25h\u{1B}[?7h\u{1B}[?2004l\u{1B}[?1049l"
  private let folder = TemporaryFolder()
  private var home: URL { folder.url }

  private func browser(shell: [String] = []) throws -> BrowserProcess {
    let browser = try BrowserProcess(home: home, shell: shell)
    #expect(browser.output(upTo: "q quit").hasPrefix("\u{1B}[?1049h"))
    #expect(!browser.isRestored)
    return browser
  }

  @Test(arguments: [
    ("\u{1B}q", 0), ("\r\u{1B}[B?qq\u{1B}q", 0), ("\u{03}", 130),
  ])
  func `keys end the browser`(keys: String, code: Int32) async throws {
    let browser = try browser()
    browser.type(keys)
    #expect(browser.wait() == .exited(code))
    #expect(browser.isRestored && browser.unreadOutput.contains(Self.leave))
  }

  @Test(arguments: [(SIGTERM, 143), (SIGHUP, 129), (SIGINT, 130)] as [(Int32, Int32)])
  func `signals end the browser`(number: Int32, code: Int32) throws {
    let browser = try browser()
    browser.signal(number)
    #expect(browser.wait() == .exited(code))
    #expect(browser.isRestored && browser.unreadOutput.contains(Self.leave))
    // Messages are printed after the browser has left the screen.
    #expect(browser.unreadOutput.hasSuffix("\u{1B}[?1049lmetro: interrupted\r\n"))
  }

  @Test func `SIGQUIT ends the browser at once`() throws {
    let browser = try browser()
    browser.signal(SIGQUIT)
    #expect(browser.wait() == .exited(131))
    #expect(browser.isRestored && browser.unreadOutput.contains(Self.leave))
  }

  private static var fatalSignals: [Int32] {
    let signals = [
      SIGSEGV, SIGABRT, SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGSYS, SIGXCPU, SIGALRM,
      SIGVTALRM, SIGPROF, SIGUSR1, SIGUSR2,
    ]
    #if os(Linux)
      return signals + [SIGIO, SIGPWR, SIGSTKFLT, 34, 64]
    #else
      return signals
    #endif
  }

  @Test(arguments: fatalSignals)
  func `a crash and every other fatal signal restore the terminal`(number: Int32) throws {
    let browser = try browser()
    browser.signal(number)
    #expect(browser.wait() == .killed(by: number))
    #expect(browser.isRestored && browser.unreadOutput.contains(Self.leave))
  }

  @Test func `Ctrl-Z suspends the browser, and fg continues it`() throws {
    let browser = try browser(shell: BrowserProcess.shell)
    browser.type("\u{1A}")
    #expect(browser.output(upTo: "stopped\r\n").contains(Self.leave))
    #expect(browser.isRestored)
    browser.type("\n")
    #expect(browser.output(upTo: "q quit").contains("\u{1B}[?1049h"))
    #expect(!browser.isRestored)
    browser.type("\u{1B}q")
    #expect(browser.wait() == .exited(0))
    #expect(browser.isRestored)
  }

  @Test func `in the background, the browser stops instead of taking the terminal from the shell`()
    throws
  {
    let script = """
      "$0" "$@"; bg > /dev/null; mkdir -p "$METRO_HOME"; cd "$METRO_HOME"
      until jobs > jobs; grep -qi stopped jobs; do :; done
      stty -a | grep -q ' icanon' && echo free; fg > /dev/null
      """
    let browser = try browser(shell: ["/bin/sh", "-m", "-c", script])
    browser.type("\u{1A}")
    #expect(!browser.output(upTo: "free\r\n").contains("\u{1B}[?1049h"))
    #expect(browser.output(upTo: "q quit").contains("\u{1B}[?1049h"))
    browser.type("\u{1B}q")
    #expect(browser.wait() == .exited(0))
    #expect(browser.isRestored)
  }

  @Test func `without a shell that could continue it, Ctrl-Z only draws the browser again`() throws
  {
    let browser = try browser()
    browser.type("\u{1A}")
    #expect(browser.output(upTo: Self.leave).contains(Self.leave))
    #expect(browser.output(upTo: "q quit").contains("q quit"))
    browser.type("\u{1B}q")
    #expect(browser.wait() == .exited(0))
    #expect(browser.isRestored)
  }

  @Test func `after Ctrl-Z and fg, the news ask their source if they are out of date`() throws {
    try write(["news": ["url": NewsCache.url]], to: "config.json")
    func writeCache(date: Date) throws {
      try write(NewsCache(date: date, title: "Old news"), to: "news/first-page.json")
      try write(NewsCache(date: date), to: "news/urgent.json")
    }
    try writeCache(date: Date())
    let browser = try browser(shell: BrowserProcess.shell)
    browser.type("/News\r")
    #expect(!browser.output(upTo: "Old news").contains("Not up to date"))
    browser.type("\u{1A}")
    _ = browser.output(upTo: "stopped\r\n")
    try writeCache(date: Date(timeIntervalSinceNow: -3600))
    browser.type("\n")
    let shown = browser.output(upTo: "Not up to date")
    #expect(shown.contains("Old news") && shown.contains("Not up to date"))
    browser.type("q\u{1B}q")
    #expect(browser.wait() == .exited(0))
  }

  private func write(_ value: some Encodable, to path: String) throws {
    let file = home.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try JSONEncoder().encode(value).write(to: file)
  }

  @Test func `a change of the window size redraws the browser`() throws {
    let browser = try browser()
    browser.resize(columns: 40, rows: 10)
    // It clears the screen, and draws all rows.
    for text in ["\u{1B}[2J", "\u{1B}[10;1H"] {
      #expect(browser.output(upTo: text).hasSuffix(text))
    }
    browser.type("\u{1B}q")
    #expect(browser.wait() == .exited(0))
  }

  @Test func `the browser ends when its terminal is closed`() throws {
    let browser = try browser()
    browser.hangUp()
    #expect([.exited(0), .exited(129)].contains(browser.wait()))
  }

  @Test func `a paste is handled as text, not as keys`() throws {
    let browser = try browser()
    browser.type("\u{1B}[200~q\r\u{1B}[201~\u{1B}[200~qq\r\u{1B}[201~")
    #expect(browser.output(upTo: "qqq").contains("qqq"))
    browser.type("\u{1B}")
    _ = browser.output(upTo: "q quit")
    browser.type("\u{1B}q")
    #expect(browser.wait() == .exited(0))
  }

  @Test func `a click selects a row, and another click opens it`() throws {
    let browser = try browser()
    browser.type("/Stations\r")
    _ = browser.output(upTo: "Aliados")
    browser.resize(columns: 80, rows: 30)
    // The whole screen is drawn again; before that, the rest of the previous frame may be read.
    let row = try #require(Self.row(of: "Aliados", in: browser.output(upTo: "Aliados")))
    let click = "\u{1B}[<0;5;\(row)M\u{1B}[<0;5;\(row)m"
    browser.type(click)
    #expect(browser.output(upTo: "\u{1B}[\(row);1H").contains("\u{1B}[\(row);1H"))
    browser.type(click)
    #expect(browser.output(upTo: "Stations › ").contains("Stations › "))
    #expect(browser.output(upTo: "Aliados").contains("Aliados"))
    browser.type("qq\u{1B}q")
    #expect(browser.wait() == .exited(0))
    #expect(browser.isRestored && browser.unreadOutput.contains(Self.leave))
  }

  /// The row of the screen, counted from 1, in which a text was drawn last.
  private static func row(of text: String, in output: String) -> Int? {
    let parts = output.components(separatedBy: ";1H\u{1B}[2K")
    guard let index = parts.indices.dropFirst().last(where: { parts[$0].contains(text) }) else {
      return nil
    }
    return parts[index - 1].components(separatedBy: "\u{1B}[").last.flatMap { Int($0) }
  }

  @Test(arguments: [(nil, true), ("on", true), ("off", false), ("0", false)] as [(String?, Bool)])
  func `the terminal reports the mouse unless the user has turned it off`(
    value: String?, isReported: Bool
  ) throws {
    if let value { try write(["mouse": value], to: "config.json") }
    let browser = try BrowserProcess(home: home)
    #expect(browser.output(upTo: "q quit").contains("\u{1B}[?1002h\u{1B}[?1006h") == isReported)
    browser.type("\u{1B}q")
    #expect(browser.wait() == .exited(0))
    #expect(browser.isRestored && browser.unreadOutput.contains(Self.leave))
  }

  @Test(arguments: [
    (["--scene", "stations"], "Stations", "Aliados"),
    (["open", "metro://routing/plan?from=Trindade&to=Aliados"], "Journey", "Trindade → Aliados"),
    (["open", "metro://stations/search?text=alia"], "Stations", "Aliados"),
  ])
  func `a scene of the menu or of a link opens above the first one`(
    line: [String], title: String, text: String
  ) throws {
    let browser = try BrowserProcess(line, home: home)
    let output = browser.output(upTo: "metro › ") + browser.output(upTo: text)
    #expect(output.hasPrefix("\u{1B}[?1049h") && output.contains(title))
    browser.type("\u{03}")
    #expect(browser.wait() == .exited(130))
    #expect(browser.isRestored)
  }

  @Test(
    arguments: [
      (["--scene", "Statoins"], 3), (["open", "metro://routing/plan?from=Xyz&to=Aliados"], 3),
      (["open", "metro://nothing/at-all"], 3), (["open", "metro://data-source/city"], 0),
    ] as [([String], Int32)])
  func `what opens no scene is printed on the terminal`(line: [String], code: Int32) throws {
    let process = try BrowserProcess(line, home: home)
    #expect(process.wait() == .exited(code))
    #expect(!process.unreadOutput.contains("\u{1B}[?1049h") && !process.unreadOutput.isEmpty)
  }

  @Test(arguments: [nil, "false", "damaged"])
  func `the browser begins where it was left, unless it may not or cannot`(
    change: String?
  ) throws {
    let first = try BrowserProcess(["--scene", "Stations"], home: home)
    _ = first.output(upTo: "Aliados")
    first.type("\u{03}")
    #expect(first.wait() == .exited(130))
    if change == "false" { try write(["resume": false], to: "config.json") }
    if change == "damaged" { try write(["rows": 3], to: "host/browser.json") }
    let second = try BrowserProcess(home: home)
    if change == nil {
      #expect(second.output(upTo: "metro › ").contains("metro › "))
    } else {
      #expect(!second.output(upTo: "q quit").contains("metro › "))
    }
    second.type("\u{03}")
    #expect(second.wait() == .exited(130))
  }

  @Test func `without a terminal, metro prints the help`() async throws {
    let end = try await HostProcess(line: [], home: home).end()
    #expect(end.code == 0 && end.output.contains("Usage: metro"))
  }
}

/// A cache file of the module News, for an address that nobody answers.
private struct NewsCache: Encodable {
  static let url = "http://127.0.0.1:1/"

  let url = Self.url
  let date: Date
  let page: NewsPage

  init(date: Date, title: String? = nil) {
    self.date = date
    let items = title.map { [NewsItem(id: "1", title: $0, body: "")] } ?? []
    page = NewsPage(items: items, hasMore: false)
  }
}
