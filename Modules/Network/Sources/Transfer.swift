import Foundation
import Mediator
import NetworkInterface

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One exchange with one address: redirects are told, not followed.
final class Transfer: NSObject, Sendable {
  /// What the server answered; the body only of a success.
  struct Reply: Sendable {
    let response: HTTPURLResponse
    let body: Data
  }

  private struct State {
    var body = Data()
    var outcome: Result<Reply, any Error>?
    var waiting: CheckedContinuation<Reply, any Error>?
  }

  private let address: Address
  private let limit: Int
  private let patience: Int
  private let state = Lock(State())

  init(from address: Address, limit: Int, timeout: Duration) {
    self.address = address
    self.limit = limit
    // Foundation on Linux counts whole seconds.
    patience = Int((min(max(timeout, .seconds(1)), .seconds(86_400)) / .seconds(1)).rounded(.up))
  }

  func run() async throws -> Reply {
    let session = URLSession(
      configuration: .forgetful, delegate: self, delegateQueue: DirectQueue())
    // Ends the connection on every way out. Not in `onCancel`, which runs under a lock that the
    // session's queue may be waiting for (swift-corelibs-foundation, issue 5412).
    defer { session.invalidateAndCancel() }
    var request = URLRequest(url: address.url)
    request.timeoutInterval = Double(patience)
    let task = session.dataTask(with: request)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { wait(for: task, $0) }
    } onCancel: {
      finish(.failure(CancellationError()))
    }
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
}

extension Transfer: URLSessionDataDelegate {
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    completionHandler(.allow)
    guard let response = response as? HTTPURLResponse, response.statusCode >= 200 else { return }
    guard response.statusCode < 300 else {
      return finish(.success(Reply(response: response, body: Data())))
    }
    if response.expectedContentLength > limit { finish(.failure(tooLarge)) }
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let fits = state.withLock { state in
      guard state.outcome == nil, data.count <= limit - state.body.count else { return false }
      state.body.append(data)
      return true
    }
    if !fits { finish(.failure(tooLarge)) }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    guard error == nil, let response = task.response as? HTTPURLResponse else {
      return finish(.failure(failure(error as? URLError, isAnswered: task.response != nil)))
    }
    finish(.success(Reply(response: response, body: state.withLock { $0.body })))
  }

  private var tooLarge: NetworkError { .tooLarge(address.shown, limit: limit) }

  private func failure(_ error: URLError?, isAnswered: Bool) -> NetworkError {
    switch error?.code {
    case .timedOut: .timedOut(address.shown, after: .seconds(patience))
    case .cannotFindHost, .cannotConnectToHost, .dnsLookupFailed, .notConnectedToInternet:
      .unreachable(host: address.host)
    case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid:
      .tls(host: address.host)
    // What Foundation on Linux says of every failed handshake.
    case .unknown where address.isEncrypted && !isAnswered: .tls(host: address.host)
    default: .incomplete(address.shown)
    }
  }
}

extension URLSessionConfiguration {
  /// Neither cookies nor a cache.
  fileprivate static var forgetful: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpCookieStorage = nil
    configuration.urlCache = nil
    return configuration
  }
}

/// Tells the delegate of each piece at once. Foundation's own queue on Linux has no bound: it would
/// fill with a body that came faster than it could be refused.
private final class DirectQueue: OperationQueue, @unchecked Sendable {
  // Safe to share: it adds no state to its superclass, which is.
  override func addOperation(_ block: @escaping @Sendable () -> Void) { block() }
}
