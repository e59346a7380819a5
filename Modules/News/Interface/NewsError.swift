public import Mediator

/// Why there are no news items.
public enum NewsError: ModuleError {
  /// There is no such page.
  case badPage(Int)
  /// No items can be meant.
  case badRange(offset: Int, limit: Int)
  /// What a source gives is not what was expected, in one field or as a whole.
  case unreadable(String, field: String?, reason: String)

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
    case .unreadable(let source, let field, let reason):
      "cannot read what '\(source)' gives: \(field.map { "'\($0)': " } ?? "")\(reason); "
        + #"expected {"items": […]} with the fields of NewsItem in each"#
    }
  }
}
