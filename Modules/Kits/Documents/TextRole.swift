/// What a text is to its reader, which decides how it looks; or a colour that belongs to the
/// content.
public enum TextRole: Sendable, Hashable {
  /// Text without a role.
  case plain
  /// The title of a page, a section or a column.
  case title
  /// What a reader looks for first, such as the name in a row or the total of an order.
  case strong
  /// What a reader can skip, such as an id or a hint.
  case faint
  /// What does not apply, such as the price of an article that is sold out. The text says so, too.
  case struck
  /// Marks and keys that stand out from the text.
  case accent
  /// A success, or a state without problems.
  case positive
  /// What a reader must not miss.
  case warning
  /// What a reader must act on at once.
  case critical
  /// A text for programs, such as the path of an action.
  case code
  /// The letters of a row that match what the person types.
  case match
  /// The row that the person has selected.
  case selection
  /// A colour that belongs to the content, for symbols. A colour that can hardly be seen on the
  /// background is left out.
  case color(Color)
}
