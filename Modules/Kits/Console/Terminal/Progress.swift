import Platform

/// Shows progress in one line of a terminal, redrawn at most ten times per second. It shows nothing
/// if the output cannot redraw a line.
public final class ProgressLine: Sendable {
  private struct State {
    var nextDraw: ContinuousClock.Instant?
    var isDrawn = false
  }

  /// How many questions wait for an answer, by the descriptors of their terminals. No line may be
  /// drawn over them: a plug-in chooses the texts of its progress.
  private static let questions = Lock<[Int32: Int]>([:])

  private let terminal: Terminal
  private let now: @Sendable () -> ContinuousClock.Instant
  private let state = Lock(State())

  /// Creates a line; it is drawn when progress is reported.
  public init(
    on terminal: Terminal, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    self.terminal = terminal
    self.now = now
  }

  /// The reporter that updates the line.
  public var reporter: ProgressReporter {
    ProgressReporter { [self] work, fraction in draw(work, fraction) }
  }

  /// Runs `body`, which asks the person something, while no line is drawn on the terminal.
  package static func withoutLines<Result>(
    on terminal: Terminal, _ body: () async throws -> Result
  ) async rethrows -> Result {
    questions.withLock { $0[terminal.descriptor, default: 0] += 1 }
    defer { questions.withLock { $0[terminal.descriptor, default: 0] -= 1 } }
    return try await body()
  }

  /// Removes the line, so that other text can be written.
  public func clear() {
    state.withLock { state in
      guard state.isDrawn else { return }
      terminal.send("\r\u{1B}[K")
      state = State()
    }
  }

  private var isAsking: Bool {
    Self.questions.withLock { $0[terminal.descriptor, default: 0] > 0 }
  }

  private func draw(_ work: String, _ fraction: Double?) {
    guard terminal.canRedraw, !isAsking else { return }
    let time = now()
    state.withLock { state in
      if let next = state.nextDraw, time < next { return }
      state = State(nextDraw: time.advanced(by: .milliseconds(100)), isDrawn: true)
      let isKnown = fraction?.isFinite == true
      let percent = isKnown ? "\(Int(min(max(fraction ?? 0, 0), 1) * 100)) %" : "…"
      let start = String(repeating: " ", count: 5 - percent.columns) + percent + "  "
      let width = terminal.page.columns - 1 - start.columns
      terminal.send("\r\(start)\(work.printable.truncated(to: width))\u{1B}[K")
    }
  }
}

/// Reports the progress of long work to the user.
public struct ProgressReporter: Sendable {
  private let report: @Sendable (String, Double?) -> Void

  /// Creates a reporter.
  /// - Parameter report: Receives the name of the work, and the finished fraction from 0 to 1; nil
  ///   if it is unknown.
  public init(report: @escaping @Sendable (String, Double?) -> Void) {
    self.report = report
  }

  /// Reports that `work` is in progress, with the finished fraction from 0 to 1 if it is known.
  public func show(_ work: String, _ fraction: Double? = nil) { report(work, fraction) }
}
