import Foundation
import Platform

/// When the address failed last, so that not each question waits for it.
final class AddressFailure: Sendable {
  /// The time in seconds during which it is not asked again.
  private static let pause: TimeInterval = 60

  private let date = Lock<Date?>(nil)

  func happened(at now: Date) { date.withLock { $0 = now } }

  func mayAsk(at now: Date) -> Bool {
    date.withLock { $0.map { !(0..<Self.pause).contains(now.timeIntervalSince($0)) } ?? true }
  }
}
