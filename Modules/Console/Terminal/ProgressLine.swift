import Mediator

/// Shows progress in one line of a terminal, at most ten times a second; elsewhere nothing.
public final class ProgressLine: Sendable {
  private struct State {
    var next: ContinuousClock.Instant?
    var isDrawn = false
  }

  private let terminal: Terminal
  private let now: @Sendable () -> ContinuousClock.Instant
  private let state = Lock(State())

  /// A line that is not drawn yet.
  public init(
    on terminal: Terminal, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    self.terminal = terminal
    self.now = now
  }

  /// What tells the line how far work has come.
  public var progress: ProgressReporter {
    ProgressReporter { [self] work, fraction in draw(work, fraction) }
  }

  /// Takes the line away, so that something else can be written.
  public func clear() {
    state.withLock { state in
      guard state.isDrawn else { return }
      terminal.write("\r\u{1B}[K")
      state = State()
    }
  }

  private func draw(_ work: String, _ fraction: Double?) {
    guard terminal.canRedraw else { return }
    let moment = now()
    state.withLock { state in
      if let next = state.next, moment < next { return }
      state = State(next: moment.advanced(by: .milliseconds(100)), isDrawn: true)
      let isKnown = fraction?.isFinite == true
      let percent = isKnown ? " \(Int(min(max(fraction ?? 0, 0), 1) * 100)) %" : " …"
      let room = terminal.page.columns - 1 - percent.columns
      terminal.write("\r\(work.printable.truncated(to: room))\(percent)\u{1B}[K")
    }
  }
}
