public import Foundation
public import Mediator

extension Secret {
  /// The maximum number of bytes of a line.
  private static let limit = 4096

  /// Reads a line: on a terminal after a prompt and without showing what the person types,
  /// otherwise the first one of a file or a pipe.
  /// - Parameter input: A file descriptor, the standard input unless given.
  /// - Throws: `SecretError`, and `CancellationError` when the task is cancelled.
  public static func read(
    prompt: String, from input: Int32 = STDIN_FILENO
  ) async throws -> Secret {
    var settings = termios()
    guard isatty(input) == 1, tcgetattr(input, &settings) == 0 else {
      return try await line(of: input)
    }
    let restorer = TerminalRestorer(input: input, output: input, settings, sequence: "\n")
    restorer.activate()
    defer {
      restorer.deactivate()
      // Also writes the line break, which the terminal did not show.
      restorer.restore()
    }
    var silent = settings
    silent.c_lflag &= ~tcflag_t(ECHO)
    // Discards what was typed, and shown, before.
    guard tcsetattr(input, TCSAFLUSH, &silent) == 0 else { throw SecretError.unreadable }
    Terminal(descriptor: input, environment: .process).write(prompt.printable)
    return try await line(of: input)
  }

  private static func line(of input: Int32) async throws -> Secret {
    let bytes: [UInt8]
    switch try await TypedLine.read(from: input, limit: limit) {
    case .line(let typed), .end(let typed): bytes = typed
    case .tooLong: throw SecretError.tooLong(limit: limit)
    case .unreadable: throw SecretError.unreadable
    }
    let text = String(validating: bytes, as: UTF8.self)?.trimmingCharacters(in: .newlines)
    guard let text else { throw SecretError.notText }
    guard !text.isEmpty else { throw SecretError.missing }
    return Secret(text)
  }
}

/// Why a secret cannot be read.
public enum SecretError: ModuleError {
  /// The line is empty, or there is none.
  case missing
  /// The line has more bytes than the limit.
  case tooLong(limit: Int)
  /// The line is not UTF-8.
  case notText
  /// The system cannot read the input.
  case unreadable

  public var kind: FailureKind { .badInput }

  public var description: String {
    switch self {
    case .missing:
      "the standard input is empty; type a line on a terminal, or pass one through a pipe"
    case .tooLong(let limit):
      "the line of the standard input has more than \(limit) bytes; expected a shorter one"
    case .notText: "the line of the standard input is not UTF-8; expected text"
    case .unreadable: "cannot read the standard input; pass a line through a pipe"
    }
  }
}
