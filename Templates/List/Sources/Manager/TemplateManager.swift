import Foundation
import Mediator
import ModuleManager
import TemplateInterface

/// Holds the items: keeps the first page of an address, and knows when it will not do any more.
struct TemplateManager: Sendable {
  /// How long a kept page counts as fresh.
  static let freshness: TimeInterval = 300

  private let api: TemplateAPI
  private let file: URL
  private let now: @Sendable () -> Date
  private let log: Log

  init(_ api: TemplateAPI, context: ModuleContext) {
    self.api = api
    file = context.folder.appending(path: "first-page.json")
    now = context.now
    log = context.log
  }

  func page(_ query: TemplateQuery) async throws -> TemplatePage {
    let (offset, limit) = (query.offset ?? 0, query.limit ?? 10)
    guard offset >= 0, limit > 0 else {
      throw TemplateError.badRange(offset: offset, limit: limit)
    }
    guard let url = api.url, offset == 0 else {
      return try await api.page(from: offset, limit: limit)
    }
    if query.refresh != true, let page = kept(of: url, limit: limit) { return page }
    let page = try await api.page(from: 0, limit: limit)
    keep(Copy(url: url, date: now(), page: page))
    return page
  }

  private struct Copy: Codable {
    let url: String
    let date: Date
    let page: TemplatePage
  }

  /// What is kept of an address; nil when it has fewer items than there may be. A damaged file is
  /// as good as none.
  private func kept(of url: String, limit: Int) -> TemplatePage? {
    guard let data = try? Data(contentsOf: file),
      let copy = try? JSONDecoder().decode(Copy.self, from: data), copy.url == url,
      copy.page.items.count >= limit || !copy.page.hasMore
    else { return nil }
    let age = now().timeIntervalSince(copy.date)
    return TemplatePage(
      items: Array(copy.page.items.prefix(limit)),
      hasMore: copy.page.hasMore || copy.page.items.count > limit,
      isStale: !(0...Self.freshness).contains(age))
  }

  /// A page is shown whether or not it can be kept.
  private func keep(_ copy: Copy) {
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try JSONEncoder().encode(copy).write(to: file, options: .atomic)
    } catch {
      log.warning("cannot keep the first page: \(error.reason)")
    }
  }
}
