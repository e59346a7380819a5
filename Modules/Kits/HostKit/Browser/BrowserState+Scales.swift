import Console
import Documents
import Scenes

/// The scale on which the mouse was pressed. A drag belongs to it, even beside it.
struct PressedScale: Equatable {
  let scene: SceneID
  let scale: Scale
}

extension BrowserState {
  /// Moves the position on a scale of the topmost scene by a press of the mouse, and the drag after
  /// it; nil if the event does not belong to a scale.
  mutating func moveScale(_ event: MouseEvent) -> [Effect]? {
    guard top.scene.hasScale, !isOccupied, top.confirmation == nil else { return nil }
    switch event.action {
    case .press:
      pressedScale = scale(at: event.position).map { PressedScale(scene: top.scene.id, scale: $0) }
    case .drag: break
    case .release:
      defer { pressedScale = nil }
      return pressedScale.map { _ in [] }
    case .wheelUp, .wheelDown: return nil
    }
    guard let pressed = pressedScale, pressed.scene == top.scene.id else { return nil }
    let page = Page(columns: max(listColumns(of: top) - Self.gutter, 1))
    let column = event.position.column - Self.gutter
    guard let target = page.move(at: column, of: pressed.scale) else { return [] }
    // While a button is held down, an arrow would move the position again and again.
    if event.action == .drag, target == .back || target == .forward { return [] }
    top.message = nil
    return [.moveScale(top.scene.id, pressed.scale.id, target)]
  }

  /// The scale of the topmost scene at a position of the screen; nil if there is none.
  private func scale(at position: ScreenFrame.Position) -> Scale? {
    let content = content(of: top)
    let (row, lines) = (position.row - content.firstRow, lines(of: top))
    let index = top.view.cursor.top + row
    guard (0..<content.height).contains(row), position.column < content.columns,
      lines.indices.contains(index)
    else { return nil }
    return lines[index].scale
  }

  /// The link of the app that the text at a position of the screen is; nil if it is none.
  func link(at position: ScreenFrame.Position) -> String? {
    guard !isOccupied, firstLineBeside(of: top) == nil else { return nil }
    let content = content(of: top)
    let (row, lines) = (position.row - content.firstRow, lines(of: top))
    let index = top.view.cursor.top + row
    guard (0..<content.height).contains(row), position.column < content.columns,
      lines.indices.contains(index)
    else { return nil }
    let (text, column) = (lines[index].text.printable, position.column - Self.gutter)
    return linkPrefixes.lazy.compactMap { text.link(beginning: $0, atColumn: column) }.first
  }

  /// Whether the screen shows something else than the rows of the scene, or types a text.
  private var isOccupied: Bool {
    switch top.view.mode {
    case .browsing, .searching: false
    case .saving, .help, .filling: true
    }
  }
}

extension String {
  /// What ends a link in a text.
  private static let linkEnds: Set<Character> = [" ", "\"", "'", "<", ">", "“", "”", "…"]

  /// What is before a link in a text.
  private static let linkStarts = linkEnds.union(["(", "[", ":", ","])

  /// The link with a beginning that covers a column; nil if there is none.
  fileprivate func link(beginning prefix: String, atColumn column: Int) -> String? {
    var rest = self[...]
    while let range = rest.firstRange(of: prefix) {
      // The address of another server may have a link in its query.
      let begins = self[..<range.lowerBound].last.map { Self.linkStarts.contains($0) } ?? true
      guard begins else {
        rest = rest[range.upperBound...]
        continue
      }
      let link = rest[range.lowerBound...].prefix { !Self.linkEnds.contains($0) }
      let start = String(self[..<range.lowerBound]).columns
      if (start..<start + String(link).columns).contains(column) { return String(link) }
      rest = rest[link.endIndex...]
    }
    return nil
  }
}
