import Foundation
import NetworkInterface
import Platform

/// Sends requests and follows redirects. The first request starts the loop that runs all transfers.
final class Transport: Sendable {
  /// The number of simultaneous transfers from one host.
  static let transfersPerHost = 16
  static let redirectLimit = 10
  private static let redirects = [301, 302, 303, 307, 308]

  private enum State {
    case idle
    case running(TransferLoop)
    case stopped
  }

  private let limits: NetworkLimits
  private let userAgent: String
  private let state = Lock(State.idle)
  private let hosts = KeyedSemaphore(limit: transfersPerHost)

  /// - Parameter userAgent: The name and version that servers receive, such as `metro/0.2.0`.
  init(limits: NetworkLimits, userAgent: String) {
    self.limits = limits
    self.userAgent = userAgent
  }

  deinit { if case .running(let loop) = state.withLock({ $0 }) { loop.cancel() } }

  /// Sends a request and follows redirects.
  /// - Parameter sink: Returns a sink for each address, because each of them may send a body.
  func exchange(_ request: HTTPRequest, sink: (Address) -> Sink) async throws -> HTTPResponse {
    var request = request
    for _ in 0...Self.redirectLimit {
      let response = try await hosts.run(request.address.hostAndPort) {
        try await Transfer(of: request, into: sink(request.address)).run(on: loop())
      }
      guard Self.redirects.contains(response.status), let location = response.header("Location")
      else {
        return response
      }
      request = try request.redirected(to: location, status: response.status)
    }
    throw NetworkError.tooManyRedirects(request.first.shown, limit: Self.redirectLimit)
  }

  /// Cancels all transfers and waits until their thread has ended.
  func stop() async {
    let loop = state.withLock { state -> TransferLoop? in
      defer { state = .stopped }
      return if case .running(let loop) = state { loop } else { nil }
    }
    await loop?.stop()
  }

  private func loop() throws -> TransferLoop {
    try state.withLock { state in
      switch state {
      case .stopped: throw CancellationError()
      case .running(let loop): return loop
      case .idle:
        let loop = try TransferLoop(limits: limits, userAgent: userAgent)
        state = .running(loop)
        return loop
      }
    }
  }
}
