import Console
import Documents
import Foundation
import Scenes

/// Draws a state of the browser.
///
/// Apart from the state, it reads what only the scenes know: what applies to the selected row, the
/// picture of a canvas, the values of a form, and the detail beside the list.
@MainActor
struct BrowserView {
  typealias Entry = BrowserState.Entry

  static let selectionMark = "▸ "

  let state: BrowserState
  /// The open scenes.
  let scenes: [ListScene]
  /// The detail of the selected row.
  let detail: ListScene?

  /// The content of the whole screen.
  var frame: ScreenFrame {
    state.isSheet(state.top) ? sheetFrame(of: state.top) : frame(of: state.top)
  }

  func scene(of entry: Entry) -> ListScene? {
    scenes.last { ObjectIdentifier($0) == entry.scene.id }
  }

  func selectedRow(of entry: Entry) -> SelectedRow? {
    scene(of: entry)?.row(at: entry.view.cursor.selection)
  }

  /// A scene that fills the screen.
  func frame(of entry: Entry) -> ScreenFrame {
    let field = fieldLine(of: entry)
    let spacing = field.map { [$0.text] } ?? state.spacing(of: entry)
    let (body, message) = bodyAndMessage(of: entry)
    let footer = footer(of: entry)
    let list = [title(of: entry)] + spacing + body
    let bar = state.barLine(of: entry).map { [$0] } ?? []
    let all =
      addingDetailPane(to: list, spacing: spacing.count, of: entry) + message + bar + [footer.text]
    let cursor =
      field?.column.map { ScreenFrame.Position(row: 1, column: $0) }
      ?? footer.column.map { ScreenFrame.Position(row: all.count - 1, column: $0) }
    return ScreenFrame(lines: all, cursor: cursor)
  }

  /// The visible lines of the scene with empty ones up to its height, and below them the message,
  /// or the scroll position if there is none.
  func bodyAndMessage(of entry: Entry) -> ([String], [String]) {
    let page = state.page
    let height = state.height(of: entry)
    let lines = lines(of: entry)
    let cursor = state.cursor(of: entry)
    let body: [String]
    if let beside = state.firstLineBeside(of: entry) {
      let top = min(cursor.top, max(beside - height, 0))
      body = joining(
        drawn(lines[top..<min(top + height, beside)], of: entry),
        drawn(lines[beside...], of: entry),
        of: entry)
    } else {
      body = drawn(lines.dropFirst(cursor.top).prefix(height), of: entry)
    }
    let message =
      entry.message == nil
      ? [position(of: entry, in: lines, state.content(of: entry).height)]
      : state.message(of: entry).map { page.paint($0, .strong) }
    return (body + Array(repeating: "", count: max(height - body.count, 0)), message)
  }

  /// Lines with the mark of the selected row, and with the letters marked that a search matches.
  private func drawn(_ visible: ArraySlice<ListLine>, of entry: Entry) -> [String] {
    let page = state.page
    let selection = state.cursor(of: entry).selection
    let pattern = FuzzyPattern(entry.view.isShowingHelp ? "" : entry.view.search.text)
    let listPage = Page(
      columns: state.listColumns(of: entry), colors: page.colors, theme: page.theme)
    return visible.indices.map { index in
      let line = visible[index]
      let isFirst = index == visible.startIndex || visible[index - 1].rowPath != line.rowPath
      let isSelected = line.rowPath != nil && line.rowPath == selection
      let text =
        (isSelected && isFirst ? page.paint(Self.selectionMark, .strong) : "  ")
        + (line.rowPath == nil ? line.text : marking(pattern, in: line.text))
      return isSelected ? listPage.selecting(text) : text
    }
  }

  /// Two columns of lines beside each other.
  private func joining(_ left: [String], _ right: [String], of entry: Entry) -> [String] {
    let width = state.listColumns(of: entry)
    let divider = state.page.paint(BrowserState.divider, .faint)
    return (0..<max(left.count, right.count)).map { index in
      (index < left.count ? left[index] : "").padded(to: width) + divider
        + (index < right.count ? right[index] : "")
    }
  }

  private func lines(of entry: Entry) -> [ListLine] {
    guard state.isCanvas(entry), let canvas = scene(of: entry)?.canvas else {
      return state.lines(of: entry)
    }
    let page = state.page(for: entry)
    return canvas.lines(
      on: Page(
        columns: page.columns, rows: state.height(of: entry), colors: page.colors,
        theme: page.theme)
    ).map { ListLine($0) }
  }

