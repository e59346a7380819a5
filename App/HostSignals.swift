import Console
import Foundation
import Synchronization

/// Turns the system's signals into what they mean for a host.
///
/// The first SIGINT, SIGTERM or SIGHUP asks it to stop, a second one ends the process at once, and
/// so does a host that has not stopped in time. SIGTSTP puts it into the background, and suspends
/// the process when that is done; SIGCONT brings it back. SIGWINCH tells of a window of another size.
///
/// Handlers only ring a pipe, so that no signal is lost from `begin` on; a thread of its own
/// listens, so that modules that block all others do not keep the process from ending.
final class HostSignals: Sendable {
  enum Meaning {
    case stop
    case background
    case foreground
    case resized
  }

  /// The signal that came first; 0 while none has.
  private let first = Atomic<Int32>(0)

  /// The signal that asked to stop; nil when none has.
  var received: Int32? {
    let number = first.load(ordering: .sequentiallyConsistent)
    return number == 0 ? nil : number
  }

  /// Tells `host` what the signals from now on mean. One host of a process listens.
  /// - Parameter deadline: How long the host takes to stop; it has a second more.
  func begin(within deadline: Duration, _ host: @escaping @Sendable (Meaning) async -> Void) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return }
    let bottom = ends[0]
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    bell.store(ends[1], ordering: .sequentiallyConsistent)
    for number in [SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT, SIGWINCH] { handle(number) }
    let patience = Int32(clamping: Int(deadline / .milliseconds(1)) + 900)
    Thread.detachNewThread { [self] in
      while let number = next(from: bottom, patience) { receive(number, host) }
    }
  }

  /// Waits for a signal; once the host is to stop, not for longer than its patience.
  private func next(from bottom: Int32, _ patience: Int32) -> Int32? {
    while true {
      var end = pollfd(fd: bottom, events: Int16(POLLIN), revents: 0)
      let count = poll(&end, 1, received == nil ? -1 : patience)
      if count == 0, let received { exitAtOnce(received) }
      var number: UInt8 = 0
      if count == 1 { return read(bottom, &number, 1) == 1 ? Int32(number) : nil }
    }
  }

  private func receive(_ number: Int32, _ host: @escaping @Sendable (Meaning) async -> Void) {
    switch number {
    case SIGTSTP:
      Task {
        await host(.background)
        kill(getpid(), SIGSTOP)
      }
    case SIGCONT: Task { await host(.foreground) }
    case SIGWINCH: Task { await host(.resized) }
    default:
      let (isFirst, _) = first.compareExchange(
        expected: 0, desired: number, ordering: .sequentiallyConsistent)
      if !isFirst { exitAtOnce(number) }
      Task { await host(.stop) }
    }
  }

  private func exitAtOnce(_ number: Int32) -> Never {
    Screen.rescue()
    _exit(128 + number)
  }

  /// Handles a signal, unless whoever began the process wants it ignored, as `nohup` does.
  private func handle(_ number: Int32) {
    let former = signal(number, ring)
    let wasIgnored = former.map { unsafeBitCast($0, to: Int.self) } == 1
    if wasIgnored && number != SIGINT { signal(number, SIG_IGN) }
  }
}

/// The end of the pipe that handlers write to; -1 while nobody listens.
private let bell = Atomic<Int32>(-1)

private func ring(_ number: Int32) {
  let code = errno
  var byte = UInt8(truncatingIfNeeded: number)
  _ = write(bell.load(ordering: .sequentiallyConsistent), &byte, 1)
  errno = code
}
