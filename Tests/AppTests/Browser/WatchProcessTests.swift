import Foundation
import ModuleTesting
import TestSupport
import Testing

/// A watched board in a real process.
@Suite(.blocking, .enabled(if: HostProcess.isAvailable), .timeLimit(.minutes(15)))
struct WatchProcessTests {
  private let folder = TemporaryFolder()

  @Test(arguments: [("q", 0), ("\u{1B}", 0), ("\u{03}", 130)])
  func `keys end a watched board, which restores the terminal`(keys: String, code: Int32) throws {
    let process = try BrowserProcess("board", "Trindade", "--watch", home: folder.url)
    #expect(process.output(upTo: "q quit").contains("Trindade"))
    #expect(!process.isRestored)
    process.type(keys)
    #expect(process.wait() == .exited(code))
    #expect(process.isRestored && process.unreadOutput.contains("\u{1B}[?1049l"))
  }

  @Test(arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
  func `signals end a watched board`(number: Int32, code: Int32) throws {
    let process = try BrowserProcess("station", "Trindade", "--watch", home: folder.url)
    _ = process.output(upTo: "q quit")
    process.signal(number)
    #expect(process.wait() == .exited(code))
    #expect(process.isRestored && process.unreadOutput.contains("\u{1B}[?1049l"))
  }

  @Test(arguments: [UInt16(40), 120])
  func `a new size draws the board again`(columns: UInt16) throws {
    let process = try BrowserProcess("board", "Trindade", "--watch", home: folder.url)
    _ = process.output(upTo: "q quit")
    process.resize(columns: columns, rows: 10)
    #expect(process.output(upTo: "\u{1B}[10;1H").contains("\u{1B}[2J"))
    process.type("q")
    #expect(process.wait() == .exited(0))
  }

  @Test func `after Ctrl-Z and fg, a watched board is up to date`() async throws {
    func addBookmark(_ station: String) async throws {
      let line = ["bookmarks", "add", station, station]
      #expect(try await HostProcess(line: line, home: folder.url).end().code == 0)
    }
    try await addBookmark("Trindade")
    let process = try BrowserProcess(
      "board", "--watch", home: folder.url, shell: BrowserProcess.shell)
    #expect(process.output(upTo: "q quit").contains("Trindade"))
    process.type("\u{1A}")
    _ = process.output(upTo: "stopped\r\n")
    try await addBookmark("Aliados")
    process.type("\n")
    #expect(process.output(upTo: "Aliados").contains("\u{1B}[?1049h"))
    process.type("q")
    #expect(process.wait() == .exited(0))
  }

  @Test func `SIGINT ends a board that is printed line by line`() async throws {
    let process = try HostProcess("board", "Aliados", "--watch", home: folder.url)
    #expect(await process.nextOutputLine()?.hasPrefix("Aliados") == true)
    process.signal(SIGINT)
    let end = await process.end()
    #expect(end.code == 130)
    #expect(!end.output.contains("\u{1B}"))
  }
}
