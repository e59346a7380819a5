import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Takes the body of a success as it comes, on the session's queue, which waits for it.
struct Sink: Sendable {
  /// Told of the answer before its body; throws to refuse it.
  let begin: @Sendable (HTTPURLResponse) throws -> Void
  /// Takes the next piece; throws to refuse it.
  let take: @Sendable (Data) throws -> Void
}
