public import DataSourceInterface
public import Foundation
public import Mediator

/// Lists service notices.
public enum News: Interface {
  /// Returns some of the items, in order.
  public static let list = Action<NewsQuery, NewsPage>(
    News.self, "list", .reads, .remote,
    summary: "List service notices")
  /// Returns what servers have announced in the last day while the program runs, the newest first,
  /// for all cities.
  public static let announcements = Action<Empty, [Announcement]>(
    native: News.self, "announcements")
  /// Returns the notices that concern a part of a network, the urgent ones first. It waits for an
  /// address for two seconds at most.
  public static let concerning = Action<NewsConcern, [NewsItem]>(native: News.self, "concerning")
  /// Replaces what a city's own source of alerts says.
  public static let setAlerts = Action<CityAlerts, Empty>(native: News.self, "setAlerts")
}

/// What a city's own source of alerts says.
public struct CityAlerts: Hashable, Sendable {
  /// The city.
  public let city: CityID
  /// When they were known. After a quarter of an hour, they do not count any more.
  public let asOf: Date
  /// The alerts, in order.
  public let items: [NewsItem]

  /// Creates alerts.
  public init(city: CityID, asOf: Date, items: [NewsItem]) {
    self.city = city
    self.asOf = asOf
    self.items = items
  }
}

/// The list may be out of date; published when the host returns to the foreground, when a server
/// has announced something, and when the alerts of a city have changed.
public struct NewsExpired: Event, Encodable {
  /// Creates the event.
  public init() {}
}

/// A part of the list of notices.
public struct NewsQuery: Codable, Hashable, Sendable {
  /// The number of items to skip; 0 unless given.
  public let offset: Int?
  /// The maximum number of items; 10 unless given.
  public let limit: Int?
  /// Whether to ignore the cache and ask the source; false unless given.
  public let refresh: Bool?
  /// Whether to list the urgent items only; false unless given.
  public let urgent: Bool?

  /// Creates a query for `limit` items after the first `offset`.
  public init(offset: Int? = nil, limit: Int? = nil, refresh: Bool? = nil, urgent: Bool? = nil) {
    self.offset = offset
    self.limit = limit
    self.refresh = refresh
    self.urgent = urgent
  }
}

extension NewsQuery: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    [
      "offset": .init("the number of items to skip", default: "0"),
      "limit": .init("the largest number of items", default: "10"),
      "refresh": .flag("ask the source again, without the cache"),
      "urgent": .flag("list the urgent items only"),
    ]
  }
}

/// The notices that a query found.
public struct NewsPage: Codable, Hashable, Sendable {
  /// The items, in order.
  public let items: [NewsItem]
  /// Whether more items follow.
  public let hasMore: Bool
  /// Whether the items come from a cache that is out of date.
  public let isStale: Bool
  /// When the items of a cache were received; nil for items that were just received.
  public let date: Date?

  /// Creates a page.
  public init(items: [NewsItem], hasMore: Bool, isStale: Bool = false, date: Date? = nil) {
    self.items = items
    self.hasMore = hasMore
    self.isStale = isStale
    self.date = date
  }
}
