import Console
import Scenes

/// The line of a detail on which the mouse was pressed. A drag belongs to it, even beside it.
struct PressedLine {
  let scene: ListScene
  let line: ListLine.DetailLine
}

extension Browser {
  /// Passes a press on a line of a detail, and the drag after it, to the topmost scene.
  /// - Returns: Whether the scene receives the event.
  func receivePoint(_ event: MouseEvent) -> Bool {
    updateEntries()
    let entry = currentEntry
    let scene = entry.scene
    guard let receive = scene.receivePoint, !isOccupied(of: entry) else { return false }
    switch event.action {
    case .press:
      pressedLine = detailLine(at: event.position, of: entry)
        .map { PressedLine(scene: scene, line: $0) }
    case .drag: break
    case .release:
      defer { pressedLine = nil }
      return pressedLine != nil
    case .wheelUp, .wheelDown: return false
    }
    guard let pressedLine, pressedLine.scene === scene else { return false }
    let point = ListPoint(
      section: pressedLine.line.section, line: pressedLine.line.number,
      column: event.position.column - Self.gutter,
      pageColumns: max(listColumns(of: entry) - Self.gutter, 1))
    entries[entries.count - 1].message = nil
    startTask { [self] in
      do { try await receive(point) } catch { showError(error) }
    }
    return true
  }

  /// The line of a detail at a position of the screen; nil if there is none.
  private func detailLine(
    at position: ScreenFrame.Position, of entry: NavigationEntry
  ) -> ListLine.DetailLine? {
    let content = content(of: entry)
    let (row, lines) = (position.row - content.firstRow, lines(of: entry))
    let index = entry.state.cursor.top + row
    guard (0..<content.height).contains(row), position.column < content.columns,
      lines.indices.contains(index)
    else { return nil }
    return lines[index].detailLine
  }

  /// Whether the screen shows something else than the rows of the scene, or types a text.
  private func isOccupied(of entry: NavigationEntry) -> Bool {
    switch entry.state.mode {
    case .browsing, .searching: false
    case .saving, .help, .filling: true
    }
  }
}
