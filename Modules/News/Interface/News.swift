public import Mediator

/// Lists the news items.
public enum News: Interface {
  /// Some of the items, in their order.
  public static let list = Action<NewsQuery, NewsPage>(
    News.self, "list")
}
