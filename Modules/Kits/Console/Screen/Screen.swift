import Foundation
import Platform

/// A terminal in full-screen mode: it delivers single keys, and draws only what differs between
/// frames.
///
/// The terminal is restored however the process ends, except by SIGKILL. For this, the host's
/// signal handling calls `suspend` before SIGTSTP stops the process, `resume` on SIGCONT, `redraw`
/// on SIGWINCH, and `restoreTerminal` before the process exits without `end`. For fatal signals,
/// `begin` installs handlers that restore the terminal.
public final class Screen: Sendable {
  /// An event of a screen.
  public enum Event: Sendable, Hashable {
    /// The user pressed a key.
    case key(Key)
    /// The screen is empty or has another size, and must be drawn again.
    case needsRedraw
    /// The same after `suspend`; what was shown may be out of date.
    case resumed
  }

  private struct State {
    enum Phase {
      case waiting, shown, suspended, ended
    }

    var phase = Phase.waiting
    /// The settings of the terminal before `begin`.
    var settings = termios()
    var restorer: TerminalRestorer?
    var reader: KeyReader?
    var mouse = MouseMode.off
    var frame: ScreenFrame?
    /// The question that is shown in place of the frames.
    var question: Question?
    /// The closures that `end` runs.
    var deferred: [@Sendable () -> Void] = []
  }

  /// How many columns beside a question are enough for its answer.
  private static let columnsOfAnswer = 32

  private struct Question {
    let text: String
    var line: TextEntry
    let caller: CheckedContinuation<String?, Never>
  }

  /// The maximum number of closures that wait for `end`; one more removes the oldest. A browser may
  /// stay open for weeks.
  static let maximumDeferred = 1000

  // Alternate screen (1049), bracketed paste (2004), no line wrap (7), no cursor (25), clear (2J).
  private static let enter = "\u{1B}[?1049h\u{1B}[?2004h\u{1B}[?7l\u{1B}[?25l\u{1B}[2J"
  /// The inverse of `enter` and of every `MouseMode`; it also ends a synchronized update (2026) and
  /// resets the style (0).
  static let leave =
    "\u{1B}[?2026l\u{1B}[0m\(MouseMode.end)\u{1B}[?25h\u{1B}[?7h\u{1B}[?2004l\u{1B}[?1049l"

  /// The events, for one reader; the stream ends with the screen, or when the terminal closes.
  public let events: AsyncStream<Event>

  private let input: Int32
  private let output: Terminal
  private let eventInput: AsyncStream<Event>.Continuation
  private let state = Lock(State())

