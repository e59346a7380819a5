import Foundation
import Mediator
import NetworkInterface

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The one place for the session, which is made when it is first needed: connections are kept for
/// the next request, cookies and answers are not.
final class Transport: Sendable {
  /// How many transfers one host is asked for at a time.
  static let transfersPerHost = 16
  static let redirectLimit = 10
  private static let redirects = [301, 302, 303, 307, 308]

  private let switchboard = Switchboard()
  private let session = Lock<URLSession?>(nil)
  private let hosts = Gate(limit: transfersPerHost)

  deinit { session.withLock { $0 }?.invalidateAndCancel() }

  /// Asks an address, and those that it sends on to.
  /// - Parameter sink: Made for each address asked, since a body may come from any of them.
  func exchange(_ query: Query, sink: (Address) -> Sink) async throws -> Reply {
    var query = query
    for _ in 0...Self.redirectLimit {
      let reply = try await hosts.pass(query.address.host) {
        try await transfer(query, into: sink(query.address))
      }
      guard Self.redirects.contains(reply.status), let location = reply.header("Location") else {
        return reply
      }
      query = try query.redirected(to: location, status: reply.status)
    }
    throw NetworkError.tooManyRedirects(query.first.shown, limit: Self.redirectLimit)
  }

  private func transfer(_ query: Query, into sink: Sink) async throws -> Reply {
    let task = opened.dataTask(with: query.request)
    let transfer = Transfer(of: query, into: sink)
    switchboard.connect(transfer, to: task)
    // Ends the connection on every way out. Not in `onCancel`, which runs under a lock that the
    // session's queue may be waiting for (swift-corelibs-foundation, issue 5412).
    defer {
      switchboard.disconnect(task)
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
        configuration: configuration, delegate: switchboard, delegateQueue: DirectQueue())
      session = new
      return new
    }
  }
}

/// Tells the delegate of each piece at once. Foundation's own queue on Linux has no bound: it would
/// fill with a body that came faster than it could be written.
private final class DirectQueue: OperationQueue, @unchecked Sendable {
  // Safe to share: it adds no state to its superclass, which is.
  override func addOperation(_ block: @escaping @Sendable () -> Void) { block() }
}
