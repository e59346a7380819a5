import Documents
public import Foundation

/// An output of the process: a terminal, a file or a pipe.
public struct Terminal: Sendable {
  /// The result of writing.
  public enum WriteResult: Sendable, Hashable {
    /// Everything was written.
    case written
    /// The reader has closed the pipe, as in `| head -1`; this is not an error.
    case closed
    /// Writing failed; the code is the system's `errno`.
    case failed(code: Int32)
  }

  /// Whether the output is a terminal, not a file or a pipe.
  public let isTerminal: Bool
  /// The look of text on the output.
  public var theme = Theme.dark
  package let descriptor: Int32
  private let environment: Environment
  private let hasSuperscripts: Bool

  /// Creates the output for a file descriptor, which it does not close.
  public init(descriptor: Int32, environment: Environment) {
    self.descriptor = descriptor
    self.environment = environment
    isTerminal = isatty(descriptor) == 1
    hasSuperscripts = !isTerminal || environment.hasSuperscripts
  }

  /// The standard output, for results.
  public static func output(environment: Environment) -> Terminal {
    Terminal(descriptor: STDOUT_FILENO, environment: environment)
  }

  /// The standard error output, for errors and progress.
  public static func errors(environment: Environment) -> Terminal {
    Terminal(descriptor: STDERR_FILENO, environment: environment)
  }

  /// Takes the standard output away from the rest of the process: from now on, what a module or a
  /// library prints goes to the standard error output.
  /// - Returns: A descriptor of the output; nil when the system has none left.
  package static func takeStandardOutput() -> Int32? {
    let output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
    guard output >= 0 else { return nil }
    dup2(STDERR_FILENO, STDOUT_FILENO)
    return output
  }

  /// Prepares the process for writing; call it first in `main`. A closed pipe then gives `.closed`
  /// instead of a signal, and a file that exceeds the limit of the process (`ulimit -f`) an error.
  /// No file that is opened later gets a closed standard descriptor, and writing to a closed one
  /// fails.
  public static func prepareProcess() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    // The system assigns the lowest free descriptor, so this fills the gaps below 3.
    var descriptor = Foundation.open("/dev/null", O_RDONLY)
    while (0...2).contains(descriptor) { descriptor = Foundation.open("/dev/null", O_RDONLY) }
    if descriptor > 2 { close(descriptor) }
  }

  /// The page that text is laid out for, with the current size of the terminal. A file or a pipe
  /// has a page so wide that nothing is cut.
  public var page: Page {
    Page(
      columns: columns, rows: isTerminal ? rows : nil,
      colors: ColorDepth(environment: environment, isTerminal: isTerminal), theme: theme)
  }

  /// Whether the output can redraw a line.
  var canRedraw: Bool { isTerminal && !["", "dumb"].contains(environment["TERM"] ?? "") }

  /// Whether the reader of a pipe has closed it, so that nothing more can be written.
  public var isClosed: Bool {
    var output = pollfd(fd: descriptor, events: 0, revents: 0)
    return poll(&output, 1, 0) == 1 && output.revents & Int16(POLLERR | POLLHUP) != 0
  }

  /// Writes a text, in which only visible characters, line breaks, tabs and the styles of a `Page`
  /// remain; see `String.printable`. On a terminal without superscript digits and signs, as in
  /// `00:38⁺¹`, they become ordinary ones; a file or a pipe receives them unchanged.
  @discardableResult
  public func write(_ text: String) -> WriteResult {
    let text = text.filtered(as: .page)
    return send(hasSuperscripts ? text : text.replacingSuperscripts)
  }

  /// Writes JSON, whose invisible characters are escaped.
  @discardableResult
  public func write(json: Data) -> WriteResult {
    send(String(decoding: json, as: UTF8.self).filtered(as: .json))
  }

  /// Copies a text to the clipboard of the terminal.
  /// - Throws: `ClipboardError.tooLong`, and `.noTerminal` if the output is a file or a pipe, where
  ///   the control sequence would be a part of the text.
  @discardableResult
  public func copy(_ text: String) throws(ClipboardError) -> WriteResult {
    guard isTerminal else { throw .noTerminal }
    return send(try Clipboard.sequence(copying: text))
  }

  /// Writes a control sequence, or text that is filtered already, without any change.
  @discardableResult
  func send(_ sequence: String) -> WriteResult {
    var sequence = sequence
    return sequence.withUTF8 { write(UnsafeRawBufferPointer($0)) }
  }

  /// `bytes` must stay valid during the call; `send` passes the buffer of a value that it holds.
  private func write(_ bytes: UnsafeRawBufferPointer) -> WriteResult {
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = UnsafeRawBufferPointer(rebasing: rest)
      let count = Foundation.write(descriptor, part.baseAddress, part.count)
      guard count < 0 else {
        rest = rest.dropFirst(count)
        continue
      }
      switch errno {
      case EINTR: continue
      case EAGAIN: waitUntilWritable()
      case EPIPE: return .closed
      case let code: return .failed(code: code)
      }
    }
    return .written
  }

  /// The current number of lines.
  var rows: Int { windowSize.map { Int($0.ws_row) }.flatMap { $0 > 0 ? $0 : nil } ?? 24 }

  private var columns: Int {
    if let size = windowSize, size.ws_col > 0 { return Int(size.ws_col) }
    let given = environment["COLUMNS"].flatMap { Int($0) }
    return given.flatMap { (1...10_000).contains($0) ? $0 : nil } ?? (isTerminal ? 80 : 1000)
  }

  private var windowSize: winsize? {
    var size = winsize()
    return ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 ? size : nil
  }

  private func waitUntilWritable() {
    var output = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    poll(&output, 1, -1)
  }
}

extension Environment {
  /// Whether the terminal shows superscripts: its characters are Unicode's, and it is not the Linux
  /// console, whose font lacks them.
  fileprivate var hasSuperscripts: Bool {
    guard self["TERM"] != "linux" else { return false }
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { self[$0] }.first { !$0.isEmpty }
    return locale.map { $0.lowercased().contains("utf") } ?? true
  }
}
