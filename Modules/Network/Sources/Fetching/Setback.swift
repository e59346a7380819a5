import Foundation
import NetworkInterface

/// A failure that may pass, and how long the server wants to be left alone.
struct Setback: Error {
  let reason: NetworkError
  let retryAfter: Duration?

  init(_ reason: NetworkError, retryAfter: Duration? = nil) {
    self.reason = reason
    self.retryAfter = retryAfter
  }

  /// The setback that an answer is; nil when it is final.
  init?(_ reply: Reply, now: Date) {
    guard [429, 500, 502, 503, 504].contains(reply.status) else { return nil }
    reason = .status(reply.status, reply.address.shown)
    retryAfter = reply.header("Retry-After").flatMap { HeaderField.delay($0, now: now) }
  }
}
