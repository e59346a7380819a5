import Platform

/// One request to one address, which completes exactly once.
final class Transfer: Sendable {
  let request: HTTPRequest
  let sink: Sink
  private let outcome = Promise<HTTPResponse>()

  init(of request: HTTPRequest, into sink: Sink) {
    self.request = request
    self.sink = sink
  }

  /// Waits until the transfer on a loop is complete. The caller does not wait until the loop has
  /// removed a cancelled transfer.
  func run(on loop: TransferLoop) async throws -> HTTPResponse {
    try await withTaskCancellationHandler {
      loop.add(self)
      return try await outcome.result.get()
    } onCancel: {
      finish(.failure(CancellationError()))
      loop.wake()
    }
  }

  var isComplete: Bool { outcome.currentResult != nil }

  /// Completes the transfer; later calls have no effect.
  func finish(_ result: Result<HTTPResponse, any Error>) { outcome.fulfil(result) }
}
