import Foundation
import Mediator
import Platform
import TestSupport
import Testing

@testable import Console

@Suite(.timeLimit(.minutes(15))) struct ScreenTests {
  private let terminal: PseudoTerminal
  private let screen: Screen
  private let before: termios

  init() throws {
    terminal = try PseudoTerminal(columns: 20)
    before = terminal.settings
    let output = Terminal(descriptor: terminal.descriptor, environment: ["TERM": "xterm"])
    screen = try #require(Screen(input: terminal.descriptor, output: output))
  }

  private var isRaw: Bool { terminal.settings.c_lflag & tcflag_t(ICANON | ECHO) == 0 }

  private func isRestored() -> Bool {
    let now = terminal.settings
    return now.c_lflag == before.c_lflag && now.c_iflag == before.c_iflag
      && now.c_oflag == before.c_oflag && now.c_cflag == before.c_cflag
  }

  @Test func `a screen needs a terminal as input and output`() throws {
    let dumb = Terminal(descriptor: terminal.descriptor, environment: ["TERM": "dumb"])
    #expect(Screen(input: terminal.descriptor, output: dumb) == nil)
    let able = Terminal(descriptor: terminal.descriptor, environment: ["TERM": "xterm"])
    #expect(Screen(input: Pipe().fileHandleForReading.fileDescriptor, output: able) == nil)
  }

  @Test func `events deliver the pressed keys until the end`() async throws {
    #expect(screen.begin() && isRaw)
    terminal.type("q西\u{1B}[A\u{1B}")
    var events = screen.events.makeAsyncIterator()
    for key in [Key.character("q"), .character("西"), .up, .escape] {
      #expect(await events.next() == .key(key))
    }
    screen.end()
    #expect(await events.next() == nil)
    #expect(isRestored())
  }

  @Test(
    arguments: [
      ("yes\r", "yes"), ("ab\u{7F}c\r", "ac"), ("x\u{1B}[A\r", "x"),
      ("es\u{01}y\u{1B}[F!\u{7F}\r", "yes"), ("n\u{1B}[D\u{0B}y\r", "y"), ("\u{1B}", nil),
      ("\r", ""),
      (String(repeating: "a", count: 99) + "\r", String(repeating: "a", count: 16)),
    ] as [(String, String?)])
  func `a question takes the keys and the screen until it is answered`(
    keys: String, line: String?
  ) async throws {
    #expect(screen.begin())
    let task = Task { [screen] in await screen.ask("Allow? ") }
    try await wait(for: "Allow?")
    screen.show(ScreenFrame(lines: ["a frame"]))
    terminal.type(keys)
    #expect(await task.value == line)
    var events = screen.events.makeAsyncIterator()
    #expect(await events.next() == .needsRedraw)
    terminal.type("q")
    #expect(await events.next() == .key(.character("q")))
    #expect(!String(decoding: terminal.available, as: UTF8.self).contains("a frame"))
    screen.end()
  }

  @Test func `a question ends without an answer`() async throws {
    #expect(await screen.ask("Allow? ") == nil)
    #expect(screen.begin())
    let cancelled = Task { [screen] in await screen.ask("First? ") }
    try await wait(for: "First?")
    #expect(await screen.ask("Second? ") == nil)
    cancelled.cancel()
    #expect(await cancelled.value == nil)
    let ended = Task { [screen] in await screen.ask("Third? ") }
    try await wait(for: "Third?")
    screen.end()
    #expect(await ended.value == nil)
  }

  /// Waits until the terminal shows a text.
  private func wait(for text: String) async throws {
    var shown: [UInt8] = []
    while !String(decoding: shown, as: UTF8.self).contains(text) {
      try Task.checkCancellation()
      shown += terminal.available
      await Task.yield()
    }
  }

  @Test func `the mouse is reported in full-screen mode only`() async throws {
    let (on, off) = ("\u{1B}[?1002h\u{1B}[?1006h", "\u{1B}[?1006l\u{1B}[?1002l")
    #expect(screen.begin(mouse: .on))
    #expect(try terminal.written().hasSuffix(on))
    terminal.type("\u{1B}[<0;7;3M")
    var events = screen.events.makeAsyncIterator()
    #expect(await events.next() == .key(.mouse(MouseEvent(.press, at: .init(row: 2, column: 6)))))
    screen.suspend()
    #expect(try terminal.written().contains(off))
    screen.resume()
    #expect(try terminal.written().hasSuffix(on))
    screen.end()
    #expect(try terminal.written().contains(off))
    #expect(Screen.leave.contains(off))
  }

  @Test func `without the mouse, no reports are requested`() throws {
    #expect(screen.begin(mouse: .off))
    #expect(try !terminal.written().contains("?1002h"))
    screen.end()
  }

  @Test func `a frame is drawn only in full-screen mode`() throws {
    screen.show(ScreenFrame(lines: ["too early"]))
    #expect(screen.begin())
    screen.show(ScreenFrame(lines: ["Trindade"]))
    screen.send("\u{1B}]52;c;\u{7}")
    screen.end()
    screen.show(ScreenFrame(lines: ["too late"]))
    screen.send("too late")
    let written = try terminal.written()
    #expect(written.hasPrefix("\u{1B}[?1049h") && written.hasSuffix("\u{1B}[?1049l"))
    #expect(written.contains("Trindade") && !written.contains("too"))
    #expect(written.contains("\u{1B}]52;c;\u{7}"))
  }

  @Test func `the terminal is restored while the process is suspended, and redrawn after that`()
    async throws
  {
    #expect(screen.begin())
    screen.show(ScreenFrame(lines: ["Trindade"]))
    screen.suspend()
    #expect(isRestored())
    screen.show(ScreenFrame(lines: ["unseen"]))
    _ = try terminal.written()
    screen.resume()
    #expect(isRaw)
    var events = screen.events.makeAsyncIterator()
    #expect(await events.next() == .resumed)
    screen.show(ScreenFrame(lines: ["Trindade"]))
    #expect(try terminal.written().contains("Trindade"))
    screen.end()
    screen.resume()
    #expect(isRestored())
  }

  @Test func `all lines are drawn after a change of size`() async throws {
    #expect(screen.begin())
    let frame = ScreenFrame(lines: ["Casa da Música"])
    screen.show(frame)
    _ = try terminal.written()
    terminal.resize(columns: 4, rows: 2)
    screen.redraw()
    #expect(screen.size == ScreenSize(columns: 4, rows: 2))
    screen.show(frame)
    #expect(try terminal.written().hasSuffix("\u{1B}[2KCasa\u{1B}[?2026l"))
    screen.end()
  }

  @Test func `the events end when the terminal closes`() async throws {
    #expect(screen.begin())
    terminal.hangUp()
    for await _ in screen.events {}
    screen.show(ScreenFrame(lines: ["nobody"]))
    screen.end()
  }

  @Test func `the events end when only the terminal of the output closes`() async throws {
    let other = try PseudoTerminal(columns: 20)
    let output = Terminal(descriptor: other.descriptor, environment: ["TERM": "xterm"])
    let screen = try #require(Screen(input: terminal.descriptor, output: output))
    #expect(screen.begin())
    other.hangUp()
    screen.show(ScreenFrame(lines: ["nobody"]))
    for await _ in screen.events {}
    screen.end()
    #expect(isRestored())
  }

  @Test func `the restorer does not wait for a terminal that shows nothing any more`() throws {
    let restorer = TerminalRestorer(input: terminal.descriptor, output: terminal.descriptor, before)
    #expect(screen.begin())
    let flags = fcntl(terminal.descriptor, F_GETFL)
    #expect(fcntl(terminal.descriptor, F_SETFL, flags | O_NONBLOCK) == 0)
    let line = [UInt8](repeating: 0x20, count: 4096)
    while write(terminal.descriptor, line, line.count) > 0 {}
    #expect(fcntl(terminal.descriptor, F_SETFL, flags) == 0)
    restorer.restore()
    #expect(isRestored())
    screen.end()
  }

  @Test func `text for the terminal waits until the screen ends`() throws {
    let written = Lock<[String]>([])
    let write = { @Sendable [screen] (text: String) in
      screen.afterEnd { written.withLock { $0.append(text) } }
    }
    write("before")
    #expect(screen.begin())
    write("within")
    #expect(written.withLock { $0 } == ["before"])
    screen.end()
    write("after")
    #expect(written.withLock { $0 } == ["before", "within", "after"])
  }

  @Test func `of very many texts for the terminal, the last ones are written`() throws {
    let written = Lock<[Int]>([])
    #expect(screen.begin())
    for number in 0..<Screen.maximumDeferred + 10 {
      screen.afterEnd { written.withLock { $0.append(number) } }
    }
    screen.end()
    #expect(written.withLock { $0 } == Array(10..<Screen.maximumDeferred + 10))
  }

  @Test func `the restorer restores the terminal`() throws {
    let restorer = TerminalRestorer(input: terminal.descriptor, output: terminal.descriptor, before)
    #expect(screen.begin())
    _ = try terminal.written()
    restorer.restore()
    #expect(isRestored())
    #expect(try terminal.written() == Screen.leave)
    screen.end()
  }
}
