/// How much fits on a screen.
public struct ScreenSize: Sendable, Hashable {
  /// How many columns a line has.
  public let columns: Int
  /// How many lines there are.
  public let rows: Int

  /// Composes a size.
  public init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }
}