  /// Creates the screen of a terminal; nil if the input or the output is not a terminal.
  public init?(input: Int32, output: Terminal) {
    guard isatty(input) == 1, output.canRedraw else { return nil }
    self.input = input
    self.output = output
    (events, eventInput) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1024))
  }

  /// The current size.
  public var size: ScreenSize { ScreenSize(columns: output.page.columns, rows: output.rows) }

  /// The page that text is laid out for.
  public var page: Page { output.page }

  /// Whether the screen has begun and not ended.
  public var isInUse: Bool { state.withLock { [.shown, .suspended].contains($0.phase) } }

  /// Starts full-screen mode, once; false if that is not possible. Call `end` in both cases.
  /// - Parameter mouse: Whether the events contain the actions of the mouse.
  public func begin(mouse: MouseMode = .off) -> Bool {
    state.withLock { state in
      guard state.phase == .waiting, tcgetattr(input, &state.settings) == 0 else { return false }
      state.mouse = mouse
      state.restorer = TerminalRestorer(input: input, output: output.descriptor, state.settings)
      enterFullScreen(&state)
      state.reader = KeyReader(input) { [weak self] in
        self?.receive($0)
      } onEnd: { [weak self, eventInput] in
        self?.answerQuestion(with: nil)
        eventInput.finish()
      }
      return state.reader != nil
    }
  }

  /// Draws a frame; does nothing while the screen is not shown.
  public func show(_ frame: ScreenFrame) {
    state.withLock { state in
      guard state.phase == .shown, state.question == nil else { return }
      let drawing = frame.drawing(over: state.frame, size)
      state.frame = frame
      if !drawing.isEmpty { write(drawing) }
    }
  }

  /// Sends an escape sequence that draws nothing, such as one for the clipboard; does nothing while
  /// the screen is not shown.
  public func send(_ sequence: String) {
    state.withLock { state in
      if state.phase == .shown { write(sequence) }
    }
  }

  /// Shows a question in place of the frames, and returns the line that the person types.
  /// - Parameter maximumLength: The most characters of the line.
  /// - Returns: The line; nil if the person presses Esc, the screen is not in use, ends, or shows
  ///   another question, or the task is cancelled.
  public func ask(_ text: String, maximumLength: Int = 16) async -> String? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { caller in
        let isAsked = state.withLock { state in
          guard [.shown, .suspended].contains(state.phase), state.question == nil,
            !Task.isCancelled
          else { return false }
          state.question = Question(
            text: text, line: TextEntry(maximumLength: maximumLength), caller: caller)
          draw(state.question, state)
          return true
        }
        if !isAsked { caller.resume(returning: nil) }
      }
    } onCancel: {
      answerQuestion(with: nil)
    }
  }

  private func receive(_ key: Key) {
    let result: Result<String?, CancellationError>? = state.withLock { state in
      guard var question = state.question else { return .failure(CancellationError()) }
      switch key {
      case .enter: return .success(question.line.text)
      case .escape: return .success(nil)
      case .character, .control, .alt, .up, .down, .left, .right, .wordLeft, .wordRight, .home,
        .end, .pageUp, .pageDown, .tab, .backspace, .delete, .f1, .paste, .mouse:
        _ = question.line.press(key)
      }
      state.question = question
      draw(question, state)
      return nil
    }
    switch result {
    case nil: break
    case .success(let line): answerQuestion(with: line)
    case .failure: eventInput.yield(.key(key))
    }
  }

  private func answerQuestion(with line: String?) {
    let question = state.withLock { state in
      defer { (state.question, state.frame) = (nil, nil) }
      return state.question
    }
    guard let question else { return }
    question.caller.resume(returning: line)
    eventInput.yield(.needsRedraw)
  }

  private func draw(_ question: Question?, _ state: State) {
    guard let question, state.phase == .shown else { return }
    let columns = output.page.columns
    var lines = question.text.wrapped(to: columns)
    // The answer is in one line, because the cursor moves in it.
    let prompt = lines.last.map { "\($0) " } ?? ""
    let isFitting = prompt.columns + Self.columnsOfAnswer < columns
    if isFitting { _ = lines.popLast() }
    let start = isFitting ? prompt : ""
    let (answer, column) = question.line.visiblePart(in: columns - start.columns)
    write(
      "\u{1B}[2J\u{1B}[H" + (lines + [start + answer]).joined(separator: "\n")
        + "\u{1B}[\(start.columns + column + 1)G")
  }

  /// Ends full-screen mode for good, and runs the closures of `afterEnd`.
  public func end() {
    answerQuestion(with: nil)
    let deferred = state.withLock { state in
      leaveFullScreen(&state, for: .ended)
      state.reader?.end()
      state.reader = nil
      defer { state.deferred = [] }
      return state.deferred
    }
    for action in deferred { action() }
  }

  /// Leaves full-screen mode until `resume`.
  public func suspend() {
    state.withLock { leaveFullScreen(&$0, for: .suspended) }
  }

  /// Returns to full-screen mode after `suspend`, or after the process was stopped without
  /// `suspend`.
  public func resume() {
    state.withLock { state in
      switch state.phase {
      case .waiting, .ended: return
      case .shown, .suspended: enterFullScreen(&state)
      }
      draw(state.question, state)
    }
    eventInput.yield(.resumed)
  }

  /// Makes the next frame draw all its lines, because the size of the terminal has changed.
  public func redraw() {
    state.withLock { state in
      state.frame = nil
      draw(state.question, state)
    }
    eventInput.yield(.needsRedraw)
  }

  /// Runs a closure that writes to the terminal: after `end`, or now if the screen is not in use.
  /// After `end`, only the last 1,000 run.
  public func afterEnd(_ action: @escaping @Sendable () -> Void) {
    let isInUse = state.withLock { state in
      switch state.phase {
      case .waiting, .ended: return false
      case .shown, .suspended:
        if state.deferred.count == Self.maximumDeferred { state.deferred.removeFirst() }
        state.deferred.append(action)
        return true
      }
    }
    if !isInUse { action() }
  }

  /// Lets the terminal be restored even when the stack of the current thread overflows. A thread
  /// that draws calls it before each frame, because an actor changes its thread.
  public static func prepareForStackOverflow() { AlternateSignalStack.install() }

  /// Restores the terminal of the screen that is shown. It uses only system calls, so a signal
  /// handler may call it.
  public static func restoreTerminal() { TerminalRestorer.restore() }

  /// Writes a text. The events end when the terminal is lost; its input may be another one.
  private func write(_ text: String) {
    if output.send(text) != .written { eventInput.finish() }
  }

  private func enterFullScreen(_ state: inout State) {
    var raw = state.settings
    cfmakeraw(&raw)
    // Ctrl-C and Ctrl-Z still send signals, and line breaks from other writers still work.
    raw.c_lflag |= tcflag_t(ISIG)
    raw.c_oflag = state.settings.c_oflag
    state.restorer?.activate()
    takeOverTerminal(raw)
    output.send(Self.enter + state.mouse.sequence)
    state.phase = .shown
    state.frame = nil
  }

  /// Changes the settings. In the background, this stops the process until the shell gives it the
  /// terminal; the threads of Dispatch block the signal that does this.
  private func takeOverTerminal(_ settings: termios) {
    var settings = settings
    var signals = sigset_t()
    var previous = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGTTOU)
    pthread_sigmask(SIG_UNBLOCK, &signals, &previous)
    while tcsetattr(input, TCSANOW, &settings) != 0, errno == EINTR {}
    pthread_sigmask(SIG_SETMASK, &previous, nil)
  }

  private func leaveFullScreen(_ state: inout State, for phase: State.Phase) {
    if state.phase == .shown {
      output.send(Self.leave)
      tcsetattr(input, TCSANOW, &state.settings)
      state.restorer?.deactivate()
    }
    switch state.phase {
    case .waiting, .ended: break
    case .shown, .suspended: state.phase = phase
    }
  }
}
