import DataSourceInterface
import Documents
import Foundation
import NetworkInterface
import Platform

/// The last answer of a source that can be used, and why a later one cannot.
struct SourceAnswer: Sendable {
  /// A file that says that it was made later than so many seconds from now is wrong.
  private static let clockDifference: TimeInterval = 60

  let source: LiveSource
  private(set) var feed: RealtimeFeed?
  /// When the answer was made.
  private(set) var asOf: Date?
  /// The time between the last two different answers; nil if it is not known.
  private(set) var interval: Duration?
  /// Why the last request had no answer that can be used; nil if it had one.
  private(set) var failure: String?
  private var content = Data()

  init(_ source: LiveSource) {
    self.source = source
  }

  /// Takes over an answer.
  /// - Returns: Whether what is known has changed.
  mutating func update(_ result: Result<Data, any Error>, at now: Date) -> Bool {
    do {
      let new = try result.get()
      failure = nil
      if new == content, let feed {
        // Without a time of its own, an answer is as old as the request.
        guard feed.header.timestamp == nil else { return false }
        asOf = now
        return true
      }
      let decoded = try RealtimeFeed(decoding: Array(new))
      let date = decoded.header.timestamp.map { Date(timeIntervalSince1970: Double($0)) } ?? now
      guard date.timeIntervalSince(now) <= Self.clockDifference else {
        failure = "the file says that it was made in the future; check the clock of this machine"
        return false
      }
      if let asOf, date > asOf { interval = .seconds(date.timeIntervalSince(asOf)) }
      (content, feed, asOf) = (new, decoded, min(date, now))
      return true
    } catch {
      failure = source.reason(of: error)
      return false
    }
  }
}

extension LiveSource {
  /// The address without secrets.
  var shownAddress: String { isWebAddress ? address.shownAddress : address }

  /// Why a request had no answer that can be used.
  fileprivate func reason(of error: any Error) -> String {
    error is POSIXError
      ? "cannot read the file: \(error.systemReason)" : "\(error)"
  }
}
