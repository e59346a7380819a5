import Foundation
import Mediator
import ModuleManager
import NewsInterface

/// Answers queries, and caches the first page of an address and its urgent items in two files.
struct NewsManager: Sendable {
  /// The age in seconds after which a cached page is stale.
  static let freshness: TimeInterval = 300

  private let api: NewsAPI
  private let folder: URL
  private let now: @Sendable () -> Date
  private let log: Log

  init(_ api: NewsAPI, context: ModuleContext) {
    self.api = api
    folder = context.folder
    now = context.now
    log = context.log
  }

  func page(_ query: NewsQuery) async throws -> NewsPage {
    let (offset, limit) = (query.offset ?? 0, query.limit ?? 10)
    guard offset >= 0, limit > 0 else {
      throw NewsError.badRange(offset: offset, limit: limit)
    }
    let range = NewsRange(offset: offset, limit: limit, isUrgent: query.urgent == true)
    guard let url = api.url, offset == 0 else { return try await api.page(of: range) }
    let file = range.isUrgent ? folder.appending(path: "urgent.json") : firstPageFile
    if query.refresh != true {
      if range.isUrgent, let page = cachedUrgentPage(of: url, limit: limit) { return page }
      if let page = cachedPage(of: url, limit: limit, in: file) { return page }
    }
    let page = try await api.page(of: range)
    store(NewsCache(url: url, date: now(), page: page), in: file)
    return page
  }

  /// Whether the address must be asked for the first page: its cache is stale, or there is none.
  var isStale: Bool {
    guard let url = api.url else { return false }
    return cachedPage(of: url, limit: 1, in: firstPageFile)?.isStale ?? true
  }

  private var firstPageFile: URL { folder.appending(path: "first-page.json") }

  private struct NewsCache: Codable {
    let url: String
    let date: Date
    let page: NewsPage
  }

  /// Nil when the cache belongs to another address, has too few items or cannot be read.
  private func cachedPage(of url: String, limit: Int, in file: URL) -> NewsPage? {
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

  /// The urgent items of the cached first page; nil when that is not the whole list.
  private func cachedUrgentPage(of url: String, limit: Int) -> NewsPage? {
    guard let whole = cachedPage(of: url, limit: .max, in: firstPageFile) else { return nil }
    let items = whole.items.filter { $0.isUrgent == true }
    return NewsPage(
      items: Array(items.prefix(limit)), hasMore: items.count > limit, isStale: whole.isStale)
  }

  /// A failure is logged only, since the page can be shown without the cache.
  private func store(_ page: NewsCache, in file: URL) {
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try JSONEncoder().encode(page).write(to: file, options: .atomic)
    } catch {
      log.warning("cannot store '\(file.lastPathComponent)': \(error.systemReason)")
    }
  }
}
