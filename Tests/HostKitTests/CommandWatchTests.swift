import Console
import Documents
import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import Platform
import TestSupport
import Testing

@testable import HostKit

private enum Kitchen: Interface {}

/// Shows a dish that never changes, and the minutes since the start of the test's clock.
private struct KitchenModule: Module {
  static let manifest = Manifest(Kitchen.self, summary: "")
  static let contributions = Contributions(commands)
  static let commands = [
    Command("oven", "Show the oven", examples: ["oven"]) { invocation in
      let minutes = Int(invocation.now().timeIntervalSince1970) / 60
      if minutes == 5 { throw HostError.outputFailed(reason: "burnt") }
      return CommandResult([minutes]) { _ in
        var width = Table(from: 40, [.init()])
        width.append(["a wide page"], narrower: "a narrow page")
        return [
          .group([
            .paragraph("bread"), .paragraph("baked for \(minutes) min"), .table(width),
          ])
        ]
      }
    }.watchable(every: .seconds(30))
  ]
  init(context: ModuleContext) {}
  func register(with registrar: Registrar) {}
}

/// A host whose clock and date only the test advances.
private final class WatchedHost: Sendable {
  private let clock = ManualClock()
  private let folder = TemporaryFolder()
  /// How much more time has passed for the date than for the clock, as in a suspended process.
  private let suspension = Lock(TimeInterval(0))
  private let ended = Lock(false)

  /// Whether the command line has ended.
  var hasEnded: Bool { ended.withLock { $0 } }

  /// Runs a command line on an output; the task returns the exit code.
  func run(
    _ line: [String], output: Terminal, screen: Screen? = nil, memoryMonitor: MemoryMonitor? = nil
  ) -> Task<ExitCode, Never> {
    let host = CommandLineHost(
      app: .shop([KitchenModule.self]), folder: folder.url, output: output, errors: output,
      screen: screen, memoryMonitor: memoryMonitor,
      now: { [clock, suspension, start = clock.now] in
        let passed = start.duration(to: clock.now) / .seconds(1)
        return Date(timeIntervalSince1970: passed + suspension.withLock(\.self))
      }, clock: clock)
    return Task {
      defer { ended.withLock { $0 = true } }
      return await host.run(line)
    }
  }

  func suspend(for seconds: TimeInterval) { suspension.withLock { $0 += seconds } }

  /// Lets time pass until a condition holds or the command line has ended.
  func advance(until condition: () -> Bool) async throws {
    try await wait {
      guard !condition(), !hasEnded else { return true }
      clock.advance(by: .seconds(1))
      return false
    }
  }
}

