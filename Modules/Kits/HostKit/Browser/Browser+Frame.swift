import Console
import Documents
import Foundation
import Scenes

extension Browser {
  /// The lines of a scene, with everything that they depend on.
  struct Layout {
    let revision: Int
    let page: Page
    var filter: RowFilter
  }

  /// The number of columns on the left that mark the selected row.
  static let gutter = 2
  static let selectionMark = "▸ "
  /// A screen with fewer rows has no empty line below the title, no bar, and at most one line of
  /// message.
  static let smallScreenRows = 12
  private static let maximumMessageLines = 3

  /// The content of the whole screen.
  var frame: ScreenFrame {
    let entry = currentEntry
    return isSheet(entry) ? sheetFrame(of: entry) : frame(of: entry)
  }

  /// A scene that fills the screen.
  func frame(of entry: NavigationEntry) -> ScreenFrame {
    let spacing = spacing(of: entry)
    let (body, message) = bodyAndMessage(of: entry)
    let footer = footer(of: entry)
    let list = [title(of: entry)] + spacing + body
    let bar = barLine(of: entry).map { [$0] } ?? []
    let all =
      addingDetailPane(to: list, spacing: spacing.count, of: entry) + message + bar + [footer.text]
    return ScreenFrame(
      lines: all, cursor: footer.column.map { .init(row: all.count - 1, column: $0) })
  }

  /// The visible lines of the scene with empty ones up to its height, and below them the message, or
  /// the scroll position if there is none.
  func bodyAndMessage(of entry: NavigationEntry) -> ([String], [String]) {
    let height = height(of: entry)
    let lines = lines(of: entry)
    let cursor = cursor(of: entry)
    let visible = lines.dropFirst(cursor.top).prefix(height)
    loadTransliterator(for: visible)
    let pattern = FuzzyPattern(entry.state.isShowingHelp ? "" : entry.state.search.text)
    let listPage = Page(columns: listColumns(of: entry), colors: colors, theme: theme)
    let body = visible.enumerated().map { index, line in
      let isFirst = index == 0 || lines[cursor.top + index - 1].rowPath != line.rowPath
      let isSelected = line.rowPath != nil && line.rowPath == cursor.selection
      let text =
        (isSelected && isFirst ? page.paint(Self.selectionMark, .strong) : "  ")
        + (line.rowPath == nil ? line.text : marking(pattern, in: line.text))
      return isSelected ? listPage.selecting(text) : text
    }
    let message =
      entry.message == nil
      ? [position(of: entry, in: lines)] : message(of: entry).map { page.paint($0, .strong) }
    return (body + Array(repeating: "", count: max(height - body.count, 0)), message)
  }

  /// The content of the screen to which the next key refers.
  func content(of entry: NavigationEntry) -> BrowserState.Content {
    let height = height(of: entry)
    let firstRow =
      isSheet(entry)
      ? size.rows - 1 - message(of: entry).count - height : 1 + spacing(of: entry).count
    return BrowserState.Content(
      lines: isCanvas(entry) ? [] : lines(of: entry).map(\.rowPath), height: height,
      firstRow: firstRow, top: isSheet(entry) ? firstRow - 1 : 0,
      barRow: barLine(of: entry).map { _ in size.rows - 2 },
      barKey: usableBar(of: entry).map { Key($0.key) }, columns: listColumns(of: entry),
      shortcuts: shortcuts(of: entry), isSearch: entry.scene.search != nil,
      isFirst: isFirst(entry), isOpening: entry.scene.isOpening, isCanvas: isCanvas(entry),
      isTextSelected: isTextSelected(in: entry), isEdited: entry.scene.form?.isEdited ?? false)
  }

  /// Whether a canvas is shown, which has no rows.
  private func isCanvas(_ entry: NavigationEntry) -> Bool {
    if case .help = entry.state.mode { false } else { entry.scene.canvas != nil }
  }

  /// Whether keys type a text into the selected field of a form.
  private func isTextSelected(in entry: NavigationEntry) -> Bool {
    let selected = entry.state.cursor.selection?.row
    guard let field = entry.scene.form?.fields.first(where: { $0.id == selected }) else {
      return false
    }
    return if case .text = field.kind { true } else { false }
  }

  /// The number of lines between the title and the message.
  private func height(of entry: NavigationEntry) -> Int {
    let message = message(of: entry).count
    guard !isSheet(entry) else {
      let lines = isCanvas(entry) ? size.rows : lines(of: entry).count
      return sheetHeight(for: lines, below: message)
    }
    let bar = barLine(of: entry) == nil ? 0 : 1
    return max(size.rows - 2 - spacing(of: entry).count - message - bar, 1)
  }

