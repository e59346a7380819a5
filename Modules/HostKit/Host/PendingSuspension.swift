import Console
import Foundation
import Synchronization

/// A SIGTSTP that the kernel keeps pending until the host is ready to be suspended. A SIGCONT
/// discards it, however shortly before: only the kernel knows which of the two came last. This was
/// tried on Linux only.
///
/// Source: POSIX.1-2024, System Interfaces, 2.4.1: "When any stop signal is generated for a process,
/// any pending SIGCONT signals for that process shall be discarded", and the other way round.
struct PendingSuspension: Sendable {
  /// Blocks all signals in this thread, in which SIGTSTP stays pending from now on. `writeToPipe`
  /// reports it. Nil if the parent process set SIGTSTP to be ignored.
  init?() {
    guard SignalAction(for: SIGTSTP) == .standard else { return nil }
    var all = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, nil)
    suspendedThread.store(pthread_self(), ordering: .sequentiallyConsistent)
    Self.installHandler()
  }

  /// Whether a SIGTSTP is pending in this thread. False again after a SIGCONT.
  var isPending: Bool {
    var pending = sigset_t()
    return sigpending(&pending) == 0 && sigismember(&pending, SIGTSTP) == 1
  }

  /// Suspends the process until SIGCONT, if the SIGTSTP is still pending. Returns at once if no
  /// shell could continue the process: then the kernel ignores the signal.
  func deliver() {
    // The host requests the foreground itself after this, and not for the SIGCONT.
    let previous = signal(SIGCONT, SIG_DFL)
    signal(SIGTSTP, SIG_DFL)
    var signals = Self.signals(SIGTSTP)
    // The kernel delivers the pending signal before the first call returns.
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    Self.installHandler()
    signal(SIGCONT, previous)
  }

  private static func signals(_ number: Int32) -> sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, number)
    return set
  }

  /// Other threads than this one, such as the main thread, receive SIGTSTP. SIGCONT waits until the
  /// handler ends.
  private static func installHandler() {
    var action = sigaction()
    #if os(Linux)
      action.__sigaction_handler.sa_handler = keepPending
    #else
      action.__sigaction_u.__sa_handler = keepPending
    #endif
    action.sa_mask = signals(SIGCONT)
    action.sa_flags = SA_RESTART
    sigaction(SIGTSTP, &action, nil)
  }
}

/// The thread in which SIGTSTP stays pending. The first use, before there is a handler, creates it.
private let suspendedThread = Atomic<pthread_t>(pthread_self())

/// Makes the signal pending in the other thread, and reports it, unless a SIGCONT came after it. The
/// function calls only async-signal-safe ones, and preserves `errno`.
private func keepPending(_ number: Int32) {
  let code = errno
  var pending = sigset_t()
  if sigpending(&pending) == 0, sigismember(&pending, SIGCONT) == 0 {
    pthread_kill(suspendedThread.load(ordering: .sequentiallyConsistent), SIGTSTP)
    writeToPipe(number)
  }
  errno = code
}
