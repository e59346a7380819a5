import Console
import Foundation
import Scenes

extension Browser {
  /// The lines of a scene, with everything that they depend on.
  struct Layout {
    let scene: ListScene
    let revision: Int
    let page: Page
    let filter: String
    let lines: [ListLine]
  }

  /// The number of columns on the left that mark the selected row.
  private static let gutter = 2
  /// A screen with fewer rows has no empty line below the title, and at most one line of message.
  private static let smallScreenRows = 12
  private static let maximumMessageLines = 3

  /// The content of the whole screen.
  var frame: ScreenFrame {
    let entry = currentEntry
    let content = content(of: entry)
    let lines = lines(of: entry)
    let cursor = cursor(of: entry)
    let visible = lines.dropFirst(cursor.top).prefix(content.height)
    var body = visible.enumerated().map { index, line in
      let isFirst = index == 0 || lines[cursor.top + index - 1].rowPath != line.rowPath
      let isSelected = line.rowPath != nil && line.rowPath == cursor.selection
      return (isSelected && isFirst ? page.paint("▸ ", .strong) : "  ") + line.text
    }
    body += Array(repeating: "", count: max(content.height - body.count, 0))
    let (footer, column) = footer(of: entry)
    let message = message(of: entry).map { page.paint($0, .strong) }
    let all = [title(of: entry)] + spacing + body + message + [footer]
    return ScreenFrame(
      lines: all, cursor: column.map { .init(row: all.count - 1, column: $0) })
  }

  /// The content of the screen to which the next key refers.
  func content(of entry: NavigationEntry) -> BrowserState.Content {
    BrowserState.Content(
      lines: lines(of: entry).map(\.rowPath),
      height: max(size.rows - 2 - spacing.count - message(of: entry).count, 1),
      boundKeys: entry.scene.keyBindings.map(\.key), isSearch: entry.scene.search != nil)
  }

  private var page: Page { Page(columns: size.columns, colors: colors, theme: theme) }

