import Foundation
import HeadlineInterface
import Mediator
import ModuleManager
import NetworkInterface
import Platform

/// Answers queries, and caches the first page of an address in a file.
struct HeadlineManager: Sendable {
  /// The age in seconds after which a cached page is stale.
  static let freshness: TimeInterval = 300

  private let api: HeadlineAPI
  private let folder: DataFolder
  private let now: @Sendable () -> Date
  private let log: Log

  init(_ api: HeadlineAPI, context: ModuleContext) {
    self.api = api
    folder = context.dataFolder
    now = context.now
    log = context.log
  }

  func page(_ query: HeadlineQuery) async throws -> HeadlinePage {
    let (offset, limit) = (query.offset ?? 0, query.limit ?? 10)
    guard offset >= 0, limit > 0 else {
      throw HeadlineError.badRange(offset: offset, limit: limit)
    }
    let range = HeadlineRange(offset: offset, limit: limit)
    guard let url = api.url, offset == 0 else {
      // Only the first page is in this module's cache.
      let maximumAge = query.refresh == true ? 0 : Self.freshness
      return try await api.page(of: range, maximumAge: .seconds(maximumAge))
    }
    if query.refresh != true, let page = cachedPage(of: url, limit: limit) { return page }
    let page = try await api.page(of: range)
    store(HeadlineCache(url: WebServer(baseURL: url).id, date: now(), page: page))
    return page
  }

  private static let file = "first-page.json"

  private struct HeadlineCache: Codable {
    /// The address without secrets: `WebServer.id`.
    let url: String
    let date: Date
    let page: HeadlinePage
  }

  /// Nil when the cache belongs to another address, has too few items or cannot be read.
  private func cachedPage(of url: String, limit: Int) -> HeadlinePage? {
    guard let data = try? Data(contentsOf: folder.url.appending(path: Self.file)),
      let cached = try? JSONDecoder().decode(HeadlineCache.self, from: data),
      cached.url == WebServer(baseURL: url).id,
      cached.page.items.count >= limit || !cached.page.hasMore
    else { return nil }
    let age = now().timeIntervalSince(cached.date)
    return HeadlinePage(
      items: Array(cached.page.items.prefix(limit)),
      hasMore: cached.page.hasMore || cached.page.items.count > limit,
      isStale: !(0...Self.freshness).contains(age), date: cached.date)
  }

  /// A failure is logged only, since the page can be shown without the cache.
  private func store(_ page: HeadlineCache) {
    do {
      try folder.write(JSONEncoder().encode(page), to: Self.file, durability: .deferred)
    } catch {
      log.warning("cannot store the first page: \(error.systemReason)")
    }
  }
}
