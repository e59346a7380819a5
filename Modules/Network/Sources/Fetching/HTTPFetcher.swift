import Foundation
import ModuleManager
import NetworkInterface
import Platform

/// Gets responses from the cache, from an equal request that is in progress, or from the server.
struct HTTPFetcher: Sendable {
  let transport: Transport
  let cache: ResponseCache
  let limits: NetworkLimits
  let retryPolicy: RetryPolicy
  let now: @Sendable () -> Date
  let log: Log
  private let coalescer = RequestCoalescer<SharedRequest, ServerResponse>()
  private let tokens = TokenStore()
  /// The number of requests so far that may have changed a resource. What was requested before the last
  /// one is neither shared with later callers nor stored.
  private let changes = Lock(0)

  /// Equal ones share a transfer: each of their callers has accepted the cached response with this
  /// `ETag`, or has none.
  private struct SharedRequest: Hashable {
    let request: FetchRequest
    let cachedTag: String?
    let changes: Int
  }

  /// A response whose status is no success.
  private struct RejectedResponse: Error {
    let reason: NetworkError
    let response: FetchResponse
  }

  /// A response from the server, and what the first caller that accepts it does to the cache.
  private final class ServerResponse: Sendable {
    let response: FetchResponse
    private let onAcceptance: Lock<(@Sendable () -> Void)?>

    init(_ response: FetchResponse, onAcceptance: @escaping @Sendable () -> Void = {}) {
      self.response = response
      self.onAcceptance = Lock(onAcceptance)
    }

    func accept() { onAcceptance.withLock { $0.take() }?() }
  }

  func fetch(_ request: FetchRequest) async throws -> FetchResponse {
    do {
      return try await request.method.isSafe ? read(request) : change(request)
    } catch let rejected as RejectedResponse {
      throw request.error(for: rejected.response, otherwise: rejected.reason)
    }
  }

  private func read(_ request: FetchRequest) async throws -> FetchResponse {
    guard request.isShared else {
      let response = try await fetchFromServer(request).response
      try request.validate(response)
      return response
    }
    let cached = request.isCacheable ? acceptedResponse(to: request) : nil
    if let cached, cached.isFresh(at: now(), maximumAge: request.maximumAge) {
      return cached.response
    }
    let shared = SharedRequest(
      request: request, cachedTag: cached?.head.etag, changes: changes.withLock { $0 })
    let found = try await coalescer.response(to: shared) {
      try await fetchFromServer(request, revalidating: cached)
    }
    if found.response != cached?.response { try request.validate(found.response) }
    if changes.withLock({ $0 }) == shared.changes { found.accept() }
    return found.response
  }

  /// Sends a request that may change its resource, whose cached response is then removed, whatever
  /// the answer is: an attempt before the last one may have changed it.
  ///
  /// Source: RFC 9111, section 4.4.
  private func change(_ request: FetchRequest) async throws -> FetchResponse {
    defer {
      changes.withLock { $0 += 1 }
      cache.remove(request.url)
    }
    let response = try await fetchFromServer(request).response
    try request.validate(response)
    return response
  }

  /// The cached response; nil if there is none that the caller accepts. One that it does not accept
  /// is removed, so that no validator can make the server repeat it.
  private func acceptedResponse(to request: FetchRequest) -> CachedResponse? {
    guard let cached = cache.response(for: request.url), cached.body.count <= limit(of: request)
    else { return nil }
    do {
      try request.validate(cached.response)
      return cached
    } catch {
      log.debug("removed the cached response of \(request.url.shownAddress): \(error)")
      cache.remove(request.url)
      return nil
    }
  }

  private func fetchFromServer(
    _ request: FetchRequest, revalidating cached: CachedResponse? = nil
  ) async throws -> ServerResponse {
    var policy = retryPolicy
    if !request.method.isIdempotent { policy.maximumFailures = 1 }
    /// The response to the last attempt, if its status is no success.
    var rejected: FetchResponse?
    do {
      return try await policy.run {
        try await attempt(request, revalidating: cached, rejected: &rejected)
      }
    } catch let reason as NetworkError {
      guard let rejected else { throw reason }
      throw RejectedResponse(reason: reason, response: rejected)
    }
  }

