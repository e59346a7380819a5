import Foundation
import Mediator
import ModuleManager
import NewsInterface

/// Answers queries, and caches the first page of an address in a file.
struct NewsManager: Sendable {
  /// The age in seconds after which a cached page is stale.
  static let freshness: TimeInterval = 300

  private let api: NewsAPI
  private let file: URL
  private let now: @Sendable () -> Date
  private let log: Log

  init(_ api: NewsAPI, context: ModuleContext) {
    self.api = api
    file = context.folder.appending(path: "first-page.json")
    now = context.now
    log = context.log
  }

  func page(_ query: NewsQuery) async throws -> NewsPage {
    let (offset, limit) = (query.offset ?? 0, query.limit ?? 10)
    guard offset >= 0, limit > 0 else {
      throw NewsError.badRange(offset: offset, limit: limit)
    }
    guard let url = api.url, offset == 0 else {
      return try await api.page(from: offset, limit: limit)
    }
    if query.refresh != true, let page = cachedPage(of: url, limit: limit) { return page }
    let page = try await api.page(from: 0, limit: limit)
    store(NewsCache(url: url, date: now(), page: page))
    return page
  }

  private struct NewsCache: Codable {
    let url: String
    let date: Date
    let page: NewsPage
  }

  /// Nil when the cache belongs to another address, has too few items or cannot be read.
  private func cachedPage(of url: String, limit: Int) -> NewsPage? {
    guard let data = try? Data(contentsOf: file),
      let cached = try? JSONDecoder().decode(NewsCache.self, from: data),
      cached.url == url,
      cached.page.items.count >= limit || !cached.page.hasMore
    else { return nil }
    let age = now().timeIntervalSince(cached.date)
    return NewsPage(
      items: Array(cached.page.items.prefix(limit)),
      hasMore: cached.page.hasMore || cached.page.items.count > limit,
      isStale: !(0...Self.freshness).contains(age))
  }

  /// A failure is logged only, since the page can be shown without the cache.
  private func store(_ page: NewsCache) {
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try JSONEncoder().encode(page).write(to: file, options: .atomic)
    } catch {
      log.warning("cannot store the first page: \(error.systemReason)")
    }
  }
}
