import Console
import Foundation
import Synchronization

/// Receives the signals of the process and passes them on as requests to the host.
///
/// The first SIGINT, SIGTERM or SIGHUP requests a stop. A second one ends the process at once, and
/// so does a stop that takes too long. SIGTSTP requests the background; when the host has handled
/// the request, the process is suspended, unless no shell could continue it, and then requests the
/// foreground. So does a SIGCONT at another time. SIGWINCH requests a redraw.
///
/// The signal handlers only write to a pipe, so no signal is lost after `start`. A separate thread
/// reads the pipe, so the process can end even when modules block all other threads.
final class HostSignals: Sendable {
  /// What a signal asks the host to do.
  enum Request {
    case stop
    case enterBackground
    case enterForeground
    case redraw
  }

  /// The first signal that requested a stop; 0 before there is one.
  private let firstStopSignal = Atomic<Int32>(0)

  /// The signal that requested the stop; nil before there is one.
  var stopSignal: Int32? {
    let number = firstStopSignal.load(ordering: .sequentiallyConsistent)
    return number == 0 ? nil : number
  }

  /// Starts to pass requests to `handler`. Only one instance per process may do so.
  /// - Parameter deadline: How long a stop may take. The process ends at the latest one
  ///   second after that.
  func start(deadline: Duration, _ handler: @escaping @Sendable (Request) async -> Void) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return }
    let readEnd = ends[0]
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    pipeWriteEnd.store(ends[1], ordering: .sequentiallyConsistent)
    for number in [SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT, SIGWINCH] { install(number) }
    Thread.detachNewThread { [self] in
      var exitTime: ContinuousClock.Instant?
      while let number = nextSignal(from: readEnd, until: exitTime) {
        receive(number, handler)
        if exitTime == nil, stopSignal != nil {
          exitTime = .now + deadline + .milliseconds(900)
        }
      }
    }
  }

  /// Waits for the next signal, and ends the process at `exitTime`, which the first request for a
  /// stop sets.
  private func nextSignal(from readEnd: Int32, until exitTime: ContinuousClock.Instant?) -> Int32? {
    while true {
      let rest = exitTime.map { $0 - .now }
      if let rest, let stopSignal, rest <= .zero { exitAtOnce(stopSignal) }
      let timeout = rest.map { Int32(clamping: Int($0 / .milliseconds(1)) + 1) } ?? -1
      var end = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
      guard poll(&end, 1, timeout) == 1 else { continue }
      var number: UInt8 = 0
      return read(readEnd, &number, 1) == 1 ? Int32(number) : nil
    }
  }

  private func receive(_ number: Int32, _ handler: @escaping @Sendable (Request) async -> Void) {
    switch number {
    case SIGTSTP:
      Task {
        await handler(.enterBackground)
        stopProcess()
        await handler(.enterForeground)
      }
    case SIGCONT: Task { await handler(.enterForeground) }
    case SIGWINCH: Task { await handler(.redraw) }
    default:
      let (isFirst, _) = firstStopSignal.compareExchange(
        expected: 0, desired: number, ordering: .sequentiallyConsistent)
      if !isFirst { exitAtOnce(number) }
      Task { await handler(.stop) }
    }
  }

  /// Stops the process until SIGCONT. Returns at once if no shell could continue the process: then
  /// the kernel ignores a SIGTSTP with the default action, but not a SIGSTOP.
  private func stopProcess() {
    let handlers = [SIGTSTP, SIGCONT].map { ($0, signal($0, SIG_DFL)) }
    var mask = sigset_t()
    var previousMask = sigset_t()
    sigemptyset(&mask)
    sigaddset(&mask, SIGTSTP)
    pthread_sigmask(SIG_UNBLOCK, &mask, &previousMask)
    raise(SIGTSTP)
    pthread_sigmask(SIG_SETMASK, &previousMask, nil)
    for (number, handler) in handlers { signal(number, handler) }
  }

  private func exitAtOnce(_ number: Int32) -> Never {
    Screen.restoreTerminal()
    _exit(128 + number)
  }

  /// Installs the handler of a signal, unless the parent process set the signal to be ignored, as
  /// `nohup` does. SIGINT is always handled.
  private func install(_ number: Int32) {
    let previous = signal(number, writeToPipe)
    let wasIgnored = previous.map { unsafeBitCast($0, to: Int.self) } == 1
    if wasIgnored && number != SIGINT { signal(number, SIG_IGN) }
  }
}

/// The end of the pipe that the signal handlers write to; -1 before `HostSignals.start`.
private let pipeWriteEnd = Atomic<Int32>(-1)

/// The signal handler: calls only async-signal-safe functions, and preserves `errno`.
private func writeToPipe(_ number: Int32) {
  let code = errno
  var byte = UInt8(truncatingIfNeeded: number)
  _ = write(pipeWriteEnd.load(ordering: .sequentiallyConsistent), &byte, 1)
  errno = code
}
