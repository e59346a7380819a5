import Foundation
import Mediator
import NetworkInterface

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One exchange with one address, which ends exactly once.
final class Transfer: Sendable {
  private struct State {
    var received = 0
    /// Whether the session is done with it.
    var isComplete = false
    var outcome: Result<Reply, any Error>?
    var waiting: CheckedContinuation<Reply, any Error>?
  }

  private let query: Query
  private let sink: Sink
  private let state = Lock(State())

  init(of query: Query, into sink: Sink) {
    self.query = query
    self.sink = sink
  }

  func run(_ task: URLSessionTask) async throws -> Reply {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { wait(for: task, $0) }
    } onCancel: {
      finish(.failure(CancellationError()))
    }
  }

  var isComplete: Bool { state.withLock { $0.isComplete } }

  /// Hears of the answer, and waits no longer for the body of what is no success.
  func begin(_ response: HTTPURLResponse) {
    guard response.statusCode < 300 else { return finish(.success(reply(response))) }
    attempt { try sink.begin(response) }
  }

  func take(_ piece: Data) {
    guard state.withLock({ $0.outcome == nil }) else { return }
    attempt { try sink.take(piece) }
    state.withLock { $0.received += piece.count }
  }

  func complete(_ response: URLResponse?, _ error: (any Error)?) {
    state.withLock { $0.isComplete = true }
    guard error == nil, let response = response as? HTTPURLResponse else {
      return finish(.failure(failure(error as? URLError, response as? HTTPURLResponse)))
    }
    finish(.success(reply(response)))
  }

  private func reply(_ response: HTTPURLResponse) -> Reply {
    Reply(response: response, address: query.address)
  }

  private func attempt(_ work: () throws -> Void) {
    do { try work() } catch { finish(.failure(error)) }
  }

  private func wait(for task: URLSessionTask, _ caller: CheckedContinuation<Reply, any Error>) {
    let outcome = state.withLock { state in
      if state.outcome == nil { state.waiting = caller }
      return state.outcome
    }
    guard let outcome else { return task.resume() }
    caller.resume(with: outcome)
  }

  /// Ends the exchange; only the first call counts.
  private func finish(_ outcome: Result<Reply, any Error>) {
    let caller = state.withLock { state -> CheckedContinuation<Reply, any Error>? in
      guard state.outcome == nil else { return nil }
      state.outcome = outcome
      return state.waiting.take()
    }
    caller?.resume(with: outcome)
  }

  private func failure(_ error: URLError?, _ response: HTTPURLResponse?) -> NetworkError {
    let (address, received) = (query.address, state.withLock { $0.received })
    switch error?.code {
    case .timedOut: return .timedOut(address.shown, after: .seconds(query.patience))
    case .notConnectedToInternet: return .offline(host: address.host)
    case .cannotFindHost, .cannotConnectToHost, .dnsLookupFailed:
      return address.isLoopback || Interfaces.reachOut
        ? .unreachable(host: address.host) : .offline(host: address.host)
    case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid:
      return .tls(host: address.host)
    // What Foundation on Linux says of every failed handshake.
    case .unknown where address.isEncrypted && response == nil: return .tls(host: address.host)
    default:
      let expected = Int(clamping: response?.expectedContentLength ?? -1)
      return received < expected
        ? .tooShort(address.shown, received: received, expected: expected)
        : .incomplete(address.shown)
    }
  }
}