  var page: Page { Page(columns: size.columns, colors: colors, theme: theme) }

  /// The line below the title: empty, or the rule of an urgent scene.
  private func spacing(of entry: NavigationEntry) -> [String] {
    guard size.rows >= Self.smallScreenRows else { return [] }
    let rule = entry.scene.urgency.rule
    let width = listColumns(of: entry)
    return [rule.map { page.paint(String(repeating: "─", count: width), $0) } ?? ""]
  }

  /// The lines of the message, truncated to the available space. One empty line is reserved when
  /// there is no message.
  private func message(of entry: NavigationEntry) -> [String] {
    let lines = (entry.message ?? "").wrapped(to: size.columns)
    guard !lines.isEmpty else { return [""] }
    let maximum = size.rows < Self.smallScreenRows ? 1 : Self.maximumMessageLines
    return lines.count <= maximum
      ? lines
      : lines.prefix(maximum - 1)
        + [lines.dropFirst(maximum - 1).joined(separator: " ").truncated(to: size.columns)]
  }

  /// The scroll position on the right, if not all lines are visible.
  private func position(of entry: NavigationEntry, in lines: [ListLine]) -> String {
    let isHelp = if case .help = entry.state.mode { true } else { false }
    let hasMore = !isHelp && entry.scene.hasMore
    let position = cursor(of: entry).position(
      in: lines.map(\.rowPath), height: height(of: entry))
    guard let position else { return "" }
    return page.paint(
      "\(position)\(hasMore ? "+" : "")".padded(to: listColumns(of: entry), .right), .faint)
  }

  private func cursor(of entry: NavigationEntry) -> Cursor {
    if case .help(let cursor, _) = entry.state.mode { cursor } else { entry.state.cursor }
  }

  func lines(of entry: NavigationEntry) -> [ListLine] {
    var page = Page(
      columns: max(listColumns(of: entry) - Self.gutter, 1), colors: colors, theme: theme)
    if case .help(_, let mode) = entry.state.mode {
      return help(for: entry, in: mode, on: page)
    }
    if let canvas = entry.scene.canvas {
      let page = Page(
        columns: page.columns, rows: height(of: entry), colors: page.colors, theme: page.theme)
      return canvas.lines(on: page).map { ListLine($0) }
    }
    // A search finds the rows that summaries hide.
    if entry.state.search.text.isEmpty, entry.scene.sections.contains(where: \.isSummary) {
      page = Page(
        columns: page.columns, rows: height(of: entry), colors: page.colors, theme: page.theme)
    }
    let snapshot = entry.scene.snapshot
    let known = entry.layoutCache.layout.flatMap { layout in
      layout.revision == snapshot.revision && layout.page == page ? layout : nil
    }
    var current =
      known
      ?? Layout(
        revision: snapshot.revision, page: page, filter: RowFilter(snapshot.lines(on: page)))
    current.filter.show(
      matching: entry.scene.search == nil ? entry.state.search.text : "", on: page)
    entry.layoutCache.layout = current
    return current.filter.lines
  }

  /// Draws the characters of a row that match a pattern. The letters of other scripts are marked as
  /// soon as the transliterator is loaded.
  private func marking(_ pattern: FuzzyPattern, in line: String) -> String {
    isTransliteratorLoaded
      ? page.marking(pattern, in: line) : page.markingLetters(of: pattern, in: line)
  }

  /// Loads the transliterator in the background when the first rows are shown for which a search needs
  /// it. It takes some 80 ms, for which the first letter of a search would wait.
  private func loadTransliterator(for lines: some Sequence<ListLine>) {
    guard !isLoadingTransliterator, !isTransliteratorLoaded,
      lines.contains(where: { $0.rowPath != nil && $0.text.isBeyondLatin })
    else { return }
    isLoadingTransliterator = true
    startTask {
      await Task.detached(priority: .utility) { _ = ["中"].transliterated }.value
      self.isTransliteratorLoaded = true
    }
  }

  /// The titles of the open scenes up to this one; only the last one if they do not fit.
  private func title(of entry: NavigationEntry) -> String {
    let suffix = isLoadingSlowly(entry.scene) ? " …" : ""
    let width = listColumns(of: entry) - suffix.columns
    let name = entry.scene.title.printable
    let path = scenes.prefix { $0 !== entry.scene }.map { $0.title.printable + " › " }.joined()
    let head =
      path.columns + name.columns <= width
      ? page.paint(path, .title) + page.paint(name, entry.scene.urgency.title)
      : page.paint(name.truncated(to: width), entry.scene.urgency.title)
    return head + page.paint(suffix, .faint)
  }

  func isFirst(_ entry: NavigationEntry) -> Bool { entry.scene === scenes.first }
}
