public import Mediator

/// Why an item cannot be added or changed.
public enum ReminderError: ModuleError {
  /// The title is empty or white space.
  case emptyTitle
  /// The title is too long; `beginning` has its first characters.
  case longTitle(_ beginning: String, count: Int)
  /// The request to change the item with this id changes nothing.
  case nothingToChange(Int)

  /// The maximum number of characters of a title.
  package static let maximumTitleLength = 200

  public var kind: FailureKind { .badInput }

  public var description: String {
    switch self {
    case .emptyTitle: "'' is not a title; expected one such as 'Buy milk'"
    case .longTitle(let beginning, let count):
      "the title '\(beginning)…' has \(count) characters, expected at most "
        + "\(Self.maximumTitleLength); choose a shorter one"
    case .nothingToChange(let id):
      "item '\(id)' would not change; give another title or date"
    }
  }
}