@Suite(.timeLimit(.minutes(15))) struct CommandWatchTests {
  private let host = WatchedHost()
  private let terminal: PseudoTerminal
  private let output: Terminal
  /// Whether the first result was drawn.
  private let isRunning = Lock(false)

  init() throws {
    terminal = try PseudoTerminal(columns: 40)
    output = Terminal(descriptor: terminal.descriptor, environment: ["TERM": "xterm"])
  }

  /// Reads what is drawn up to a text, while time passes after the first result.
  private func drawing(upTo text: String) async throws -> String {
    var drawn: [UInt8] = []
    func contains(_ texts: String...) -> Bool {
      drawn += terminal.available
      let drawing = String(decoding: drawn, as: UTF8.self)
      return texts.contains { drawing.contains($0) }
    }
    if !isRunning.withLock(\.self) {
      try await wait { contains(text, "baked", "quit") || host.hasEnded }
      isRunning.withLock { $0 = true }
    }
    try await host.advance { contains(text) }
    return String(decoding: drawn + terminal.available, as: UTF8.self)
  }

  @Test(arguments: ["q", "\u{1B}"])
  func `the result fills the screen, changes with time and ends with a key`(
    key: String
  ) async throws {
    let before = terminal.settings
    let screen = try #require(Screen(input: terminal.descriptor, output: output))
    let end = host.run(["oven", "--watch"], output: output, screen: screen)
    let first = try await drawing(upTo: "q quit")
    #expect(first.hasPrefix("\u{1B}[?1049h") && first.contains("a wide page"))
    // Only the line that has changed is drawn again.
    #expect(try await !drawing(upTo: "baked for 2 min").contains("bread"))
    terminal.type(key)
    #expect(await end.value == .answered)
    #expect(try terminal.written().hasSuffix("\u{1B}[?1049l"))
    #expect(terminal.settings.c_lflag == before.c_lflag)
  }

  @Test func `a new size draws the result again, and keys scroll it`() async throws {
    let screen = try #require(Screen(input: terminal.descriptor, output: output))
    let end = host.run(["oven", "--watch"], output: output, screen: screen)
    _ = try await drawing(upTo: "a wide page")
    terminal.resize(columns: 30, rows: 3)
    screen.redraw()
    #expect(try await !drawing(upTo: "↑ ↓ scroll  q quit").contains("a narrow page"))
    terminal.type("\u{1B}[B")
    #expect(try await drawing(upTo: "a narrow page").contains("\u{1B}[2;1H"))
    terminal.type("q")
    #expect(await end.value == .answered)
  }

  @Test func `after a suspension, the command runs again without waiting for the interval`()
    async throws
  {
    let screen = try #require(Screen(input: terminal.descriptor, output: output))
    let end = host.run(["oven", "--watch"], output: output, screen: screen)
    _ = try await drawing(upTo: "baked for 0 min")
    screen.suspend()
    host.suspend(for: 60)
    screen.resume()
    var drawn: [UInt8] = []
    try await wait {
      drawn += terminal.available
      return String(decoding: drawn, as: UTF8.self).contains("baked for 1 min") || host.hasEnded
    }
    #expect(!host.hasEnded)
    terminal.type("q")
    #expect(await end.value == .answered)
  }

  @Test(arguments: [1, 2])
  func `a request to end a pause is kept until there is a pause, and ends only one`(
    requests: Int
  ) async throws {
    let (clock, pause) = (ManualClock(), Pause())
    for _ in 0..<requests { pause.end() }
    let start = clock.now
    // The clock does not advance, so this returns only because of the requests.
    await pause.wait(for: .seconds(30), on: clock)
    let end = Lock<ManualClock.Instant?>(nil)
    let next = Task {
      await pause.wait(for: .seconds(30), on: clock)
      end.withLock { $0 = clock.now }
    }
    try await wait {
      guard end.withLock({ $0 }) == nil else { return true }
      clock.advance(by: .seconds(1))
      return false
    }
    await next.value
    #expect(try #require(end.withLock { $0 }) >= start.advanced(by: .seconds(30)))
  }

  @Test func `an error ends the watch and is printed after the screen`() async throws {
    let screen = try #require(Screen(input: terminal.descriptor, output: output))
    let end = host.run(["oven", "--watch"], output: output, screen: screen)
    #expect(
      try await drawing(upTo: "burnt")
        .contains("\u{1B}[?1049lshop: cannot write the answer: burnt"))
    #expect(await end.value == .failed)
  }

  @Test(arguments: [
    ("--no-json", "bread\nbaked for 0 min\na wide page\nbaked for 1 min\nbaked for 2 min\n"),
    ("--json", "[0]\n[1]\n[2]\n"),
  ])
  func `without a terminal, new lines are printed until the reader closes the output`(
    option: String, printed: String
  ) async throws {
    Terminal.prepareProcess()
    let pipe = Pipe()
    let (reader, writer) = (pipe.fileHandleForReading, pipe.fileHandleForWriting)
    _ = fcntl(reader.fileDescriptor, F_SETFL, O_NONBLOCK)
    // A process that another test starts must not hold the reader open.
    for handle in [reader, writer] { _ = fcntl(handle.fileDescriptor, F_SETFD, FD_CLOEXEC) }
    let output = Terminal(descriptor: writer.fileDescriptor, environment: [:])
    let end = host.run(["oven", "--watch", option], output: output)
    var text = ""
    func hasReceived(_ length: Int) -> Bool {
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = read(reader.fileDescriptor, &bytes, bytes.count)
      text += String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
      return text.utf8.count >= length
    }
    // The clock must not go on before the first result is made.
    try await wait { hasReceived(1) }
    try await host.advance { hasReceived(printed.utf8.count) }
    #expect(text == printed)
    try reader.close()
    // A process that another test is starting has the reader until `exec`.
    try await wait { output.isClosed }
    try await host.advance { false }
    let code = await end.value
    #expect(code == .answered)
  }

  #if os(Linux)
    @Test(arguments: [["oven", "--watch"], []])
    func `a session that lasts asks the kernel to report low memory`(line: [String]) async throws {
      let folder = TemporaryFolder()
      let file = try folder.emptyFile("memory")
      let screen = try #require(Screen(input: terminal.descriptor, output: output))
      let end = host.run(
        line, output: output, screen: screen, memoryMonitor: MemoryMonitor(path: file.path))
      _ = try await drawing(upTo: "q quit")
      #expect(try String(contentsOf: file, encoding: .utf8) == "\(MemoryMonitor.trigger)\0")
      terminal.type("q")
      #expect(await end.value == .answered)
    }

    @Test func `a command that ends by itself does not ask the kernel`() async throws {
      let folder = TemporaryFolder()
      let file = try folder.emptyFile("memory")
      let end = host.run(["oven"], output: output, memoryMonitor: MemoryMonitor(path: file.path))
      #expect(await end.value == .answered)
      #expect(try Data(contentsOf: file).isEmpty)
    }
  #endif

  @Test func `a command that is not watchable has no such flag`() async throws {
    let result = try await CommandLineApp.shop([]).run("modules", "--watch")
    #expect(result.code == .badCommandLine)
  }
}

extension TemporaryFolder {
  fileprivate func emptyFile(_ name: String) throws -> URL {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    let file = url.appending(path: name)
    try Data().write(to: file)
    return file
  }
}
