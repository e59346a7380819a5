public import Mediator

/// Why headline items cannot be listed.
public enum HeadlineError: ModuleError {
  /// There is no such page; `last` is the number of the last page, if it is known.
  case badPage(Int, last: Int?)
  /// The offset is negative, or the limit is not positive.
  case badRange(offset: Int, limit: Int)
  /// No item has this offset; `count` is the number of items, if it is known.
  case pastEnd(offset: Int, count: Int?)
  /// The answer of the address does not have the expected form.
  case unreadable(String, reason: String)

  public var kind: FailureKind {
    switch self {
    case .badPage, .badRange, .pastEnd: .badInput
    case .unreadable: .failed
    }
  }

  public var description: String {
    switch self {
    case .badPage(let page, let last?):
      "no page '\(page)'; expected " + (last > 1 ? "1 to \(last)" : "1")
    case .badPage(let page, nil):
      "no page '\(page)'; "
        + (page < 1 ? "expected 1 or more" : "the list ends before it, choose a smaller number")
    case .badRange(let offset, let limit):
      "bad range: offset '\(offset)', limit '\(limit)'; expected 0 or more, and 1 or more"
    case .pastEnd(let offset, let count?):
      "no item at offset '\(offset)'; expected " + (count > 1 ? "0 to \(count - 1)" : "0")
    case .pastEnd(let offset, nil):
      "no item at offset '\(offset)'; the list ends before it, choose a smaller one"
    case .unreadable(let address, let reason):
      "cannot read '\(address)' of 'headline.url': \(reason); "
        + #"expected {"items": [{"id": …, "title": …, "body": …}]}"#
    }
  }
}
