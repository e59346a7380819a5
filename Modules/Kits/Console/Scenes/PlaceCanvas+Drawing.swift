public import Scenes
import Documents

/// A canvas on a terminal, whose unit are the dots of the characters.
extension PlaceCanvas {
  /// How far from a place a click selects it, in dots: four columns or two rows.
  private static let clickDistance = 8.0

  /// Draws the picture on a page, 24 rows high if the page has no limit.
  public func lines(on page: Page) -> [String] {
    // A row for the caption is free also when there is none.
    let captionRows = picture.legend == nil ? 1 : 2
    size = Viewport.dots(columns: page.columns, rows: max((page.rows ?? 24) - captionRows, 1))
    return page.lines(of: picture, in: viewport, selection: selection, caption: caption)
  }

  /// Handles an action of the mouse at a cell of the picture: a click selects a place, dragging
  /// moves the picture, and the wheel magnifies or shrinks it around the cell.
  /// - Returns: The key that a click presses: Enter on the selected place, and on a row below the
  ///   picture the key of that row.
  package func receive(_ action: MouseEvent.Action, column: Int, row: Int) -> Shortcut? {
    let position = Viewport.dots(atColumn: column, row: row)
    switch action {
    case .press: press(at: position)
    case .drag: drag(to: position)
    case .release:
      guard release(), row >= 0 else { return nil }
      let captionRow = row - viewport.rows
      guard captionRow < 0 else {
        return captionKeys.indices.contains(captionRow) ? captionKeys[captionRow] : nil
      }
      return click(at: position, within: Self.clickDistance) ? .enter : nil
    case .wheelUp: zoom(by: Self.zoomStep, at: position)
    case .wheelDown: zoom(by: 1 / Self.zoomStep, at: position)
    }
    return nil
  }
}
