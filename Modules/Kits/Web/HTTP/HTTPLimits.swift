/// How much a server takes from its clients, and how long it waits for them.
package struct HTTPLimits: Sendable {
  /// The largest number of connections. For one more, the server closes the one that has waited for
  /// its client longest; while it works for all of them, it answers with 503.
  package var connections = 256
  /// The largest number of bytes of a head.
  package var head = 16 << 10
  /// The largest number of header fields.
  package var fields = 100
  /// The largest number of bytes of a body.
  package var body = 1 << 20
  /// The largest number of bytes of a stream that wait until the client reads them.
  package var waitingBytes = 1 << 20

  /// From the connection, or the first byte of a later request, to the end of the head.
  package var headTime = Duration.seconds(30)
  /// From the end of the head to the end of the body.
  package var bodyTime = Duration.seconds(30)
  /// For reading an answer, or what waits of a stream.
  package var answerTime = Duration.seconds(60)
  /// From an answer to the next request.
  package var idleTime = Duration.seconds(600)
  /// From the last answer to the end of the connection by the client.
  package var closingTime = Duration.seconds(5)

  package init() {}
}
