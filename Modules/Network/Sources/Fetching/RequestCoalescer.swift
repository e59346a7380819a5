import Platform

/// Lets equal concurrent requests share one transfer. The transfer is cancelled when all its
/// callers are cancelled.
final class RequestCoalescer<Request: Hashable & Sendable, Response: Sendable>: Sendable {
  private struct Transfer {
    let response: Promise<Response>
    /// Nil until the first caller has started it.
    var task: Task<Void, Never>?
    var callers = 0
  }

  private let transfers = Lock([Request: Transfer]())

  /// Returns the result of `fetch`, or of an equal request in progress.
  func response(
    to request: Request, fetch: @escaping @Sendable () async throws -> Response
  ) async throws -> Response {
    try Task.checkCancellation()
    let (response, isFirst) = join(request)
    if isFirst { start(request, response, fetch) }
    defer { leave(request, response) }
    return try await response.value
  }

  private func join(_ request: Request) -> (response: Promise<Response>, isFirst: Bool) {
    transfers.withLock { transfers in
      var transfer = transfers[request] ?? Transfer(response: Promise())
      transfer.callers += 1
      transfers[request] = transfer
      return (transfer.response, transfer.callers == 1)
    }
  }

  private func start(
    _ request: Request, _ response: Promise<Response>,
    _ fetch: @escaping @Sendable () async throws -> Response
  ) {
    // This saves the cost of a hop to another thread.
    let task = Task.immediateIfPossible { [self] in await run(request, response, fetch) }
    transfers.withLock { transfers in
      // Otherwise it has ended, and an equal request may have begun.
      if transfers[request]?.response === response { transfers[request]?.task = task }
    }
  }

  private func run(
    _ request: Request, _ response: Promise<Response>, _ fetch: () async throws -> Response
  ) async {
    var outcome: Result<Response, any Error>
    do { outcome = .success(try await fetch()) } catch { outcome = .failure(error) }
    transfers.withLock { transfers in
      if transfers[request]?.response === response { transfers[request] = nil }
    }
    response.fulfil(outcome)
  }

  private func leave(_ request: Request, _ response: Promise<Response>) {
    let task = transfers.withLock { transfers -> Task<Void, Never>? in
      guard var transfer = transfers[request], transfer.response === response else { return nil }
      transfer.callers -= 1
      transfers[request] = transfer.callers == 0 ? nil : transfer
      return transfer.callers == 0 ? transfer.task : nil
    }
    task?.cancel()
  }
}
