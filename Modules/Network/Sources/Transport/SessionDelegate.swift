import Foundation
import Mediator

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Forwards the events of a session's tasks to their transfers.
final class SessionDelegate: NSObject, Sendable {
  private let transfers = Lock<[Int: Transfer]>([:])

  func connect(_ transfer: Transfer, to task: URLSessionTask) {
    transfers.withLock { $0[task.taskIdentifier] = transfer }
  }

  func disconnect(_ task: URLSessionTask) {
    _ = transfers.withLock { $0.removeValue(forKey: task.taskIdentifier) }
  }

  private func transfer(of task: URLSessionTask) -> Transfer? {
    transfers.withLock { $0[task.taskIdentifier] }
  }
}

extension SessionDelegate: URLSessionDataDelegate {
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    // `Transport` follows redirects itself.
    completionHandler(nil)
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    completionHandler(.allow)
    guard let response = response as? HTTPURLResponse, response.statusCode >= 200 else { return }
    transfer(of: dataTask)?.begin(response)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    transfer(of: dataTask)?.take(data)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    transfer(of: task)?.complete(task.response, error)
  }
}
