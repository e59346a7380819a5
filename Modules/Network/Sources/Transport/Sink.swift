/// Receives a successful response on the thread of all transfers, so it must return quickly.
struct Sink: Sendable {
  /// Receives the head of the response before its body; throws to reject it.
  let begin: @Sendable (HTTPResponse) throws -> Void
  /// Receives the next piece of the body; throws to reject it.
  let take: @Sendable (UnsafeRawBufferPointer) throws -> Void
}
