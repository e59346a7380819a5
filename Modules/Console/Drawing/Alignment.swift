/// Where text stands in a field that is wider.
public enum Alignment: Sendable, Hashable {
  /// At the left, as words do.
  case left
  /// At the right, as numbers do.
  case right
}
