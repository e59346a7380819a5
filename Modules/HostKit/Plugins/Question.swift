import Console
import Foundation

/// Asks the person at the terminal a question, to which the answer is yes or no.
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

  /// Shows a text and reads a line. What was typed before is ignored.
  /// - Returns: Whether the line is `y` or `yes`; false if no line can be read.
  /// - Throws: `CancellationError` when the task is cancelled, such as by Ctrl-C.
  func ask(_ text: String) async throws -> Bool {
    tcflush(input, TCIFLUSH)
    terminal.write(text)
    var line: [UInt8] = []
    while line.count <= 16 {
      var event = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
      // A thread that is blocked in `read` could not be cancelled.
      while poll(&event, 1, 0) <= 0 { try await Task.sleep(for: .milliseconds(20)) }
      try Task.checkCancellation()
      var byte: UInt8 = 0
      let count = Foundation.read(input, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      if byte == UInt8(ascii: "\n") { break }
      line.append(byte)
    }
    return ["y", "yes"].contains(String(decoding: line, as: UTF8.self).lowercased())
  }
}
