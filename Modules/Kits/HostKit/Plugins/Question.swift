import Console
import Foundation

/// Asks the person at the terminal a question, to which the answer is a line.
struct Question: Sendable {
  private let terminal: Terminal
  private let input: Int32

  /// - Parameters:
  ///   - terminal: The standard error output, which shows the question.
  ///   - input: The descriptor of the answer.
  init(on terminal: Terminal, input: Int32 = STDIN_FILENO) {
    self.terminal = terminal
    self.input = input
  }

  /// Whether a person can read the question and answer it.
  var canBeAsked: Bool { terminal.isTerminal && isatty(input) == 1 }

  /// Shows a text and reads a line.
  /// - Returns: Whether the line is `y` or `yes`; false if no line can be read.
  /// - Throws: `CancellationError` when the task is cancelled, such as by Ctrl-C.
  func ask(_ text: String) async throws -> Bool {
    ["y", "yes"].contains(try await answer(text)?.lowercased())
  }

  /// Shows a text and reads a line. What was typed before is ignored.
  /// - Parameter limit: The maximum length of the line in bytes.
  /// - Returns: The line; nil if none can be read.
  /// - Throws: `CancellationError` when the task is cancelled, such as by Ctrl-C.
  func answer(_ text: String, limit: Int = 16) async throws -> String? {
    try await ProgressLine.withoutLines(on: terminal) {
      tcflush(input, TCIFLUSH)
      terminal.write(text)
      guard case .line(let line) = try await TypedLine.read(from: input, limit: limit) else {
        return nil
      }
      return String(decoding: line, as: UTF8.self)
    }
  }
}
