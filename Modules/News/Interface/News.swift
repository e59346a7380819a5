public import Mediator

/// Tells of the notices about the service.
public enum News: Interface {
  /// Some of the items, in their order.
  public static let list = Action<NewsQuery, NewsPage>(
    News.self, "list")
}