  /// Draws the characters of a row that match a pattern. The letters of other scripts are marked as
  /// soon as the transliterator is loaded.
  private func marking(_ pattern: FuzzyPattern, in line: String) -> String {
    state.transliterator == .loaded
      ? state.page.marking(pattern, in: line) : state.page.markingLetters(of: pattern, in: line)
  }

  /// The scroll position on the right, if not all lines are visible.
  private func position(of entry: Entry, in lines: [ListLine], _ height: Int) -> String {
    let hasMore = !entry.view.isShowingHelp && entry.scene.hasMore
    let position = state.cursor(of: entry).position(in: lines.map(\.rowPath), height: height)
    guard let position else { return "" }
    return state.page.paint(
      "\(position)\(hasMore ? "+" : "")".padded(to: state.listColumns(of: entry), .right), .faint)
  }

  /// The titles of the open scenes up to this one; only the last one if they do not fit.
  private func title(of entry: Entry) -> String {
    let page = state.page
    let suffix = state.isLoadingSlowly(entry) ? " …" : ""
    let width = state.listColumns(of: entry) - suffix.columns
    let name = "\(entry.scene.title)".printable
    let role = entry.scene.content.list.urgency.title
    let path = state.navigation.path(to: entry).map { "\($0.title)".printable + " › " }.joined()
    let head =
      path.columns + name.columns <= width
      ? page.paint(path, .title) + page.paint(name, role)
      : page.paint(name.truncated(to: width), role)
    return head + page.paint(suffix, .faint)
  }

  /// Adds the detail pane on the right of the lines of a list, which begin with its title and
  /// `spacing` more lines. Of a detail with more lines than the screen, the last ones are not
  /// shown.
  private func addingDetailPane(
    to lines: [String], spacing: Int, of entry: Entry
  ) -> [String] {
    guard state.hasDetailPane(entry) else { return lines }
    let width = state.listColumns(of: entry)
    let page = Page(
      columns: state.size.columns - width - BrowserState.divider.columns, colors: state.colors,
      theme: state.theme)
    var detail: [String] = []
    if let scene = self.detail {
      let title = "\(scene.title)".printable.truncated(to: page.columns)
      detail = [page.paint(title, scene.urgency.title)] + Array(repeating: "", count: spacing)
      detail += scene.snapshot.lines(on: page).map(\.text)
      if detail.count > lines.count {
        detail = detail.prefix(lines.count - 1) + [page.paint("…", .faint)]
      }
    }
    detail += Array(repeating: "", count: lines.count - detail.count)
    let divider = page.paint(BrowserState.divider, .faint)
    return zip(lines, detail).map { $0.padded(to: width) + divider + $1 }
  }
}

extension BrowserView {
  /// A sheet over the dimmed scene behind it.
  private func sheetFrame(of entry: Entry) -> ScreenFrame {
    let (body, message) = bodyAndMessage(of: entry)
    let footer = footer(of: entry)
    let sheet = [sheetTitle(of: entry)] + body + message + [footer.text]
    let behind = frame(of: state.navigation.fullScreen).lines
      .prefix(max(state.size.rows - sheet.count, 0))
    let all = behind.map(dimmed) + sheet
    return ScreenFrame(
      lines: all, cursor: footer.column.map { .init(row: all.count - 1, column: $0) })
  }

  /// The title in a rule over the full width.
  private func sheetTitle(of entry: Entry) -> String {
    let (page, columns) = (state.page, state.size.columns)
    let suffix = state.isLoadingSlowly(entry) ? " …" : ""
    let width = max(columns - 6 - suffix.columns, 0)
    let title = "\(entry.scene.title)".printable.truncated(to: width)
    let rest = max(columns - title.columns - suffix.columns - 4, 0)
    return page.paint("── ", .faint)
      + page.paint(title, entry.scene.content.list.urgency.title)
      + page.paint("\(suffix) \(String(repeating: "─", count: rest))", .faint)
  }

  /// A line of the scene behind a sheet, without the mark of the selected row, to which no key
  /// refers.
  private func dimmed(_ line: String) -> String {
    let text = line.printable
    let isMarked = text.hasPrefix(Self.selectionMark)
    let rest = isMarked ? text.dropFirst(Self.selectionMark.count) : text[...]
    return state.page.paint((isMarked ? "  " : "") + rest, .faint)
  }
}
