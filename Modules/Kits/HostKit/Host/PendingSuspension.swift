import Console
import Foundation

/// A SIGTSTP that the kernel keeps pending until the host is ready to be suspended. A SIGCONT
/// discards it, however shortly before: only the kernel knows which of the two came last, so no
/// handler may receive the signal.
///
/// Source: POSIX.1-2024, System Interfaces, 2.4.1: "When any stop signal is generated for a
/// process, any pending SIGCONT signals for that process shall be discarded", and the other way
/// round.
struct PendingSuspension: Sendable {
  /// Readable when a SIGTSTP arrives: on Linux as long as it is pending.
  let descriptor: Int32

  /// Nil if the parent process set SIGTSTP to be ignored.
  /// - Throws: `HostError.limitReached` when the system has no descriptor left.
  init?() throws(HostError) {
    guard SignalAction(for: SIGTSTP) == .standard else { return nil }
    guard let descriptor = Self.openDescriptor() else { throw .limitReached(.files) }
    self.descriptor = descriptor
  }

  /// Blocks no signal but SIGTSTP in this thread and in those that it creates; call it before there
  /// are others. The parent process may have blocked some, as the threads of Dispatch do.
  static func block() {
    var blocked = signals
    pthread_sigmask(SIG_SETMASK, &blocked, nil)
  }

  /// Whether a SIGTSTP is pending. False again after a SIGCONT.
  var isPending: Bool {
    var pending = sigset_t()
    return sigpending(&pending) == 0 && sigismember(&pending, SIGTSTP) == 1
  }

  /// Suspends the process until SIGCONT, if the SIGTSTP is still pending. Returns at once if no
  /// shell could continue the process: then the kernel ignores the signal.
  func deliver() {
    // The host requests the foreground itself after this, and not for the SIGCONT.
    let previous = signal(SIGCONT, SIG_DFL)
    var signals = Self.signals
    // The kernel delivers the pending signal before the first call returns.
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    signal(SIGCONT, previous)
  }

  private static var signals: sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, SIGTSTP)
    return set
  }

  /// A descriptor that reports the signal without receiving it. It was tried on Linux only.
  private static func openDescriptor() -> Int32? {
    #if os(Linux)
      // The module of the C library does not contain the header of this function.
      typealias SignalDescriptor = @convention(c) (Int32, UnsafePointer<sigset_t>, Int32) -> Int32
      guard let function = dlsym(nil, "signalfd") else { return nil }
      // The same signature as in signalfd(2), so that the call is valid.
      let signalDescriptor = unsafeBitCast(function, to: SignalDescriptor.self)
      var signals = signals
      // SFD_CLOEXEC is O_CLOEXEC.
      let descriptor = signalDescriptor(-1, &signals, O_CLOEXEC)
    #else
      let descriptor = kqueue()
      var change = kevent(
        ident: UInt(SIGTSTP), filter: Int16(EVFILT_SIGNAL), flags: UInt16(EV_ADD | EV_CLEAR),
        fflags: 0, data: 0, udata: nil)
      if descriptor >= 0, kevent(descriptor, &change, 1, nil, 0, nil) != 0 { return nil }
    #endif
    return descriptor < 0 ? nil : descriptor
  }

  /// Forgets that the signal arrived, where the descriptor would report it again.
  func acknowledge() {
    #if !os(Linux)
      var event = kevent()
      var now = timespec()
      _ = kevent(descriptor, nil, 0, &event, 1, &now)
    #endif
  }
}
