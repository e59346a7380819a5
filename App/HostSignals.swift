import Dispatch
import Foundation
import Mediator

/// Turns the system's signals into what they mean for a host.
///
/// The first SIGINT, SIGTERM or SIGHUP asks it to stop, a second one ends the process at once.
/// SIGTSTP puts it into the background, and suspends the process when that is done; SIGCONT brings
/// it back.
final class HostSignals: Sendable {
  enum Meaning {
    case stop
    case background
    case foreground
  }

  private let first = Lock<Int32?>(nil)
  private let sources = Lock<[any DispatchSourceSignal]>([])

  /// The signal that asked to stop; nil when none has.
  var received: Int32? { first.withLock { $0 } }

  /// Tells `host` what the signals from now on mean.
  func begin(_ host: @escaping @Sendable (Meaning) async -> Void) {
    for number in [SIGINT, SIGTERM, SIGHUP] {
      follow(number) { [first] in
        let isSecond = first.withLock { first in
          defer { first = first ?? number }
          return first != nil
        }
        if isSecond { _exit(128 + number) }
        Task { await host(.stop) }
      }
    }
    follow(SIGTSTP) {
      Task {
        await host(.background)
        kill(getpid(), SIGSTOP)
      }
    }
    follow(SIGCONT) { Task { await host(.foreground) } }
  }

  /// Handles a signal, unless whoever began the process wants it ignored.
  private func follow(_ number: Int32, _ handle: @escaping @Sendable () -> Void) {
    let isIgnored = signal(number, SIG_IGN).map { unsafeBitCast($0, to: Int.self) } == 1
    guard !isIgnored || number == SIGINT else { return }
    let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
    source.setEventHandler(handler: handle)
    source.resume()
    sources.withLock { $0.append(source) }
  }
}
