import DataSourceInterface
import Documents
import Foundation
import Mediator
import NetworkInterface
import NewsInterface

/// Reads items from an address. Without one, there are only samples for the built-in city.
///
/// The address receives a `NewsRange` as query items and answers with a `NewsResponse`.
struct NewsAPI: Sendable {
  /// The number of items that are searched for urgent ones when an address sends the others, too.
  private static let searchedItems = 200

  let url: String?
  let mediator: Mediator
  let now: @Sendable () -> Date

  /// Returns the items of a range. The address may divide them into several responses.
  /// - Parameter maximumAge: How old responses from the cache may be; urgent items are always new.
  func page(of range: NewsRange, maximumAge: Duration = .zero) async throws -> NewsPage {
    let responses =
      range.isUrgent
      ? [try await urgentItems()] : try await responses(to: range, maximumAge: maximumAge)
    let whole = responses.first { $0.hasMore == nil }?.items
    let items = whole?.dropFirst(range.offset) ?? responses.flatMap(\.items)[...]
    guard range.offset == 0 || !items.isEmpty else {
      throw NewsError.pastEnd(offset: range.offset, count: whole?.count)
    }
    return NewsPage(
      items: Array(items.prefix(range.limit)),
      hasMore: responses.last?.hasMore == true || items.count > range.limit)
  }

  /// Returns all urgent items; if the address has very many items, at least those of the first
  /// `searchedItems`.
  ///
  /// An address that does not know `urgent` may answer with all items, or reject the request.
  private func urgentItems() async throws -> NewsResponse {
    var range = NewsRange(offset: 0, limit: Self.searchedItems, isUrgent: true)
    let responses: [NewsResponse]
    do {
      responses = try await self.responses(to: range, maximumAge: .zero)
    } catch NetworkError.status(let code, _) where code == 400 || code == 422 {
      range.isUrgent = false
      responses = try await self.responses(to: range, maximumAge: .zero)
    }
    let items = responses.flatMap(\.items).filter { $0.isUrgent == true }
    return NewsResponse(items: items, hasMore: nil)
  }

  private func responses(
    to range: NewsRange, maximumAge: Duration
  ) async throws -> [NewsResponse] {
    guard let url else {
      guard try await isBuiltInCity else { return [NewsResponse(items: [], hasMore: nil)] }
      let today = CalendarDate(of: now(), in: .gmt)
      let sunday = CalendarDate(day: today.day + 6 - today.weekday)
      return [NewsResponse(items: NewsSample.items(sunday: sunday), hasMore: nil)]
    }
    let list = WebEndpoint<NewsRange, NewsResponse>(
      WebServer(baseURL: url),
      query: {
        ["offset": $0.offset, "limit": $0.limit, "urgent": $0.isUrgent ? true : nil]
      })
    do {
      return try await mediator.pages(of: list, from: range, maximumAge: maximumAge) {
        $0.rest(after: $1)
      }.reduce(into: []) { $0.append($1) }
    } catch NetworkError.notDecodable(let address, let reason) {
      throw NewsError.unreadable(address, reason: reason)
    }
  }

  /// Whether the current city is the built-in one, as it is if no module answers `DataSource`.
  private var isBuiltInCity: Bool {
    get async throws {
      do {
        return try await mediator.perform(DataSource.city, CityQuery()).isBuiltIn
      } catch is MediatorError {
        return true
      }
    }
  }
}

/// A part of the list: at most `limit` items after the first `offset`, of all items or of the
/// urgent ones.
struct NewsRange: Hashable, Sendable {
  let offset: Int
  let limit: Int
  var isUrgent = false

  /// The part that a response does not contain; nil if nothing is missing.
  func rest(after response: NewsResponse) -> NewsRange? {
    let count = response.items.count
    guard response.hasMore == true, (1..<limit).contains(count), offset <= Int.max - count else {
      return nil
    }
    return NewsRange(offset: offset + count, limit: limit - count, isUrgent: isUrgent)
  }
}

/// The answer of the address. If it has a `hasMore`, its items begin at the offset of the request;
/// otherwise they are the whole list.
struct NewsResponse: Sendable {
  let items: [NewsItem]
  let hasMore: Bool?
}

extension NewsResponse: Decodable {
  private enum CodingKeys: CodingKey {
    case items, hasMore
  }

  /// Reads the items. In place of one that cannot be read is a notice that says so, so that the
  /// others are shown, and each stays at its offset.
  /// - Throws: `DecodingError` if the answer is no list, or none of its items can be read.
  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    let read = try fields.decode([ReadItem].self, forKey: .items)
    if !read.isEmpty, read.allSatisfy({ $0.error != nil }), let error = read[0].error {
      throw error
    }
    items = read.enumerated().map { $1.item ?? .unreadable($1, number: $0) }
    hasMore = try fields.decodeIfPresent(Bool.self, forKey: .hasMore)
  }
}

/// An item of the address, or what can be read of it and why the rest cannot.
private struct ReadItem: Decodable {
  private enum CodingKeys: CodingKey {
    case id, title
  }

  let item: NewsItem?
  var id: String?
  var title: String?
  var error: DecodingError?

  init(from decoder: any Decoder) throws {
    do {
      item = try NewsItem(from: decoder)
    } catch let error as DecodingError {
      let fields = try? decoder.container(keyedBy: CodingKeys.self)
      item = nil
      id = try? fields?.decode(String.self, forKey: .id)
      title = try? fields?.decode(String.self, forKey: .title)
      self.error = error
    }
  }
}

extension NewsItem {
  fileprivate static func unreadable(_ read: ReadItem, number: Int) -> NewsItem {
    let problem = read.error?.problem
    return NewsItem(
      id: read.id ?? "unreadable-\(number)", title: read.title ?? "A notice that cannot be read",
      body: "This notice cannot be read: '\(problem?.field ?? "")': \(problem?.reason ?? "").")
  }
}
