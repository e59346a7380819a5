/// A position in a section with the `detail` layout, at which the user presses or drags the mouse.
///
/// ```swift
/// scene.receivePoint = { point in
///   if point.section == "volume", point.line == 0 { player.volume = point.column }
/// }
/// ```
public struct ListPoint: Sendable, Hashable {
  /// The id of the section.
  public let section: String
  /// The number of the line in the section, counted from 0.
  public let line: Int
  /// The column of the line, counted from 0.
  public let column: Int
  /// The width of the page on which the section is drawn, in columns.
  public let pageColumns: Int

  /// Creates a position.
  public init(section: String, line: Int, column: Int, pageColumns: Int) {
    self.section = section
    self.line = line
    self.column = column
    self.pageColumns = pageColumns
  }
}
