import Foundation
import ModuleManager
import NetworkInterface

/// Answers fetches: from what is kept, with an equal one under way, or from the server.
struct Web: Sendable {
  let transport: Transport
  let cache: ResponseCache
  let patience: Patience
  let now: @Sendable () -> Date
  let log: Log
  private let reads = SharedReads()
  private let credentials = Credentials()

  /// Fetches what an address, or the one it sends on to, gives.
  func fetch(_ request: FetchRequest) async throws -> FetchResponse {
    guard request.method == .get, request.body == nil else { return try await ask(request) }
    return try await reads.response(to: request) { try await read(request) }
  }

  /// A read, through the cache where its answer is the same for every caller.
  private func read(_ request: FetchRequest) async throws -> FetchResponse {
    guard request.headers.isEmpty, request.credential == nil else { return try await ask(request) }
    var kept = cache.response(of: request.url)
    if let known = kept, known.body.count > request.limit { kept = nil }
    if let kept, kept.isFresh(at: now()) { return kept.response }
    return try await ask(request, about: kept)
  }

  private func ask(
    _ request: FetchRequest, about kept: KeptResponse? = nil
  ) async throws -> FetchResponse {
    guard request.method.isIdempotent else {
      do { return try await attempt(request) } catch let setback as Setback { throw setback.reason }
    }
    return try await patience.run { try await attempt(request, about: kept) }
  }

  private func attempt(
    _ request: FetchRequest, about kept: KeptResponse? = nil
  ) async throws -> FetchResponse {
    let (reply, body) = try await exchange(request, about: kept)
    if let setback = Setback(reply, now: now()) { throw setback }
    if reply.status == 304, var kept {
      kept.head.keptAt = now()
      cache.keep(kept)
      return kept.response
    }
    guard 200...299 ~= reply.status else {
      throw NetworkError.status(reply.status, reply.address.shown)
    }
    let next = HeaderField.next(reply.header("Link"))
      .flatMap { URL(string: $0, relativeTo: reply.address.url)?.absoluteString }
    let response = FetchResponse(
      status: reply.status, body: body, contentType: reply.header("Content-Type"), next: next)
    if request.method == .get, request.headers.isEmpty, request.credential == nil {
      if let kept = KeptResponse(reply, response, url: request.url, now: now()) {
        cache.keep(kept)
      } else {
        cache.remove(request.url)
      }
    }
    return response
  }

  /// One exchange; a token that has expired is renewed and tried once more.
  private func exchange(
    _ request: FetchRequest, about kept: KeptResponse?
  ) async throws -> (Reply, Data) {
    guard let credential = request.credential else {
      let known = kept?.head.etag.map { ["If-None-Match": $0] } ?? [:]
      return try await send(request, request.headers.merging(known) { $1 })
    }
    let token = try await credentials.token(of: credential)
    let answer = try await send(request, request.headers.authorized(by: token))
    guard answer.0.status == 401 else { return answer }
    let renewed = try await credentials.token(of: credential, replacing: token)
    return try await send(request, request.headers.authorized(by: renewed))
  }

  private func send(
    _ request: FetchRequest, _ headers: [String: String]
  ) async throws -> (Reply, Data) {
    let address = try Address(request.url, allowsPlainHTTP: request.allowsPlainHTTP)
    let query = try Query(
      address, request.method, headers: headers, body: request.body, timeout: request.timeout)
    var memory = Memory(limit: request.limit, of: address)
    let began = ContinuousClock.now
    do {
      let reply = try await transport.exchange(query) { address in
        memory = Memory(limit: request.limit, of: address)
        return memory.sink
      }
      log.debug("\(request.method.rawValue) \(address.shown) \(reply.status) in \(since(began))")
      return (reply, memory.data)
    } catch let error as NetworkError {
      log.debug("\(request.method.rawValue) \(address.shown) failed in \(since(began)): \(error)")
      throw error.mayPass ? Setback(error) : error as any Error
    }
  }

  private func since(_ moment: ContinuousClock.Instant) -> String {
    "\(Int(moment.duration(to: .now) / .milliseconds(1))) ms"
  }
}

extension [String: String] {
  fileprivate func authorized(by token: String) -> [String: String] {
    merging(["Authorization": "Bearer \(token)"]) { $1 }
  }
}

extension NetworkError {
  /// Whether the same question may be answered in a moment. Whoever waited for a silent server has
  /// waited long enough.
  fileprivate var mayPass: Bool {
    switch self {
    case .incomplete, .tooShort: true
    case .badURL, .badHeader, .plainHTTP, .insecureRedirect, .tooManyRedirects, .offline,
      .unreachable, .tls, .timedOut, .status, .tooLarge, .wrongPart, .wrongChecksum, .notDecodable,
      .busy, .storage:
      false
    }
  }
}
