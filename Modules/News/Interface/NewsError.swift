public import Mediator

/// Why there are no news items.
public enum NewsError: ModuleError {
  /// There is no such page.
  case badPage(Int)
  /// No items can be meant.
  case badRange(offset: Int, limit: Int)
  /// What came is not what was expected.
  case unreadable(reason: String)

  /// What kind of failure it is.
  public var kind: FailureKind {
    switch self {
    case .badPage, .badRange: .badInput
    case .unreadable: .failed
    }
  }

  /// The failure in one sentence, with what would mend it.
  public var description: String {
    switch self {
    case .badPage(let page):
      "'\(page)' is no page; expected a number from 1 to 1000000"
    case .badRange(let offset, let limit):
      "no items from '\(offset)' on, '\(limit)' of them; expected 0 or more, and 1 or more"
    case .unreadable(let reason):
      "cannot read what 'news.url' gives: \(reason); "
        + #"expected JSON such as {"items": [{"id": "1", "title": "A", "body": "B"}]}"#
    }
  }
}
