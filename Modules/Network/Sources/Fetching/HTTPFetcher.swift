import Foundation
import ModuleManager
import NetworkInterface

/// Gets responses from the cache, from an equal request that is in progress, or from the server.
struct HTTPFetcher: Sendable {
  let transport: Transport
  let cache: ResponseCache
  let limits: NetworkLimits
  let retryPolicy: RetryPolicy
  let now: @Sendable () -> Date
  let log: Log
  private let coalescer = RequestCoalescer()
  private let tokens = TokenStore()

  func fetch(_ request: FetchRequest) async throws -> FetchResponse {
    guard request.method == .get, request.body == nil else {
      return try await fetchFromServer(request)
    }
    return try await coalescer.response(to: request) { try await fetchThroughCache(request) }
  }

  /// Uses the cache only when the response is the same for every caller.
  private func fetchThroughCache(_ request: FetchRequest) async throws -> FetchResponse {
    guard request.isCacheable else { return try await fetchFromServer(request) }
    var cached = cache.response(for: request.url)
    if let found = cached, found.body.count > limit(of: request) { cached = nil }
    if let cached, request.cachePolicy == .useFresh, cached.isFresh(at: now()) {
      return cached.response
    }
    return try await fetchFromServer(request, revalidating: cached)
  }

  private func fetchFromServer(
    _ request: FetchRequest, revalidating cached: CachedResponse? = nil
  ) async throws -> FetchResponse {
    guard request.method.isIdempotent else {
      do {
        return try await attempt(request)
      } catch let error as RetryableError {
        throw error.reason
      }
    }
    return try await retryPolicy.run { try await attempt(request, revalidating: cached) }
  }

  private func attempt(
    _ request: FetchRequest, revalidating cached: CachedResponse? = nil
  ) async throws -> FetchResponse {
    let (response, body) = try await sendAuthorized(request, revalidating: cached)
    if let error = RetryableError(response, now: now()) { throw error }
    if response.status == 304, var cached {
      cached.head.storedAt = now()
      cache.store(cached)
      return cached.response
    }
    guard 200...299 ~= response.status else {
      throw NetworkError.status(response.status, response.address.shown)
    }
    let fetched = FetchResponse(status: response.status, body: body)
    if request.method == .get, request.isCacheable {
      if let new = CachedResponse(response, fetched, url: request.url, now: now()) {
        cache.store(new)
      } else if cached != nil {
        cache.remove(request.url)
      }
    }
    return fetched
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
      headers: headers.merging(request.cachePolicy.headers) { named, _ in named },
      body: request.body,
      idle: request.timeout ?? limits.idle, total: limits.total)
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
  fileprivate var isCacheable: Bool { headers.isEmpty && credential == nil }
}

extension CachePolicy {
  /// What tells the caches between this machine and the server.
  fileprivate var headers: [String: String] {
    switch self {
    case .useFresh: [:]
    case .revalidate: ["Cache-Control": "no-cache"]
    }
  }
}

extension [String: String] {
  fileprivate func authorized(by token: String) -> [String: String] {
    merging(["Authorization": "Bearer \(token)"]) { $1 }
  }
}
