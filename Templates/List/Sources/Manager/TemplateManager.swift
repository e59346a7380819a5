import Foundation
import Mediator
import ModuleManager
import NetworkInterface
import TemplateInterface

/// Answers queries, and caches the first page of an address in a file.
struct TemplateManager: Sendable {
  /// The age in seconds after which a cached page is stale.
  static let freshness: TimeInterval = 300

  private let api: TemplateAPI
  private let folder: DataFolder
  private let now: @Sendable () -> Date
  private let log: Log

  init(_ api: TemplateAPI, context: ModuleContext) {
    self.api = api
    folder = context.dataFolder
    now = context.now
    log = context.log
  }

  func page(_ query: TemplateQuery) async throws -> TemplatePage {
    let (offset, limit) = (query.offset ?? 0, query.limit ?? 10)
    guard offset >= 0, limit > 0 else {
      throw TemplateError.badRange(offset: offset, limit: limit)
    }
    let range = TemplateRange(offset: offset, limit: limit)
    guard let url = api.url, offset == 0 else {
      // Only the first page is in this module's cache.
      let maximumAge = query.refresh == true ? 0 : Self.freshness
      return try await api.page(of: range, maximumAge: .seconds(maximumAge))
    }
    if query.refresh != true, let page = cachedPage(of: url, limit: limit) { return page }
    let page = try await api.page(of: range)
    store(TemplateCache(url: WebService(baseURL: url).id, date: now(), page: page))
    return page
  }

  private static let file = "first-page.json"

  private struct TemplateCache: Codable {
    /// The address without secrets: `WebService.id`.
    let url: String
    let date: Date
    let page: TemplatePage
  }

  /// Nil when the cache belongs to another address, has too few items or cannot be read.
  private func cachedPage(of url: String, limit: Int) -> TemplatePage? {
    guard let data = try? Data(contentsOf: folder.url.appending(path: Self.file)),
      let cached = try? JSONDecoder().decode(TemplateCache.self, from: data),
      cached.url == WebService(baseURL: url).id,
      cached.page.items.count >= limit || !cached.page.hasMore
    else { return nil }
    let age = now().timeIntervalSince(cached.date)
    return TemplatePage(
      items: Array(cached.page.items.prefix(limit)),
      hasMore: cached.page.hasMore || cached.page.items.count > limit,
      isStale: !(0...Self.freshness).contains(age), date: cached.date)
  }

  /// A failure is logged only, since the page can be shown without the cache.
  private func store(_ page: TemplateCache) {
    do {
      try folder.write(JSONEncoder().encode(page), to: Self.file, durability: .deferred)
    } catch {
      log.warning("cannot store the first page: \(error.systemReason)")
    }
  }
}
