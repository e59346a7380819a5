import Foundation
import Mediator
import NetworkInterface

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One request to one address, which completes exactly once.
final class Transfer: Sendable {
  private struct State {
    var received = 0
    /// Whether the session has completed the task.
    var isComplete = false
    var outcome: Result<HTTPResponse, any Error>?
    var waiting: CheckedContinuation<HTTPResponse, any Error>?
  }

  private let request: HTTPRequest
  private let sink: Sink
  private let state = Lock(State())

  init(of request: HTTPRequest, into sink: Sink) {
    self.request = request
    self.sink = sink
  }

  func run(_ task: URLSessionTask) async throws -> HTTPResponse {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { wait(for: task, $0) }
    } onCancel: {
      finish(.failure(CancellationError()))
    }
  }

  var isComplete: Bool { state.withLock { $0.isComplete } }

  /// Receives the head of the response; one that is not a success completes without its body.
  func begin(_ response: HTTPURLResponse) {
    guard response.statusCode < 300 else { return finish(.success(httpResponse(response))) }
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
    finish(.success(httpResponse(response)))
  }

  private func httpResponse(_ response: HTTPURLResponse) -> HTTPResponse {
    HTTPResponse(response: response, address: request.address)
  }

  private func attempt(_ work: () throws -> Void) {
    do { try work() } catch { finish(.failure(error)) }
  }

  private func wait(
    for task: URLSessionTask, _ caller: CheckedContinuation<HTTPResponse, any Error>
  ) {
    let outcome = state.withLock { state in
      if state.outcome == nil { state.waiting = caller }
      return state.outcome
    }
    guard let outcome else { return task.resume() }
    caller.resume(with: outcome)
  }

  /// Completes the transfer; later calls have no effect.
  private func finish(_ outcome: Result<HTTPResponse, any Error>) {
    let caller = state.withLock { state -> CheckedContinuation<HTTPResponse, any Error>? in
      guard state.outcome == nil else { return nil }
      state.outcome = outcome
      return state.waiting.take()
    }
    caller?.resume(with: outcome)
  }

  private func failure(_ error: URLError?, _ response: HTTPURLResponse?) -> NetworkError {
    let (address, received) = (request.address, state.withLock { $0.received })
    switch error?.code {
    case .timedOut: return .timedOut(address.shown, .idle, after: .seconds(request.timeoutSeconds))
    case .notConnectedToInternet: return .offline(host: address.host)
    case .cannotFindHost, .cannotConnectToHost, .dnsLookupFailed:
      return address.isLoopback || Interfaces.isOnline
        ? .unreachable(host: address.host) : .offline(host: address.host)
    case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid:
      return .tls(host: address.host, .untrusted)
    // Foundation on Linux reports every failed handshake like this.
    case .unknown where address.isEncrypted && response == nil:
      return .tls(host: address.host, .handshake)
    default:
      let expected = Int(clamping: response?.expectedContentLength ?? -1)
      return received < expected
        ? .tooShort(address.shown, received: received, expected: expected)
        : .incomplete(address.shown)
    }
  }
}
