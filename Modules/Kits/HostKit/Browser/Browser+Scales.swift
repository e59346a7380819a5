import Console
import Documents
import Scenes

/// The scale on which the mouse was pressed. A drag belongs to it, even beside it.
struct PressedScale {
  let scene: ListScene
  let scale: Scale
}

extension Browser {
  /// Moves the position on a scale of the topmost scene by a press of the mouse, and the drag after it.
  /// - Returns: Whether the event belongs to a scale.
  func moveScale(_ event: MouseEvent) -> Bool {
    updateEntries()
    let entry = currentEntry
    let scene = entry.scene
    guard let move = scene.moveScale, !isOccupied(of: entry), entry.confirmation == nil else {
      return false
    }
    switch event.action {
    case .press:
      pressedScale = scale(at: event.position, of: entry)
        .map { PressedScale(scene: scene, scale: $0) }
    case .drag: break
    case .release:
      defer { pressedScale = nil }
      return pressedScale != nil
    case .wheelUp, .wheelDown: return false
    }
    guard let pressed = pressedScale, pressed.scene === scene else { return false }
    let page = Page(columns: max(listColumns(of: entry) - Self.gutter, 1))
    let column = event.position.column - Self.gutter
    guard let target = page.move(at: column, of: pressed.scale) else { return true }
    // While a button is held down, an arrow would move the position again and again.
    if event.action == .drag, target == .back || target == .forward { return true }
    entries[entries.count - 1].message = nil
    startTask { [self] in
      do { try await move(pressed.scale.id, target) } catch { showError(error) }
    }
    return true
  }

  /// The scale at a position of the screen; nil if there is none.
  private func scale(
    at position: ScreenFrame.Position, of entry: NavigationEntry
  ) -> Scale? {
    let content = content(of: entry)
    let (row, lines) = (position.row - content.firstRow, lines(of: entry))
    let index = entry.state.cursor.top + row
    guard (0..<content.height).contains(row), position.column < content.columns,
      lines.indices.contains(index)
    else { return nil }
    return lines[index].scale
  }

  /// Whether the screen shows something else than the rows of the scene, or types a text.
  private func isOccupied(of entry: NavigationEntry) -> Bool {
    switch entry.state.mode {
    case .browsing, .searching: false
    case .saving, .help, .filling: true
    }
  }
}
