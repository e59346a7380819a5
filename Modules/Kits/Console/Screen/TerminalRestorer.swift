import Foundation
import Synchronization

/// Restores the terminal from a signal handler, where only system calls are allowed.
///
/// Source: POSIX.1-2024, System Interfaces, 2.4.3, which lists `poll`, `write`, `tcflush`,
/// `tcsetattr`, `signal` and `raise` as async-signal-safe; `sigaction` for `SA_ONSTACK`.
struct TerminalRestorer: Sendable {
  /// Everything that the signal handler reads.
  private struct SavedState {
    let input: Int32
    let output: Int32
    var settings: termios
    /// The escape sequence that leaves full-screen mode; empty outside of it.
    let sequence: UnsafeMutableBufferPointer<UInt8>

    mutating func restore() {
      var end = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
      // A terminal that shows nothing any more would block the end of the process.
      if poll(&end, 1, 0) == 0 { tcflush(output, TCOFLUSH) }
      if !sequence.isEmpty { _ = write(output, sequence.baseAddress, sequence.count) }
      tcsetattr(input, TCSANOW, &settings)
    }
  }

  /// The signals that end a process by default, and that a handler can receive.
  private static let fatalSignals: [Int32] = {
    let others = [SIGKILL, SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU, SIGCONT, SIGCHLD, SIGURG, SIGWINCH]
    #if os(Linux)
      return (1...64).filter { !others.contains($0) }
    #else
      return (1..<NSIG).filter { !others.contains($0) && ![SIGIO, SIGINFO].contains($0) }
    #endif
  }()
  /// The signals whose handler the host has installed, which restores the terminal itself.
  private static let hostSignals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
  /// The address of the saved state while a screen is shown, otherwise 0.
  ///
  /// It can be dereferenced at any time: a saved state is complete before its address is stored
  /// here, and is never changed or freed after that. A process has one screen, so the leak is
  /// small.
  private static let activeState = Atomic<UInt>(0)

  private let state: UInt

  /// - Parameter sequence: What is written to the output before the settings are restored.
  init(input: Int32, output: Int32, _ settings: termios, sequence: String = Screen.leave) {
    let text = Array(sequence.utf8)
    let sequence = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.count)
    _ = sequence.initialize(from: text)
    let pointer = UnsafeMutablePointer<SavedState>.allocate(capacity: 1)
    pointer.initialize(
      to: SavedState(input: input, output: output, settings: settings, sequence: sequence))
    state = UInt(bitPattern: pointer)
  }

  /// Makes fatal signals restore the terminal before they end the process, even if the stack of a
  /// thread that has an alternate one is full.
  func activate() {
    Self.activeState.store(state, ordering: .sequentiallyConsistent)
    for number in Self.fatalSignals {
      switch SignalAction(for: number) {
      case nil, .ignored?: break
      case .handler? where Self.hostSignals.contains(number): break
      // The runtime has a handler that prints a backtrace, perhaps on the screen.
      case .standard?, .handler?: Self.handle(number)
      }
    }
  }

  /// Makes a signal call `handleFatalSignal`, on the alternate stack of a thread that has one.
  private static func handle(_ number: Int32) {
    var action = sigaction()
    #if os(Linux)
      action.__sigaction_handler.sa_handler = handleFatalSignal
    #else
      action.__sigaction_u.__sa_handler = handleFatalSignal
    #endif
    action.sa_flags = SA_RESTART | SA_ONSTACK
    sigaction(number, &action, nil)
  }

  /// Undoes `activate`.
  func deactivate() {
    Self.activeState.store(0, ordering: .sequentiallyConsistent)
    for number in Self.fatalSignals
    where SignalAction(for: number) == SignalAction(handleFatalSignal) {
      signal(number, SIG_DFL)
    }
  }

  /// Restores the terminal of the screen that is shown, if there is one; a second call does
  /// nothing.
  static func restore() {
    let address = activeState.exchange(0, ordering: .sequentiallyConsistent)
    UnsafeMutablePointer<SavedState>(bitPattern: address)?.pointee.restore()
  }

  /// Restores the terminal, whether its screen is shown or not.
  func restore() { UnsafeMutablePointer<SavedState>(bitPattern: state)?.pointee.restore() }
}

private func handleFatalSignal(_ number: Int32) {
  TerminalRestorer.restore()
  signal(number, SIG_DFL)
  raise(number)
}
