/// Runs some work with a time limit; returns nil when it throws or takes longer. Then the work is
/// cancelled, but nobody waits until it ends. A cancellation of the caller's task changes nothing.
@discardableResult
package func withTimeout<Result: Sendable>(
  _ limit: Duration, clock: any Clock<Duration> = ContinuousClock(),
  _ work: @escaping @Sendable () async throws -> Result
) async -> Result? {
  let end = Promise<Result>()
  let working = Task {
    do { end.fulfil(.success(try await work())) } catch { end.fulfil(.failure(error)) }
  }
  let timer = Task {
    try await clock.sleep(for: limit)
    end.fulfil(.failure(CancellationError()))
  }
  defer {
    working.cancel()
    timer.cancel()
  }
  return try? await end.result.get()
}
