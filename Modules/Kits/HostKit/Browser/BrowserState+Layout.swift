import Console
import Documents
import Scenes

/// The lines of a scene, with everything that they depend on.
struct Layout {
  let revision: Int
  let page: Page
  var filter: RowFilter
}

/// The last layout of a scene, because moving the cursor does not change it. It is no part of the
/// state: without it, the same lines are made again.
final class LayoutCache: Equatable {
  fileprivate(set) var layout: Layout?

  static func == (one: LayoutCache, other: LayoutCache) -> Bool { true }
}

extension BrowserState {
  /// The number of columns on the left that mark the selected row.
  static let gutter = 2
  /// A screen with fewer rows has no empty line below the title, no bar, and at most one line of
  /// message.
  static let smallScreenRows = 12
  private static let maximumMessageLines = 3
  /// A sheet covers at most the screen's rows divided by this number.
  private static let sheetHeightDivisor = 2
  /// The number of columns of the narrowest screen with two panes.
  private static let wideScreenColumns = 100
  static let divider = " │ "
  /// The number of columns of the narrowest screen that shows sections beside each other.
  private static let twoColumnsWidth = 120

  var page: Page { Page(columns: size.columns, colors: colors, theme: theme) }

  /// Whether a scene is shown over the lower part of another one. Its keys fill the screen.
  func isSheet(_ entry: Entry) -> Bool {
    entry.scene.presentation == .sheet && !entry.view.isShowingHelp
  }

  /// Whether a canvas is shown, which has no rows.
  func isCanvas(_ entry: Entry) -> Bool { entry.scene.isCanvas && !entry.view.isShowingHelp }

  /// Whether the right half of the screen is for the detail of the selected row.
  func hasDetailPane(_ entry: Entry) -> Bool {
    size.columns >= Self.wideScreenColumns && entry.scene.hasDetail
      && (entry.scene.rowCount > 0 || entry.scene.isOpening)
      && entry.scene.presentation == .fullScreen && !entry.view.isShowingHelp
  }

  /// Whether the right half of the screen is for the last sections of the scene.
  private func hasColumns(_ entry: Entry) -> Bool {
    size.columns >= Self.twoColumnsWidth && entry.scene.besideSection != nil
      && !hasDetailPane(entry) && entry.scene.presentation == .fullScreen
      && !entry.view.isShowingHelp && entry.view.search.text.isEmpty
  }

  /// The first line that the right half of the screen shows; nil if the lines are one list.
  func firstLineBeside(of entry: Entry) -> Int? {
    guard hasColumns(entry), let id = entry.scene.besideSection else { return nil }
    let lines = filter(of: entry).lines
    guard let row = lines.firstIndex(where: { $0.rowPath?.section == id }) else { return nil }
    let first =
      row - lines[..<row].reversed().prefix { $0.heading != nil && !$0.text.isEmpty }.count
    return first > 0 && lines.count - first <= height(of: entry) ? first : nil
  }

  /// Whether the search field is the line below the title.
  func hasFieldLine(_ entry: Entry) -> Bool {
    entry.scene.prompt != nil && size.rows >= Self.smallScreenRows && !entry.view.isShowingHelp
  }

  /// The width of the list, together with the mark of the selected row.
  func listColumns(of entry: Entry) -> Int {
    hasDetailPane(entry) || hasColumns(entry)
      ? (size.columns - Self.divider.columns) / 2 : size.columns
  }

  /// The content of the screen to which the next key refers.
  func content(of entry: Entry) -> ScreenState.Content {
    let height = height(of: entry)
    let firstRow =
      isSheet(entry)
      ? size.rows - 1 - message(of: entry).count - height : 1 + spacing(of: entry).count
    let isCanvas = isCanvas(entry)
    let lines = isCanvas ? [] : rowPaths(of: entry)
    let beside = firstLineBeside(of: entry)
    return ScreenState.Content(
      lines: lines, keys: keys,
      // Two columns that fit need no scrolling.
      height: beside.map { $0 <= height ? max(height, lines.count) : height } ?? height,
      firstRow: firstRow, top: isSheet(entry) ? firstRow - 1 : 0,
      barRow: barLine(of: entry).map { _ in size.rows - 2 },
      barKey: entry.scene.bar?.key.map { Key($0) }, columns: listColumns(of: entry),
      shortcuts: shortcuts(of: entry), isSearch: entry.scene.isSearch,
      isFirst: navigation.isFirst(entry), isOpening: entry.scene.isOpening, isCanvas: isCanvas,
      firstLineBeside: beside, isTextSelected: isSelected(\.textFields, in: entry),
      isTextEditable: isSelected(\.editableFields, in: entry),
      isEdited: entry.scene.form?.isEdited ?? false)
  }