  private func attempt(
    _ request: FetchRequest, revalidating cached: CachedResponse?,
    rejected: inout FetchResponse?
  ) async throws -> ServerResponse {
    rejected = nil
    let (response, body) = try await sendAuthorized(request, revalidating: cached)
    if response.status == 304, let cached {
      return ServerResponse(cached.response) { [cache, now] in
        if let confirmed = cached.confirmed(by: response, now: now()) {
          cache.store(confirmed, for: request.url)
        } else {
          cache.remove(request.url)
        }
      }
    }
    guard response.isSuccess else {
      rejected = FetchResponse(status: response.status, body: response.rejectedBody)
      if let error = RetryableError(response, now: now()) { throw error }
      throw NetworkError.status(response.status, response.address.shown)
    }
    guard response.status != 206 || request.headers.keys.contains(where: { $0.isEqual("Range") })
    else { throw NetworkError.wrongPart(response.address.shown) }
    let fetched = FetchResponse(status: response.status, body: body)
    guard request.isShared, request.isCacheable else {
      return ServerResponse(fetched)
    }
    let new = CachedResponse(response, fetched, now: now())
    return ServerResponse(fetched) { [cache] in
      if let new {
        cache.store(new, for: request.url)
      } else if cached != nil {
        cache.remove(request.url)
      }
    }
  }

  /// Sends a request with its credential's token; renews the token once if the server rejects it.
  private func sendAuthorized(
    _ request: FetchRequest, revalidating cached: CachedResponse?
  ) async throws -> (HTTPResponse, Data) {
    guard let credential = request.credential else {
      let condition = cached?.head.etag.map { ["If-None-Match": $0] } ?? [:]
      return try await send(request, request.headers.merging(condition) { $1 })
    }
    let token = try await tokens.token(of: credential)
    let result = try await send(request, request.headers.authorized(by: token))
    guard result.0.status == 401 else { return result }
    let renewed = try await tokens.token(of: credential, replacing: token)
    return try await send(request, request.headers.authorized(by: renewed))
  }

  private func send(
    _ request: FetchRequest, _ headers: [String: String]
  ) async throws -> (HTTPResponse, Data) {
    let address = try Address(request.url, allowsPlainHTTP: request.allowsPlainHTTP)
    let httpRequest = try HTTPRequest(
      address, request.method,
      headers: headers.merging(request.cacheControl) { named, _ in named },
      body: try request.file.map { .file(try UploadSource($0)) } ?? request.body.map { .data($0) },
      idle: request.timeout ?? limits.idle, total: request.file == nil ? limits.total : nil)
    var buffer = BodyBuffer(limit: limit(of: request), of: address)
    let start = ContinuousClock.now
    do {
      let response = try await transport.exchange(httpRequest) { address in
        buffer = BodyBuffer(limit: limit(of: request), of: address)
        return buffer.sink
      }
      log.debug(
        "\(request.method.rawValue) \(address.shown) \(response.status) in \(time(since: start))")
      return (response, buffer.data)
    } catch NetworkError.tooLarge(let url, let limit, _) where request.limit == nil {
      throw NetworkError.tooLarge(url, limit: limit, setting: "fetch-megabytes")
    } catch let error as NetworkError {
      log.debug(
        "\(request.method.rawValue) \(address.shown) failed in \(time(since: start)): \(error)")
      throw error.isTransient ? RetryableError(error) : error as any Error
    }
  }

  /// The response to a `HEAD` request announces the length of a body that it does not have.
  private func limit(of request: FetchRequest) -> Int {
    request.method == .head ? .max : request.limit ?? limits.fetchBytes
  }

  private func time(since start: ContinuousClock.Instant) -> String {
    "\(Int(start.duration(to: .now) / .milliseconds(1))) ms"
  }
}

extension FetchRequest {
  /// Whether equal requests may share one transfer.
  fileprivate var isShared: Bool { method == .get && body == nil && file == nil }

  fileprivate var isCacheable: Bool { headers.isEmpty && credential == nil }

  /// Tells the caches between this machine and the server how old a response may be.
  fileprivate var cacheControl: [String: String] {
    let seconds = maximumAge.components.seconds
    return ["Cache-Control": seconds > 0 ? "max-age=\(seconds)" : "no-cache"]
  }
}

extension String {
  /// Whether it is the same name of a header field.
  fileprivate func isEqual(_ name: String) -> Bool { lowercased() == name.lowercased() }
}

extension [String: String] {
  fileprivate func authorized(by token: String) -> [String: String] {
    merging(["Authorization": "Bearer \(token)"]) { $1 }
  }
}
