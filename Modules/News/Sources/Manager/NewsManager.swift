import Foundation
import ModuleManager
import NetworkInterface
import NewsInterface
import Platform

/// Answers queries, and caches the first page of an address and its urgent items in two files.
struct NewsManager: Sendable {
  /// The age in seconds after which a cached page is stale.
  static let freshness: TimeInterval = 300

  let announcements: AnnouncementList
  let alerts = AlertList()
  let closures = PublishedClosures()
  let failure = AddressFailure()
  let api: NewsAPI
  private let folder: DataFolder
  let now: @Sendable () -> Date
  let clock: any Clock<Duration>
  let log: Log

  init(_ api: NewsAPI, context: ModuleContext) {
    self.api = api
    announcements = AnnouncementList(now: context.now)
    folder = context.dataFolder
    now = context.now
    clock = context.clock
    log = context.log
  }

  /// Returns the announcements for the current city, and then the notices of the address.
  func page(_ query: NewsQuery) async throws -> NewsPage {
    let (offset, limit) = (query.offset ?? 0, query.limit ?? 10)
    guard offset >= 0, limit > 0 else {
      throw NewsError.badRange(offset: offset, limit: limit)
    }
    let isUrgent = query.urgent == true
    let announced =
      try await announcements.items(through: api.mediator) + currentAlerts(urgent: isUrgent)
    let shown = announced.dropFirst(offset).prefix(limit)
    // Behind a page full of announcements, one notice says whether there are more.
    let range = NewsRange(
      offset: max(0, offset - announced.count), limit: max(1, limit - shown.count),
      isUrgent: isUrgent)
    do {
      let page = try await otherItems(in: range, ignoresCache: query.refresh == true)
      let items = shown + page.items.prefix(limit - shown.count)
      return NewsPage(
        items: Array(items),
        hasMore: page.hasMore || announced.count > offset + shown.count
          || page.items.count > limit - shown.count,
        isStale: page.isStale, date: page.date)
    } catch NewsError.pastEnd(_, let count) {
      throw NewsError.pastEnd(offset: offset, count: count.map { $0 + announced.count })
    }
  }

  func page(of range: NewsRange, ignoresCache: Bool) async throws -> NewsPage {
    let (offset, limit) = (range.offset, range.limit)
    guard let url = api.url, offset == 0 else {
      // Only the first page is in this module's cache.
      let maximumAge = ignoresCache ? 0 : Self.freshness
      return try await api.page(of: range, maximumAge: .seconds(maximumAge))
    }
    let file = range.isUrgent ? "urgent.json" : Self.firstPage
    if !ignoresCache {
      let whole = range.isUrgent ? cachedUrgentPage(of: url, limit: limit) : nil
      let cached = [whole, cachedPage(of: url, limit: limit, in: file)].compactMap(\.self)
      // A refresh replaces only one of the two files.
      let latest = cached.max { $0.date ?? .distantPast < $1.date ?? .distantPast }
      if let latest { return latest }
    }
    let page = try await api.page(of: range)
    store(NewsCache(url: WebServer(baseURL: url).id, date: now(), page: page), in: file)
    return page
  }

  /// The stored notices of the address; nil if there are none, or too few.
  func storedPage(of range: NewsRange) -> NewsPage? {
    api.url.flatMap { cachedPage(of: $0, limit: range.limit, in: Self.firstPage) }
  }

  /// Whether the address must be asked for the first page: its cache is stale, or there is none.
  var isStale: Bool {
    guard let url = api.url else { return false }
    return cachedPage(of: url, limit: 1, in: Self.firstPage)?.isStale ?? true
  }

  private static let firstPage = "first-page.json"

  private struct NewsCache: Codable {
    /// The address without secrets: `WebServer.id`; in a file of an earlier version, with them.
    let url: String
    let date: Date
    let page: NewsPage
  }

  /// Nil when the cache belongs to another address, has too few items or cannot be read.
  private func cachedPage(of url: String, limit: Int, in file: String) -> NewsPage? {
    guard let data = try? folder.content(of: file),
      let cached = try? JSONDecoder().decode(NewsCache.self, from: data),
      WebServer(baseURL: cached.url).id == WebServer(baseURL: url).id,
      cached.page.items.count >= limit || !cached.page.hasMore
    else { return nil }
    let age = now().timeIntervalSince(cached.date)
    return NewsPage(
      items: Array(cached.page.items.prefix(limit)),
      hasMore: cached.page.hasMore || cached.page.items.count > limit,
      isStale: !(0...Self.freshness).contains(age), date: cached.date)
  }

  /// The urgent items of the cached first page; nil when that is not the whole list.
  private func cachedUrgentPage(of url: String, limit: Int) -> NewsPage? {
    guard let whole = cachedPage(of: url, limit: .max, in: Self.firstPage) else { return nil }
    let items = whole.items.filter { $0.isUrgent == true }
    return NewsPage(
      items: Array(items.prefix(limit)), hasMore: items.count > limit, isStale: whole.isStale,
      date: whole.date)
  }

  /// A failure is logged only, since the page can be shown without the cache.
  private func store(_ page: NewsCache, in file: String) {
    do {
      try folder.write(JSONEncoder().encode(page), to: file, durability: .deferred)
    } catch {
      log.warning("cannot store '\(file)': \(error.systemReason)")
    }
  }
}
