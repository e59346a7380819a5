import CSignal
import Console
import Foundation
import Synchronization

/// A SIGTSTP that the kernel keeps pending until the host is ready to be suspended. A SIGCONT
/// discards it, however shortly before: only the kernel knows which of the two came last.
///
/// Source: POSIX.1-2024, System Interfaces, 2.4.1: "When any stop signal is generated for a process,
/// any pending SIGCONT signals for that process shall be discarded", and the other way round.
struct PendingSuspension: Sendable {
  /// Readable, for `poll` in this thread, while a SIGTSTP is pending.
  let descriptor: Int32

  /// Blocks all signals in this thread and makes it the one that `deliver` suspends. Nil if the
  /// parent process set SIGTSTP to be ignored, or no descriptor is free.
  init?() {
    guard SignalAction(for: SIGTSTP) == .standard else { return nil }
    var all = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, nil)
    #if os(Linux)
      var signals = Self.signals(SIGTSTP)
      descriptor = signalfd(-1, &signals, Int32(SFD_CLOEXEC))
      guard descriptor >= 0 else { return nil }
      suspendedThread.store(pthread_self(), ordering: .sequentiallyConsistent)
      Self.installHandler()
    #else
      descriptor = kqueue()
      guard descriptor >= 0 else { return nil }
      var event = kevent()
      event.ident = UInt(SIGTSTP)
      event.filter = Int16(EVFILT_SIGNAL)
      event.flags = UInt16(EV_ADD)
      kevent(descriptor, &event, 1, nil, 0, nil)
    #endif
  }

  /// Suspends the process until SIGCONT, if the SIGTSTP is still pending. Returns at once if no
  /// shell could continue the process: then the kernel ignores the signal.
  func deliver() {
    // The host requests the foreground itself after this, and not for the SIGCONT.
    let previous = signal(SIGCONT, SIG_DFL)
    signal(SIGTSTP, SIG_DFL)
    #if !os(Linux)
      var event = kevent()
      var noTime = timespec()
      kevent(descriptor, nil, 0, &event, 1, &noTime)
    #endif
    var signals = Self.signals(SIGTSTP)
    // The kernel delivers the pending signal before the first call returns.
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    #if os(Linux)
      Self.installHandler()
    #endif
    signal(SIGCONT, previous)
  }

  fileprivate static func signals(_ number: Int32) -> sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, number)
    return set
  }

  #if os(Linux)
    /// Dispatch makes the main thread receive all signals, whatever it has blocked. SIGCONT waits
    /// until the handler ends.
    private static func installHandler() {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = keepPending
      action.sa_mask = signals(SIGCONT)
      action.sa_flags = SA_RESTART
      sigaction(SIGTSTP, &action, nil)
    }
  #endif
}

#if os(Linux)
  /// The thread in which SIGTSTP stays pending.
  private let suspendedThread = Atomic<UInt>(0)

  /// Makes the signal pending in the other thread, unless a SIGCONT came after it. The function
  /// calls only async-signal-safe ones, and preserves `errno`.
  private func keepPending(_ number: Int32) {
    let code = errno
    var pending = sigset_t()
    if sigpending(&pending) == 0, sigismember(&pending, SIGCONT) == 0 {
      pthread_kill(suspendedThread.load(ordering: .sequentiallyConsistent), SIGTSTP)
    }
    errno = code
  }
#endif
