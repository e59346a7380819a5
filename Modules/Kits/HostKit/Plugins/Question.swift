import Console
import Foundation
import Mediator
import Platform

/// Asks the person at the terminal a question, to which the answer is a line. Questions to the same
/// terminal come one after the other.
struct Question: Sendable {
  private static let turns = KeyedSemaphore(limit: 1)

  private let terminal: Terminal
  private let input: Int32
  private let screen: Screen?

  /// - Parameters:
  ///   - terminal: The standard error output, which shows the question.
  ///   - screen: The screen of the browser, which shows it while it is in use; nil without one.
  ///   - input: The descriptor of the answer.
  init(on terminal: Terminal, _ screen: Screen? = nil, input: Int32 = STDIN_FILENO) {
    self.terminal = terminal
    self.screen = screen
    self.input = input
  }

  /// Whether a person can read the question and answer it.
  var canBeAsked: Bool { terminal.isTerminal && isatty(input) == 1 }

  /// Whether the browser shows the question. The person may be typing something else there, so that
  /// only a whole word means yes or no.
  var isInBrowser: Bool { screen?.isInUse == true }

  /// Whether a line that means yes or no was meant as an answer.
  func isMeant(_ line: String) -> Bool { !isInBrowser || line.count > 1 }

  /// Runs a dialogue, of questions that belong together, when no other one with this terminal runs.
  /// - Throws: What `dialogue` throws; `CancellationError`.
  func inTurn<Result>(_ dialogue: () async throws -> Result) async throws -> Result {
    try await Self.turns.run("\(terminal.descriptor) \(input)", dialogue)
  }

  /// Shows a text and reads a line, when no dialogue with this terminal runs.
  /// - Returns: Whether the line is `y` or `yes`; false if no line can be read.
  /// - Throws: `CancellationError` when the task is cancelled, such as by Ctrl-C.
  func ask(_ text: String) async throws -> Bool {
    try await inTurn { ["y", "yes"].contains(try await answer(text)?.lowercased()) }
  }

  /// Shows a text and reads a line, within a dialogue. What was typed before is ignored.
  /// - Parameter limit: The maximum length of the line in bytes.
  /// - Returns: The line; nil if none can be read.
  /// - Throws: `CancellationError` when the task is cancelled, such as by Ctrl-C.
  func answer(_ text: String, limit: Int = 16) async throws -> String? {
    if let screen, isInBrowser {
      return await screen.ask(
        text.split(at: "\n").joined(separator: " "), maximumLength: limit)
    }
    return try await ProgressLine.withoutLines(on: terminal) {
      tcflush(input, TCIFLUSH)
      terminal.write(text)
      guard case .line(let line) = try await TypedLine.read(from: input, limit: limit) else {
        return nil
      }
      return String(decoding: line, as: UTF8.self)
    }
  }
}