  /// The keys that actions take from the browser. Enter opens the selected row, if there are rows.
  private func shortcuts(of entry: Entry) -> [Shortcut] {
    entry.scene.actions.map(\.shortcut).filter { $0 != .enter || entry.scene.isCanvas }
  }

  /// Whether the selected field of a form is one of some fields.
  private func isSelected(
    _ fields: KeyPath<SceneSnapshot.Form, Set<FormField.ID>>, in entry: Entry
  ) -> Bool {
    guard let field = field(of: entry)?.field else { return false }
    return entry.scene.form?[keyPath: fields].contains(field) ?? false
  }

  /// The number of lines between the title and the message.
  func height(of entry: Entry) -> Int {
    let message = message(of: entry).count
    guard !isSheet(entry) else {
      let lines = isCanvas(entry) ? size.rows : lines(of: entry).count
      return max(min(lines, size.rows / Self.sheetHeightDivisor - 2 - message), 1)
    }
    let bar = barLine(of: entry) == nil ? 0 : 1
    return max(size.rows - 2 - spacing(of: entry).count - message - bar, 1)
  }

  /// The line below the title: empty, or the rule of an urgent scene.
  func spacing(of entry: Entry) -> [String] {
    guard size.rows >= Self.smallScreenRows else { return [] }
    let rule = entry.scene.content.list.urgency.rule
    let width = listColumns(of: entry)
    return [rule.map { page.paint(String(repeating: "─", count: width), $0) } ?? ""]
  }

  /// The lines of the message, truncated to the available space. One empty line is reserved when
  /// there is no message.
  func message(of entry: Entry) -> [String] {
    let lines = (entry.message ?? "").wrapped(to: size.columns)
    guard !lines.isEmpty else { return [""] }
    let maximum = size.rows < Self.smallScreenRows ? 1 : Self.maximumMessageLines
    return lines.count <= maximum
      ? lines
      : lines.prefix(maximum - 1)
        + [lines.dropFirst(maximum - 1).joined(separator: " ").truncated(to: size.columns)]
  }

  /// The line of the bar, which is above the last line of the screen: its key and its text, or the
  /// error of its text. Nil while it is hidden, and on a small screen.
  func barLine(of entry: Entry) -> String? {
    guard size.rows >= Self.smallScreenRows, !entry.view.isShowingHelp,
      let bar = entry.scene.bar, let text = bar.text
    else { return nil }
    let key = bar.key.map { "\($0)  " } ?? ""
    let fitting = text.printable.truncated(to: max(size.columns - key.columns, 0))
    return page.paint(key, .accent) + page.paint(fitting, bar.isError ? .plain : .strong)
  }

  func cursor(of entry: Entry) -> Cursor {
    if case .help(let cursor, _) = entry.view.mode { cursor } else { entry.view.cursor }
  }

  /// The lines of a list, or of its keys; a canvas has none.
  func lines(of entry: Entry) -> [ListLine] {
    if case .help(_, let mode) = entry.view.mode { return help(for: entry, in: mode) }
    return isCanvas(entry) ? [] : filter(of: entry).lines
  }

  private func rowPaths(of entry: Entry) -> [RowPath?] {
    entry.view.isShowingHelp ? lines(of: entry).map(\.rowPath) : filter(of: entry).rowPaths
  }

  /// The rows of a list that match what the person types; of a scene that searches by itself, all
  /// that it has found.
  func filter(of entry: Entry) -> RowFilter {
    var page = page(for: entry)
    // A search finds the rows that summaries hide.
    if entry.view.search.text.isEmpty, entry.scene.hasSummary {
      page = Page(
        columns: page.columns, rows: height(of: entry) * (hasColumns(entry) ? 2 : 1),
        colors: page.colors, theme: page.theme)
    }
    let list = entry.scene.content.list
    let cache = entry.view.layout
    var layout =
      cache.layout.flatMap { $0.revision == list.revision && $0.page == page ? $0 : nil }
      ?? Layout(revision: list.revision, page: page, filter: RowFilter(list.lines(on: page)))
    let isFiltered = !entry.scene.isSearch || entry.scene.prompt != nil
    layout.filter.show(
      matching: isFiltered ? entry.view.search.text : "", on: page,
      found: Set(list.sections.filter(\.isFound).map(\.id)))
    cache.layout = layout
    return layout.filter
  }

  /// The page on which the lines of a scene are drawn.
  func page(for entry: Entry) -> Page {
    Page(columns: max(listColumns(of: entry) - Self.gutter, 1), colors: colors, theme: theme)
  }
}
