import Foundation
import Mediator

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A `URLSession` whose delegate discards every byte. It measures the cost of a transfer alone.
final class DiscardingSession: NSObject, Sendable {
  private let session = Lock<URLSession?>(nil)
  private let callers = Lock<[Int: CheckedContinuation<Void, any Error>]>([:])

  override init() {
    super.init()
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.httpCookieStorage = nil
    configuration.httpMaximumConnectionsPerHost = 16
    let new = URLSession(
      configuration: configuration, delegate: self, delegateQueue: DirectQueue())
    session.withLock { $0 = new }
  }

  /// Invalidates the session, which otherwise retains its delegate.
  func close() { session.withLock { $0.take() }?.finishTasksAndInvalidate() }

  /// Fetches an address and discards its content.
  func fetch(_ url: String) async throws {
    guard let session = session.withLock({ $0 }), let url = URL(string: url) else {
      throw URLError(.badURL)
    }
    let task = session.dataTask(with: url)
    try await withCheckedThrowingContinuation { caller in
      callers.withLock { $0[task.taskIdentifier] = caller }
      task.resume()
    }
  }
}

extension DiscardingSession: URLSessionDataDelegate {
  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {}

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let caller = callers.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    if let error { caller?.resume(throwing: error) } else { caller?.resume() }
  }
}

/// Calls the delegate directly, which is fastest and queues no data.
private final class DirectQueue: OperationQueue, @unchecked Sendable {
  // Safe to share: it adds no state to its superclass, which is thread-safe.
  override func addOperation(_ block: @escaping @Sendable () -> Void) { block() }
}