  /// The line below the title: empty, or the bar of an urgent scene.
  private var spacing: [String] {
    guard size.rows >= Self.smallScreenRows else { return [] }
    let bar = currentEntry.scene.theme.bar
    return [bar.map { page.paint(String(repeating: "─", count: size.columns), $0) } ?? ""]
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

  private func cursor(of entry: NavigationEntry) -> Cursor {
    if case .help(let cursor) = entry.state.mode { cursor } else { entry.state.cursor }
  }

  private func lines(of entry: NavigationEntry) -> [ListLine] {
    let page = Page(
      columns: max(size.columns - Self.gutter, 1), colors: colors, theme: theme)
    if case .help = entry.state.mode { return Self.help(for: entry.scene, on: page) }
    let snapshot = entry.scene.snapshot
    let filter = entry.scene.search == nil ? entry.state.search.text : ""
    if let layout, layout.scene === entry.scene, layout.revision == snapshot.revision,
      layout.page == page, layout.filter == filter
    {
      return layout.lines
    }
    let all = snapshot.lines(on: page)
    let lines = filter.isEmpty ? all : all.filtered(by: filter, on: page)
    layout = Layout(
      scene: entry.scene, revision: snapshot.revision, page: page, filter: filter, lines: lines)
    return lines
  }

  /// The titles of the open scenes; only the last one if they do not fit.
  private func title(of entry: NavigationEntry) -> String {
    let isLoading = entry.scene.sections.contains { $0.isLoading }
    let suffix = isLoading ? " …" : ""
    let width = size.columns - suffix.columns
    let names = scenes.map(\.title.printable)
    let name = names.last ?? ""
    let path = names.dropLast().map { $0 + " › " }.joined()
    let head =
      path.columns + name.columns <= width
      ? page.paint(path, .title) + page.paint(name, entry.scene.theme.title)
      : page.paint(name.truncated(to: width), entry.scene.theme.title)
    return head + page.paint(suffix, .faint)
  }

  /// The last line, and the column of the text cursor while the person types.
  private func footer(of entry: NavigationEntry) -> (text: String, column: Int?) {
    switch entry.state.mode {
    case .searching:
      textField("/", entry.state.search, hint: "type to search  ⏎ open  Esc back")
    case .saving(let path):
      textField("save to the file: ", path, hint: "⏎ use the title  Esc back")
    case .filling: formFooter(of: entry)
    case .help: (page.paint("any key: back".truncated(to: size.columns), .faint), nil)
    case .browsing: (page.paint(hints(for: entry).joined(separator: "  "), .faint), nil)
    }
  }

  /// The text field of the selected row of a form, or what its keys do.
  private func formFooter(of entry: NavigationEntry) -> (text: String, column: Int?) {
    let selected = entry.state.cursor.selection?.row
    let field = entry.scene.form?.fields.first { $0.id == selected }
    // A narrow screen shows the short text, so that the keys are not cut.
    func fitting(_ text: String, _ short: String, after prompt: String = "") -> String {
      prompt.columns + 1 + text.columns <= size.columns ? text : short
    }
    func hints(_ text: String, _ short: String) -> (text: String, column: Int?) {
      (page.paint(fitting(text, short).truncated(to: size.columns), .faint), nil)
    }
    guard let field else { return hints("⏎ save  Tab first field  Esc back", "⏎ save  Esc back") }
    let prompt = "\(field.label): ".printable.truncated(to: size.columns / 2)
    return switch field.kind {
    case .text: textField(prompt, TextEntry(field.value.label), hint: "⏎ next  Esc back")
    case .picker:
      textField(
        prompt, TextEntry(field.value.label),
        hint: fitting("⏎ choose from a list  Esc back", "⏎ choose  Esc back", after: prompt))
    case .choice(let choices):
      hints(
        "← → \(choices.filter { !$0.isEmpty }.joined(separator: ", "))  ⏎ next  Esc back",
        "← → choose  ⏎ next  Esc back")
    case .flag: hints("← → yes, no  ⏎ next  Esc back", "← →  ⏎ next  Esc back")
    }
  }

  /// A prompt with the typed text, or with a hint while the text is empty.
  private func textField(
    _ prompt: String, _ entry: TextEntry, hint: String
  ) -> (text: String, column: Int?) {
    let width = max(size.columns - prompt.columns - 1, 0)
    guard !entry.text.isEmpty else {
      let text = (prompt + " " + hint).truncated(to: size.columns)
      return (page.paint(text, .faint), prompt.columns)
    }
    // Show the end of a long text, where the person types.
    var text = Substring(entry.text)
    while String(text).columns > width, !text.isEmpty { text = text.dropFirst() }
    return (page.paint(prompt, .faint) + text, prompt.columns + String(text).columns)
  }

  /// As many hints as fit in one line; those for the keys of the scene precede the general ones.
  private func hints(for entry: NavigationEntry) -> [String] {
    let bound = entry.scene.keyBindings.map { "\($0.key.name) \($0.summary)" }
    let search = entry.state.search.text.isEmpty ? [] : ["/\(entry.state.search.text)"]
    var remaining = size.columns
    return (search + ["? keys"] + bound + ["⏎ open", "/ search", "q back"]).prefix { hint in
      remaining -= hint.columns + 2
      return remaining >= -2
    }
  }
}

extension [ListLine] {
  /// The lines of the rows that contain a text, and the lines that belong to no row or to a group
  /// with such a row; a message if no row contains it.
  fileprivate func filtered(by text: String, on page: Page) -> [ListLine] {
    let options: String.CompareOptions = [.caseInsensitive, .diacriticInsensitive]
    let matches = Set(
      filter { $0.text.printable.range(of: text, options: options) != nil }.compactMap(\.rowPath))
    guard !matches.isEmpty else {
      return "No row contains '\(text)'.".wrapped(to: page.columns)
        .map { ListLine(page.paint($0, .faint)) }
    }
    // The heading of a group is shown if a row of the group is.
    var headings: [ListLine] = []
    var wasHeading = false
    return flatMap { line -> [ListLine] in
      defer { wasHeading = line.isHeading }
      if line.isHeading {
        headings = (wasHeading ? headings : []) + [line]
        return []
      }
      guard let row = line.rowPath else { return [line] }
      guard matches.contains(row) else { return [] }
      defer { headings = [] }
      return headings + [line]
    }
  }
}
