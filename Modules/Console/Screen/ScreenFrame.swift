/// What fills a screen at one moment.
public struct ScreenFrame: Sendable, Hashable {
  /// A place on the screen, counted from 0 at the top left.
  public struct Place: Sendable, Hashable {
    /// How many lines lie above it.
    public let row: Int
    /// How many columns lie left of it.
    public let column: Int

    /// Composes a place.
    public init(row: Int, column: Int) {
      self.row = row
      self.column = column
    }
  }

  /// The lines from top to bottom, in the styles of a page and without control characters besides.
  public let lines: [String]
  /// Where a person types; nil where nowhere.
  public let cursor: Place?

  /// Composes a frame.
  public init(lines: [String], cursor: Place? = nil) {
    self.lines = lines
    self.cursor = cursor
  }
}
