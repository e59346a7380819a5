import Foundation
import Mediator

/// The whole of a terminal, taken over for a while: a person's keys come in one by one, and frames
/// are drawn by their differences.
///
/// However the process ends, save by SIGKILL, the terminal is as it was before: whoever listens to
/// signals calls `suspend` before a stop by SIGTSTP, `resume` on SIGCONT, `redraw` on SIGWINCH, and
/// `rescue` before an end without `end`. Fatal signals do the last by themselves.
public final class Screen: Sendable {
  /// What happens to a screen.
  public enum Event: Sendable, Hashable {
    /// A person pressed a key.
    case key(Key)
    /// It is empty or has another size, and must be drawn again.
    case cleared
  }

  private struct State {
    enum Phase {
      case waiting, shown, suspended, ended
    }

    var phase = Phase.waiting
    /// How the terminal was before.
    var settings = termios()
    var rescue: ScreenRescue?
    var reader: KeyReader?
    var frame: ScreenFrame?
    var notes: [@Sendable () -> Void] = []
  }

  private static let enter = "\u{1B}[?1049h\u{1B}[?2004h\u{1B}[?7l\u{1B}[?25l\u{1B}[2J"
  static let leave = "\u{1B}[?2026l\u{1B}[0m\u{1B}[?25h\u{1B}[?7h\u{1B}[?2004l\u{1B}[?1049l"

  /// What happens, for one reader; it ends with the screen, or when the terminal is lost.
  public let events: AsyncStream<Event>

  private let input: Int32
  private let output: Terminal
  private let eventInput: AsyncStream<Event>.Continuation
  private let state = Lock(State())

  /// The screen of a terminal, not taken over yet; nil where there is no person at both ends of it.
  public init?(input: Int32, output: Terminal) {
    guard isatty(input) == 1, output.canRedraw else { return nil }
    self.input = input
    self.output = output
    (events, eventInput) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1024))
  }

  /// How much fits on it now.
  public var size: ScreenSize { ScreenSize(columns: output.page.columns, rows: output.rows) }

  /// What text is laid out for.
  public var page: Page { output.page }

  /// Takes the terminal over, once; false when it cannot be had.
  public func begin() -> Bool {
    state.withLock { state in
      guard state.phase == .waiting, tcgetattr(input, &state.settings) == 0 else { return false }
      state.rescue = ScreenRescue(input: input, output: output.descriptor, state.settings)
      show(&state)
      state.reader = KeyReader(input) { [eventInput] in
        eventInput.yield(.key($0))
      } ended: { [eventInput] in
        eventInput.finish()
      }
      return state.reader != nil
    }
  }

  /// Draws a frame, if the screen is shown.
  public func show(_ frame: ScreenFrame) {
    state.withLock { state in
      guard state.phase == .shown else { return }
      let drawing = frame.drawing(over: state.frame, size)
      state.frame = frame
      if !drawing.isEmpty { output.write(drawing) }
    }
  }

  /// Sends a sequence that draws nothing, such as one for the clipboard, if the screen is shown.
  public func send(_ sequence: String) {
    state.withLock { state in
      if state.phase == .shown { output.write(sequence) }
    }
  }

  /// Gives the terminal back for good, and does what waited for that.
  public func end() {
    let notes = state.withLock { state in
      hide(&state, .ended)
      state.reader?.end()
      state.reader = nil
      defer { state.notes = [] }
      return state.notes
    }
    for note in notes { note() }
  }

  /// Gives the terminal back until `resume`.
  public func suspend() {
    state.withLock { hide(&$0, .suspended) }
  }

  /// Takes the terminal over again, be it after `suspend` or after a stop that nobody was told of.
  public func resume() {
    state.withLock { state in
      switch state.phase {
      case .waiting, .ended: return
      case .shown, .suspended: show(&state)
      }
    }
    eventInput.yield(.cleared)
  }

  /// Draws the next frame whole, since the terminal has another size.
  public func redraw() {
    state.withLock { $0.frame = nil }
    eventInput.yield(.cleared)
  }

  /// Does something that writes to the terminal: now, or when the screen has been left.
  public func whenLeft(_ note: @escaping @Sendable () -> Void) {
    let isShown = state.withLock { state in
      switch state.phase {
      case .waiting, .ended: return false
      case .shown, .suspended:
        state.notes.append(note)
        return true
      }
    }
    if !isShown { note() }
  }

  /// Gives back the terminal that any screen has taken over, by system calls alone: for the last
  /// moment of a process, and safe in a handler of signals.
  public static func rescue() { ScreenRescue.run() }

  private func show(_ state: inout State) {
    var raw = state.settings
    cfmakeraw(&raw)
    // Ctrl-C and Ctrl-Z stay signals, and a line break that others write stays one.
    raw.c_lflag |= tcflag_t(ISIG)
    raw.c_oflag = state.settings.c_oflag
    state.rescue?.arm()
    tcsetattr(input, TCSANOW, &raw)
    output.write(Self.enter)
    state.phase = .shown
    state.frame = nil
  }

  private func hide(_ state: inout State, _ phase: State.Phase) {
    if state.phase == .shown {
      output.write(Self.leave)
      tcsetattr(input, TCSANOW, &state.settings)
      state.rescue?.disarm()
    }
    switch state.phase {
    case .waiting, .ended: break
    case .shown, .suspended: state.phase = phase
    }
  }
}
