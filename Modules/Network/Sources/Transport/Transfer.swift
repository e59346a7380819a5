import Platform

/// One request to one address, which completes exactly once.
final class Transfer: Sendable {
  private struct State {
    var outcome: Result<HTTPResponse, any Error>?
    var waiting: CheckedContinuation<HTTPResponse, any Error>?
  }

  let request: HTTPRequest
  let sink: Sink
  private let state = Lock(State())

  init(of request: HTTPRequest, into sink: Sink) {
    self.request = request
    self.sink = sink
  }

  /// Waits until the transfer on a loop is complete. The caller does not wait until the loop has
  /// removed a cancelled transfer.
  func run(on loop: TransferLoop) async throws -> HTTPResponse {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { caller in
        let outcome = state.withLock { state in
          if state.outcome == nil { state.waiting = caller }
          return state.outcome
        }
        guard let outcome else { return loop.add(self) }
        caller.resume(with: outcome)
      }
    } onCancel: {
      finish(.failure(CancellationError()))
      loop.wake()
    }
  }

  var isComplete: Bool { state.withLock { $0.outcome != nil } }

  /// Completes the transfer; later calls have no effect.
  func finish(_ outcome: Result<HTTPResponse, any Error>) {
    let caller = state.withLock { state -> CheckedContinuation<HTTPResponse, any Error>? in
      guard state.outcome == nil else { return nil }
      state.outcome = outcome
      return state.waiting.take()
    }
    caller?.resume(with: outcome)
  }
}
