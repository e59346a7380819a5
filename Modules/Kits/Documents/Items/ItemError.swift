public import Mediator

/// Why an item cannot be added or changed.
public enum ItemError: ModuleError {
  /// The text of a field has no character that can be seen.
  case emptyText(field: String)
  /// The text of a field is too long; `beginning` has its first characters.
  case longText(field: String, beginning: String, count: Int)
  /// The value of a field does not fit.
  case badValue(field: String, reason: String)
  /// The request changes nothing of the item with this number.
  case nothingToChange(Int, noun: String)

  /// The maximum number of characters of a text.
  package static let maximumTextLength = 200

  public var kind: FailureKind { .badInput }

  public var description: String {
    switch self {
    case .emptyText(let field): "'' is no text for '\(field)'; expected at least one character"
    case .longText(let field, let beginning, let count):
      "the text '\(beginning)…' for '\(field)' has \(count) characters, expected at most "
        + "\(Self.maximumTextLength); choose a shorter one"
    case .badValue(let field, let reason): "bad value for '\(field)': \(reason)"
    case .nothingToChange(let id, let noun):
      "\(noun) '\(id)' would not change; give a new value of a field"
    }
  }
}
