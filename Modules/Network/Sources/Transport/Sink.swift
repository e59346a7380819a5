import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Receives the body of a successful response on the session's queue, which waits for each call.
struct Sink: Sendable {
  /// Receives the head of the response before its body; throws to reject it.
  let begin: @Sendable (HTTPURLResponse) throws -> Void
  /// Receives the next piece of the body; throws to reject it.
  let take: @Sendable (Data) throws -> Void
}
