import Console
import Documents
import Scenes

extension Browser {
  /// A sheet covers at most the screen's rows divided by this number.
  private static let sheetHeightDivisor = 2

  /// Whether a scene is shown over the lower part of another one. Its keys fill the screen.
  func isSheet(_ entry: NavigationEntry) -> Bool {
    entry.scene.presentation == .sheet && !entry.state.isShowingHelp
  }

  /// The number of lines of a sheet between its title and the message, for a number of lines of its
  /// scene.
  func sheetHeight(for lines: Int, below message: Int) -> Int {
    let maximum = size.rows / Self.sheetHeightDivisor - 2 - message
    return max(min(lines, maximum), 1)
  }

  /// A sheet over the dimmed scene behind it.
  func sheetFrame(of entry: NavigationEntry) -> ScreenFrame {
    let (body, message) = bodyAndMessage(of: entry)
    let footer = footer(of: entry)
    let sheet = [sheetTitle(of: entry)] + body + message + [footer.text]
    let behind = frame(of: fullScreenEntry).lines.prefix(max(size.rows - sheet.count, 0))
    let all = behind.map(dimmed) + sheet
    return ScreenFrame(
      lines: all, cursor: footer.column.map { .init(row: all.count - 1, column: $0) })
  }

  /// The title in a rule over the full width.
  private func sheetTitle(of entry: NavigationEntry) -> String {
    let suffix = isLoadingSlowly(entry.scene) ? " …" : ""
    let width = max(size.columns - 6 - suffix.columns, 0)
    let title = entry.scene.title.printable.truncated(to: width)
    let rest = max(size.columns - title.columns - suffix.columns - 4, 0)
    return page.paint("── ", .faint) + page.paint(title, entry.scene.urgency.title)
      + page.paint("\(suffix) \(String(repeating: "─", count: rest))", .faint)
  }

  /// A line of the scene behind a sheet, without the mark of the selected row, to which no key refers.
  private func dimmed(_ line: String) -> String {
    let text = line.printable
    let isMarked = text.hasPrefix(Self.selectionMark)
    let rest = isMarked ? text.dropFirst(Self.selectionMark.count) : text[...]
    return page.paint((isMarked ? "  " : "") + rest, .faint)
  }

  /// Keeps the scene behind a sheet in the bounds of its rows and of the screen.
  func updateEntryBehindSheet() {
    let behind = fullScreenEntry
    guard isSheet(currentEntry),
      let index = entries.lastIndex(where: { $0.scene === behind.scene })
    else { return }
    var state = behind.state
    state.update(for: content(of: behind))
    if state != behind.state { entries[index].state = state }
  }
}
