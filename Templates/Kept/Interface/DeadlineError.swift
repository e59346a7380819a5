public import Mediator

/// Why a deadline item cannot be found or changed. Errors of the database are `StoreError`s.
public enum DeadlineError: ModuleError {
  /// The title is empty or white space.
  case emptyTitle
  /// The title is too long; `beginning` has its first characters.
  case longTitle(_ beginning: String, count: Int)
  /// No item has this id.
  case unknownItem(Int)
  /// There is no change that can be undone.
  case nothingToUndo

  /// The maximum number of characters of a title.
  package static let maximumTitleLength = 200

  public var kind: FailureKind {
    switch self {
    case .emptyTitle, .longTitle: .badInput
    case .unknownItem: .notFound
    case .nothingToUndo: .failed
    }
  }

  public var description: String {
    switch self {
    case .emptyTitle: "'' is not a title; expected one such as 'Buy milk'"
    case .longTitle(let beginning, let count):
      "the title '\(beginning)…' has \(count) characters, expected at most "
        + "\(Self.maximumTitleLength); choose a shorter one"
    case .unknownItem(let id): "no item '\(id)'; the command 'deadline' lists the items"
    case .nothingToUndo: "nothing to undo; only the last 50 changes can be undone"
    }
  }
}
