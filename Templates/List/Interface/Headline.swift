public import Documents
public import Mediator

/// Lists headline items.
public enum Headline: Interface {
  /// Returns some of the items, in order.
  public static let list = Action<ListRequest, ListPage<HeadlineItem>>(
    Headline.self, "list", .reads, .remote,
    summary: "List headline items")
}

/// An item of the list.
public struct HeadlineItem: Codable, Hashable, Sendable {
  /// The unique id.
  public let id: String
  /// The title, in one line.
  public let title: String
  /// The full text.
  public let body: String

  /// Creates an item.
  public init(id: String, title: String, body: String) {
    self.id = id
    self.title = title
    self.body = body
  }
}
