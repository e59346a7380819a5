import Foundation
import Mediator
import NetworkInterface

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends requests through one session, which it creates when it is first needed. The session reuses
/// connections and stores neither cookies nor responses.
final class Transport: Sendable {
  /// The number of simultaneous transfers from one host.
  static let transfersPerHost = 16
  static let redirectLimit = 10
  private static let redirects = [301, 302, 303, 307, 308]

  private let delegate = SessionDelegate()
  private let session = Lock<URLSession?>(nil)
  private let hosts = KeyedSemaphore(limit: transfersPerHost)

  deinit { session.withLock { $0 }?.invalidateAndCancel() }

  /// Sends a request and follows redirects.
  /// - Parameter sink: Returns a sink for each address, because each of them may send a body.
  func exchange(_ request: HTTPRequest, sink: (Address) -> Sink) async throws -> HTTPResponse {
    var request = request
    for _ in 0...Self.redirectLimit {
      let response = try await hosts.run(request.address.host) {
        try await transfer(request, into: sink(request.address))
      }
      guard Self.redirects.contains(response.status), let location = response.header("Location")
      else {
        return response
      }
      request = try request.redirected(to: location, status: response.status)
    }
    throw NetworkError.tooManyRedirects(request.first.shown, limit: Self.redirectLimit)
  }

  private func transfer(_ request: HTTPRequest, into sink: Sink) async throws -> HTTPResponse {
    let task = opened.dataTask(with: request.request)
    let transfer = Transfer(of: request, into: sink)
    delegate.connect(transfer, to: task)
    // Ends the connection in every case. This cannot be done in `onCancel`, which runs under a lock
    // that the session's queue may wait for (swift-corelibs-foundation, issue 5412).
    defer {
      delegate.disconnect(task)
      if !transfer.isComplete { task.cancel() }
    }
    return try await transfer.run(task)
  }

  private var opened: URLSession {
    session.withLock { session in
      if let session { return session }
      let configuration = URLSessionConfiguration.ephemeral
      configuration.httpCookieStorage = nil
      configuration.httpCookieAcceptPolicy = .never
      configuration.httpShouldSetCookies = false
      configuration.urlCache = nil
      configuration.httpMaximumConnectionsPerHost = Self.transfersPerHost
      let new = URLSession(
        configuration: configuration, delegate: delegate, delegateQueue: DirectQueue())
      session = new
      return new
    }
  }
}

/// Calls the delegate directly. Foundation's own queue on Linux is unbounded: it would fill with a
/// body that arrives faster than it can be written.
private final class DirectQueue: OperationQueue, @unchecked Sendable {
  // Safe to share: it adds no state to its superclass, which is thread-safe.
  override func addOperation(_ block: @escaping @Sendable () -> Void) { block() }
}
