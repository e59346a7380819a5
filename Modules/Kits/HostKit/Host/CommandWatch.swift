import Console
import Documents
import Foundation
import Mediator
import Platform

/// Runs a command again and again, and shows its latest result until the user ends it.
struct CommandWatch: Sendable {
  /// How often it checks whether the reader of the output has gone.
  private static let closeCheckInterval = Duration.seconds(1)

  private let command: Command
  private let interval: Duration
  private let host: CommandLineHost
  private let isJSON: Bool
  private let pause = Pause()
  private let notices = AsyncStream.makeStream(of: LocalizedText.self)

  /// Prepares to watch a command; nil unless the command line asks for it.
  init?(of command: Command, _ line: ParsedCommandLine, in host: CommandLineHost) {
    guard let interval = command.watchInterval,
      line.parameters[Argument.watch.field] == ["true"]
    else { return nil }
    self.command = command
    self.interval = interval
    self.host = host
    isJSON = line.has(HostCommands.json)
  }

  /// Shows a notice of a module: on the screen in place of the keys, elsewhere on the standard error
  /// output.
  func show(_ notice: LocalizedText) { notices.continuation.yield(notice) }

  /// Shows results until the user ends it, or the reader closes the output.
  /// - Throws: The error of a run, and `CancellationError` after a signal.
  func show(_ invocation: Invocation) async throws {
    let first = try await command.run(invocation)
    if let screen = host.screen, !isJSON {
      try await show(first, on: screen, invocation)
    } else {
      try await printChanges(since: first, invocation)
    }
    try Task.checkCancellation()
  }

  /// Waits until the interval has passed or `pause` is ended, and runs the command.
  private func nextResult(of invocation: Invocation) async throws -> CommandResult {
    let seconds = interval / .seconds(1)
    let passed = host.now().timeIntervalSince1970.truncatingRemainder(dividingBy: seconds)
    await pause.wait(for: .seconds(seconds - passed), on: host.clock)
    try Task.checkCancellation()
    return try await command.run(invocation)
  }

  /// Fills a screen until the user presses q, or the terminal closes.
  private func show(
    _ first: CommandResult, on screen: Screen, _ invocation: Invocation
  ) async throws {
    guard screen.begin() else { throw HostError.terminalUnavailable }
    let display = Lock(WatchDisplay(result: first))
    try await withThrowingTaskGroup { group in
      group.addTask {
        display.withLock { screen.show($0.frame(screen.size, screen.page)) }
        while true {
          let result = try await nextResult(of: invocation)
          display.withLock { display in
            display.result = result
            screen.show(display.frame(screen.size, screen.page))
          }
        }
      }
      group.addTask {
        for await notice in notices.stream {
          display.withLock { display in
            display.notice = "\(notice)".printable
            screen.show(display.frame(screen.size, screen.page))
          }
        }
      }
      group.addTask {
        for await event in screen.events {
          switch event {
          case .key(.character("q")), .key(.escape): return
          case .key(.control("l")): screen.redraw()
          case .key(let key):
            display.withLock { display in
              display.scroll(key, screen.size, screen.page)
              screen.show(display.frame(screen.size, screen.page))
            }
          case .needsRedraw: display.withLock { screen.show($0.frame(screen.size, screen.page)) }
          case .resumed:
            display.withLock { screen.show($0.frame(screen.size, screen.page)) }
            pause.end()
          }
        }
      }
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  /// Prints the lines that the result before did not have, until the reader closes the output.
  private func printChanges(
    since first: CommandResult, _ invocation: Invocation
  ) async throws {
    try await withThrowingTaskGroup { group in
      group.addTask {
        var result = first
        var printed: [String] = []
        while true {
          let lines =
            isJSON
            ? [String(decoding: try result.json, as: UTF8.self)]
            : result.lines(on: host.output.page)
          guard try print(lines.filter { !printed.contains($0) }) else { return }
          printed = lines
          result = try await nextResult(of: invocation)
        }
      }
      group.addTask {
        for await notice in notices.stream {
          host.write("\(notice)".printableError, to: host.errors)
        }
      }
      group.addTask {
        while !host.output.isClosed { try await host.clock.sleep(for: Self.closeCheckInterval) }
      }
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  /// Prints lines; false if the reader has closed the output.
  private func print(_ lines: [String]) throws -> Bool {
    let text = lines.map { $0 + "\n" }.joined()
    // The bytes of JSON must not be changed for a terminal.
    switch isJSON ? host.output.write(json: Data(text.utf8)) : host.output.write(text) {
    case .written: return true
    case .closed: return false
    case .failed(let code): throw HostError.outputFailed(code: code)
    }
  }
}

/// The wait between two runs, which can be ended early.
final class Pause: Sendable {
  private struct State {
    var sleep: Task<Void, any Error>?
    var endsNextWait = false
  }

  private let state = Lock(State())

  /// Waits until a time has passed, `end` is called or the task is cancelled. It does not wait if
  /// `end` was called since the last wait.
  func wait(for duration: Duration, on clock: any Clock<Duration>) async {
    let sleep = state.withLock { state in
      defer { state.endsNextWait = false }
      state.sleep = state.endsNextWait ? nil : Task { try await clock.sleep(for: duration) }
      return state.sleep
    }
    guard let sleep else { return }
    await withTaskCancellationHandler {
      _ = await sleep.result
    } onCancel: {
      sleep.cancel()
    }
    state.withLock { $0.sleep = nil }
  }

  /// Ends the wait; if there is none, the next one.
  func end() {
    state.withLock { state in
      if let sleep = state.sleep { sleep.cancel() } else { state.endsNextWait = true }
    }
  }
}

/// A result on a screen, with the scroll position.
private struct WatchDisplay {
  var result: CommandResult
  /// The last notice of a module; empty for none.
  var notice = ""
  private var cursor = Cursor()

  init(result: CommandResult) {
    self.result = result
  }

  /// The visible lines, and below them the keys.
  mutating func frame(_ size: ScreenSize, _ page: Page) -> ScreenFrame {
    let lines = lines(on: page)
    let height = height(of: size)
    // No line can be selected, so the cursor only scrolls.
    cursor.update(for: lines.map { _ in nil }, height: height)
    let visible = lines.dropFirst(cursor.top).prefix(height)
    let padding = Array(repeating: "", count: height - visible.count)
    let keys = lines.count > height ? "↑ ↓ scroll  q quit" : "q quit"
    let footer =
      notice.isEmpty
      ? page.paint(keys.truncated(to: page.columns), .faint)
      : page.paint(notice.truncated(to: page.columns), .warning)
    return ScreenFrame(lines: visible + padding + [footer])
  }

  /// Scrolls, if the key is one that scrolls.
  mutating func scroll(_ key: Key, _ size: ScreenSize, _ page: Page) {
    guard let motion = Motion(key) ?? Motion(letter: key) else { return }
    cursor.move(motion, in: lines(on: page).map { _ in nil }, height: height(of: size))
  }

  private func height(of size: ScreenSize) -> Int { max(size.rows - 1, 1) }

  private func lines(on page: Page) -> [String] {
    result.text(on: page).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}
