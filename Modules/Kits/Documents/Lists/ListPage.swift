public import Foundation
public import Mediator

/// A request for a part of a list.
///
/// As the input of an action, its fields are `offset`, `limit` and `refresh`, all of them optional.
public struct ListRequest: Hashable, Sendable {
  /// The number of items to skip, 0 or more.
  public let offset: Int
  /// The maximum number of items, 1 or more.
  public let limit: Int
  /// Whether cached items must not be used.
  public let ignoresCache: Bool

  /// Creates a request. A negative offset becomes 0, and a limit below 1 becomes 1.
  public init(offset: Int = 0, limit: Int = 10, ignoresCache: Bool = false) {
    self.offset = max(offset, 0)
    self.limit = max(limit, 1)
    self.ignoresCache = ignoresCache
  }

  /// The requested part of a whole list.
  public func page<Item>(of items: [Item]) -> ListPage<Item> {
    let rest = items.dropFirst(offset)
    return ListPage(Array(rest.prefix(limit)), hasMore: rest.count > limit)
  }

  /// The requested part of a whole list, with the problems of all its rows.
  public func page<Item>(of rows: LossyArray<Item>) -> ListPage<Item> {
    var page = page(of: rows.elements)
    page.problems = rows.problems(after: 0)
    return page
  }

  /// The page of rows that begin at the offset.
  /// - Parameter hasMore: Whether the list has rows after these.
  public func page<Item>(from rows: LossyArray<Item>, hasMore: Bool) -> ListPage<Item> {
    var page = ListPage(
      Array(rows.elements.prefix(limit)), hasMore: hasMore || rows.elements.count > limit)
    page.problems = rows.problems(after: offset)
    if rows.elements.count <= limit {
      page.lastOffset = rows.lastIndex.map { offset.addingReportingOverflow($0).partialValue }
    }
    return page
  }
}

extension ListRequest: Codable, SchemaDescribing, ExampleProviding {
  private enum CodingKeys: String, CodingKey {
    case offset, limit
    case ignoresCache = "refresh"
  }

  /// A request for the first items.
  public static var example: ListRequest { ListRequest() }

  public static var fieldDescriptions: FieldDescriptions {
    [
      "offset": .init("the number of items to skip", default: "0"),
      "limit": .init("the largest number of items", default: "10"),
      "refresh": .flag("ask the source again, without the cache"),
    ]
  }

  /// - Throws: `DecodingError` for a negative offset, and a limit below 1.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    let offset = try fields.decodeIfPresent(Int.self, forKey: .offset) ?? 0
    let limit = try fields.decodeIfPresent(Int.self, forKey: .limit) ?? 10
    let ignoresCache = try fields.decodeIfPresent(Bool.self, forKey: .ignoresCache) ?? false
    for (field, value, minimum) in [(CodingKeys.offset, offset, 0), (.limit, limit, 1)]
    where value < minimum {
      throw DecodingError.dataCorruptedError(
        forKey: field, in: fields, debugDescription: "expected \(minimum) or more")
    }
    self.init(offset: offset, limit: limit, ignoresCache: ignoresCache)
  }
}

/// The items for a `ListRequest`.
public struct ListPage<Item: Sendable>: Sendable {
  /// The items in their order, from the offset of the request.
  public let items: [Item]
  /// Whether there are more items after these.
  public let hasMore: Bool
  /// Whether the items are outdated; the section then shows them only until it has fresh ones.
  public let isStale: Bool
  /// The time at which the items were up to date; nil for the time of the request. The section
  /// shows it when the items are outdated or cannot be refreshed.
  public let date: Date?
  /// The text for this list if it is empty; nil for the text of the section.
  public private(set) var empty: LocalizedText?
  /// What is wrong with rows of the list that are left out, such as
  /// `row 3: 'price': a value is missing`.
  public internal(set) var problems: [String] = []
  /// The offset of the last item in the list, where rows before it are left out; nil if that is
  /// its position among the items.
  package internal(set) var lastOffset: Int?
  /// Whether the section is drawn; JSON contains its items in any case.
  public private(set) var isDrawn = true

  /// Creates a page, by default of a whole list.
  public init(
    _ items: [Item], hasMore: Bool = false, isStale: Bool = false, date: Date? = nil,
    empty: LocalizedText? = nil, isDrawn: Bool = true
  ) {
    self.date = date
    self.empty = empty
    self.isDrawn = isDrawn
    self.items = items
    self.hasMore = hasMore
    self.isStale = isStale
  }

  package func map<Other: Sendable>(_ transform: (Item) -> Other) -> ListPage<Other> {
    var page = ListPage<Other>(
      items.map(transform), hasMore: hasMore, isStale: isStale, date: date, empty: empty,
      isDrawn: isDrawn)
    page.problems = problems
    page.lastOffset = lastOffset
    return page
  }
}

/// As the output of an action, a page has the items and what is known about them, but no texts.
extension ListPage: Codable where Item: Codable {
  private enum CodingKeys: String, CodingKey {
    case items, hasMore, isStale, date
  }
}

extension ListPage: Equatable where Item: Equatable {}
