import Dispatch
import Foundation
import Mediator
import Synchronization

/// Turns the system's signals into what they mean for a host.
///
/// The first SIGINT, SIGTERM or SIGHUP asks it to stop, a second one ends the process at once.
/// SIGTSTP puts it into the background, and suspends the process when that is done; SIGCONT brings
/// it back. A handler only rings a pipe, so that no signal is lost from `begin` on.
final class HostSignals: Sendable {
  enum Meaning {
    case stop
    case background
    case foreground
  }

  private let first = Lock<Int32?>(nil)
  private let source = Lock<(any DispatchSourceRead)?>(nil)

  /// The signal that asked to stop; nil when none has.
  var received: Int32? { first.withLock { $0 } }

  /// Tells `host` what the signals from now on mean. One host of a process listens.
  func begin(_ host: @escaping @Sendable (Meaning) async -> Void) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return }
    let (bottom, top) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    bell.store(top, ordering: .sequentiallyConsistent)
    let source = DispatchSource.makeReadSource(fileDescriptor: bottom, queue: .global())
    source.setEventHandler { [weak self] in
      var number: UInt8 = 0
      if read(bottom, &number, 1) == 1 { self?.receive(Int32(number), host) }
    }
    source.resume()
    self.source.withLock { $0 = source }
    for number in [SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT] { handle(number) }
  }

  private func receive(_ number: Int32, _ host: @escaping @Sendable (Meaning) async -> Void) {
    switch number {
    case SIGTSTP:
      Task {
        await host(.background)
        kill(getpid(), SIGSTOP)
      }
    case SIGCONT: Task { await host(.foreground) }
    default:
      let isSecond = first.withLock { first in
        defer { first = first ?? number }
        return first != nil
      }
      if isSecond { _exit(128 + number) }
      Task { await host(.stop) }
    }
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
