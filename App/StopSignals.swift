import Dispatch
import Foundation
import Mediator

/// Turns the first SIGINT or SIGTERM into a request to stop; the second one ends the process.
final class StopSignals: Sendable {
  private let first = Lock<Int32?>(nil)
  private let sources = Lock<[any DispatchSourceSignal]>([])

  init(stop: @escaping @Sendable () -> Void) {
    for number in [SIGINT, SIGTERM] {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { [first] in
        let isSecond = first.withLock { first in
          defer { first = first ?? number }
          return first != nil
        }
        if isSecond { _exit(128 + number) }
        stop()
      }
      source.resume()
      sources.withLock { $0.append(source) }
    }
  }

  /// The signal that asked to stop; nil when none has.
  var received: Int32? { first.withLock { $0 } }
}
