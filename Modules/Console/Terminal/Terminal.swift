public import Foundation

/// One of the outputs of the process: what it can show, and the way to it.
public struct Terminal: Sendable {
  /// How writing ended.
  public enum Outcome: Sendable, Hashable {
    /// Everything is written.
    case written
    /// Nobody reads any more, as behind `| head -1`: there is nothing left to do, and no error.
    case closed
    /// The output broke; the code is the system's `errno`.
    case failed(code: Int32)
  }

  /// Whether a person may be looking: it is no file and no pipe.
  public let isTerminal: Bool
  let descriptor: Int32
  private let environment: Environment

  /// The output with a file descriptor, which stays open.
  public init(descriptor: Int32, environment: Environment) {
    self.descriptor = descriptor
    self.environment = environment
    isTerminal = isatty(descriptor) == 1
  }

  /// The standard output, for answers.
  public static func output(environment: Environment) -> Terminal {
    Terminal(descriptor: STDOUT_FILENO, environment: environment)
  }

  /// The standard error output, for errors and progress.
  public static func errors(environment: Environment) -> Terminal {
    Terminal(descriptor: STDERR_FILENO, environment: environment)
  }

  /// Makes the process safe to write from, first thing in `main`: a closed pipe becomes an outcome,
  /// and a standard descriptor that the caller closed cannot become that of another file.
  public static func prepareProcess() {
    signal(SIGPIPE, SIG_IGN)
    // Descriptors are given from the lowest on, so that this fills the gaps below 3.
    var descriptor = Foundation.open("/dev/null", O_RDWR)
    while (0...2).contains(descriptor) { descriptor = Foundation.open("/dev/null", O_RDWR) }
    if descriptor > 2 { close(descriptor) }
  }

  /// What text is laid out for, as wide as the terminal is now; in a file or a pipe, where nobody
  /// sees the end of a line, nothing is cut.
  public var page: Page {
    Page(
      columns: columns, colors: ColorDepth(environment: environment, isTerminal: isTerminal))
  }

  /// Whether a line on it can be drawn again.
  public var canRedraw: Bool {
    isTerminal && !["", "dumb"].contains(environment["TERM"] ?? "")
  }

  /// Writes a text.
  @discardableResult
  public func write(_ text: String) -> Outcome {
    var text = text
    return text.withUTF8 { write(UnsafeRawBufferPointer($0)) }
  }

  /// Writes all bytes, however often the system takes only some.
  @discardableResult
  public func write(_ bytes: Data) -> Outcome {
    bytes.withUnsafeBytes { write($0) }
  }

  private func write(_ bytes: UnsafeRawBufferPointer) -> Outcome {
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

  /// How many lines the terminal has now.
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
