import Console
import Foundation
import ListScene

extension Browser {
  /// Lines, and all that they depend on.
  struct Layout {
    let scene: ListScene
    let edition: Int
    let page: Page
    let sought: String
    let lines: [ListLine]
  }

  private static let name = "metro"
  /// The columns before each line that show which row is selected.
  private static let gutter = 2
  /// A screen with fewer rows has none to spare.
  private static let fewRows = 12
  private static let longestMessage = 3

  /// What fills the screen now.
  var frame: ScreenFrame {
    let visit = visit
    let around = surroundings(of: visit)
    let lines = lines(of: visit)
    let cursor = cursor(of: visit)
    let shown = lines.dropFirst(cursor.top).prefix(around.height)
    var content = shown.enumerated().map { index, line in
      let isFirst = index == 0 || lines[cursor.top + index - 1].place != line.place
      let isSelected = line.place != nil && line.place == cursor.place
      return (isSelected && isFirst ? page.paint("▸ ", .bold) : "  ") + line.text
    }
    content += Array(repeating: "", count: max(around.height - content.count, 0))
    let (footer, column) = footer(of: visit)
    let message = message(of: visit).map { page.paint($0, .bold) }
    let all = [title(of: visit)] + head + content + message + [footer]
    return ScreenFrame(
      lines: all, cursor: column.map { .init(row: all.count - 1, column: $0) })
  }

  /// What the keys of a person meet.
  func surroundings(of visit: Visit) -> BrowserState.Surroundings {
    BrowserState.Surroundings(
      places: lines(of: visit).map(\.place),
      height: max(size.rows - 2 - head.count - message(of: visit).count, 1),
      ownKeys: visit.scene.keys.map(\.key), isSearch: visit.scene.search != nil)
  }

  private var page: Page { Page(columns: size.columns, colors: colors) }

  private var head: [String] { size.rows < Self.fewRows ? [] : [""] }

  /// What a person is told, in as many lines as there is room for; one is kept for it.
  private func message(of visit: Visit) -> [String] {
    let lines = (visit.message ?? "").wrapped(to: size.columns)
    guard !lines.isEmpty else { return [""] }
    let room = size.rows < Self.fewRows ? 1 : Self.longestMessage
    return lines.count <= room
      ? lines
      : lines.prefix(room - 1)
        + [lines.dropFirst(room - 1).joined(separator: " ").truncated(to: size.columns)]
  }

  private func cursor(of visit: Visit) -> Cursor {
    if case .help(let cursor) = visit.state.mode { cursor } else { visit.state.cursor }
  }

  private func lines(of visit: Visit) -> [ListLine] {
    let page = Page(columns: max(size.columns - Self.gutter, 1), colors: colors)
    if case .help = visit.state.mode { return help(for: visit.scene, on: page) }
    let snapshot = visit.scene.snapshot
    let sought = visit.scene.search == nil ? visit.state.search.text : ""
    if let layout, layout.scene === visit.scene, layout.edition == snapshot.edition,
      layout.page == page, layout.sought == sought
    {
      return layout.lines
    }
    let all = snapshot.lines(on: page)
    let lines = sought.isEmpty ? all : all.fitting(sought, on: page)
    layout = Layout(
      scene: visit.scene, edition: snapshot.edition, page: page, sought: sought, lines: lines)
    return lines
  }

  /// The way from the first scene to this one, the end of it where the whole is too long.
  private func title(of visit: Visit) -> String {
    let scenes = scenes
    let isLoading = visit.scene.controller.sections.contains { $0.isLoading }
    let state = isLoading ? " …" : ""
    let room = size.columns - state.columns
    let names = [Self.name] + scenes.dropFirst().map(\.title.printable)
    let whole = names.joined(separator: " › ")
    let text = whole.columns <= room ? whole : (names.last ?? "").truncated(to: room)
    return page.paint(text, .bold) + page.paint(state, .dim)
  }

  /// The last line, and the column of it where a person types, if they do.
  private func footer(of visit: Visit) -> (text: String, column: Int?) {
    switch visit.state.mode {
    case .searching: field("/", visit.state.search, hint: "type to search  ⏎ open  Esc leave")
    case .sharing(let path):
      field("share to the file: ", path, hint: "⏎ one named for the title  Esc leave")
    case .help: (page.paint("any key: back".truncated(to: size.columns), .dim), nil)
    case .moving: (page.paint(hints(for: visit).joined(separator: "  "), .dim), nil)
    }
  }

  /// A line to type at; as long as nothing is typed, the hint stands there.
  private func field(
    _ prompt: String, _ entry: TextEntry, hint: String
  ) -> (text: String, column: Int?) {
    let room = max(size.columns - prompt.columns - 1, 0)
    guard !entry.text.isEmpty else {
      let text = (prompt + " " + hint).truncated(to: size.columns)
      return (page.paint(text, .dim), prompt.columns)
    }
    // The end is what a person types at.
    var text = Substring(entry.text)
    while String(text).columns > room, !text.isEmpty { text = text.dropFirst() }
    return (page.paint(prompt, .dim) + text, prompt.columns + String(text).columns)
  }

  /// As many keys as there is room for, the scene's own first.
  private func hints(for visit: Visit) -> [String] {
    let own = visit.scene.keys.map { "\($0.key.name) \($0.summary)" }
    let sought = visit.state.search.text.isEmpty ? [] : ["/\(visit.state.search.text)"]
    let others = ["⏎ open", "/ search", "q back"]
    var room = size.columns
    return (sought + ["? keys"] + own + others).prefix { hint in
      room -= hint.columns + 2
      return room >= -2
    }
  }

  private func help(for scene: ListScene, on page: Page) -> [ListLine] {
    let own = scene.keys.map { ($0.key.name, $0.summary) }
    return (own + Self.keys).flatMap { key, meaning in
      let lines = meaning.wrapped(to: page.columns - 13)
      return lines.enumerated().map { index, line in
        let name = page.paint((index == 0 ? key : "").padded(to: 11), .bold)
        return ListLine("\(name)  \(line)")
      }
    }
  }

  private static let keys = [
    ("↑ ↓, k j", "one row up or down"), ("PgUp PgDn", "a screenful; Space, too"),
    ("Home End", "to the beginning, to the end; g and G, too"), ("Enter", "open the row"),
    ("/", "search as you type; Tab leaves what is found, Esc everything"),
    ("r", "ask for fresh rows"), ("s", "share what is shown, as a file"),
    ("c", "copy what is shown to the clipboard"),
    ("q, Esc", "back; from the first screen out"), ("Ctrl-Z", "leave for a while; fg comes back"),
    ("?", "these keys"),
  ]
}

extension [ListLine] {
  /// The lines of the rows in which a text occurs, and those that belong to no row.
  fileprivate func fitting(_ text: String, on page: Page) -> [ListLine] {
    let options: String.CompareOptions = [.caseInsensitive, .diacriticInsensitive]
    let fitting = Set(
      filter { $0.text.printable.range(of: text, options: options) != nil }.compactMap(\.place))
    guard !fitting.isEmpty else {
      return "Nothing here has '\(text)' in it.".wrapped(to: page.columns)
        .map { ListLine(page.paint($0, .dim)) }
    }
    return filter { $0.place.map(fitting.contains) ?? true }
  }
}
