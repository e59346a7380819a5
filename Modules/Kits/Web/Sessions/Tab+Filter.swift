import Console
import Documents
import Scenes

/// The rows of a scene, which are prepared once for all that a person types.
struct FilteredRows {
  /// The scene, and the revision of its content.
  let scene: SceneID
  let revision: Int
  private let index: FuzzyIndex
  private let positions: [RowPath: Int]

  init(_ list: ListSnapshot, of scene: SceneID) {
    self.scene = scene
    revision = list.revision
    let rows = list.sections.flatMap { section in
      zip(section.rows, section.searchTexts).map {
        (RowPath(section: section.id, row: $0.id), $1)
      }
    }
    index = FuzzyIndex(rows.map(\.1))
    positions = Dictionary(rows.enumerated().map { ($1.0, $0) }) { first, _ in first }
  }

  /// The number of rows.
  var count: Int { positions.count }

  /// The rows of a list that match, the best of each group first. Sections with a row that begins
  /// with the text are the first ones, as in the browser of the terminal.
  func rows(of list: ListSnapshot, matching pattern: FuzzyPattern) -> ListSnapshot {
    var list = list
    let sections = list.sections.map { section in
      guard !section.isFound else { return (rank: Int.max, section: section) }
      let matches = section.rows.compactMap { row -> (row: ListRow, score: Int)? in
        guard let position = positions[RowPath(section: section.id, row: row.id)] else {
          return nil
        }
        return index.score(of: position, matching: pattern).map { (row, $0) }
      }
      var section = section
      section.rows = matches.bestFirst.map(\.row)
      if case .empty = section.state { section.state = .content }
      let best = matches.map(\.score).max() ?? 0
      return (rank: section.rows.isEmpty ? -1 : best / FuzzyMatch.beginning, section: section)
    }
    list.sections = sections.enumerated()
      .sorted { ($1.element.rank, $0.offset) < ($0.element.rank, $1.offset) }
      .map(\.element.section)
    return list
  }
}

extension [(row: ListRow, score: Int)] {
  /// The rows of each group by their scores.
  fileprivate var bestFirst: Self {
    var (result, rest) = (Self(), self[...])
    while let first = rest.first {
      let run = rest.prefix { $0.row.group == first.row.group }
      rest = rest.dropFirst(run.count)
      result += run.enumerated()
        .sorted { ($1.element.score, $0.offset) < ($0.element.score, $1.offset) }.map(\.element)
    }
    return result
  }
}

extension ListSnapshot.Section {
  /// A page on which no line is broken.
  private static let widePage = Page(columns: 1000)
  /// The page width in columns at which most pages show a column of a table.
  private static let usualWidth = 120

  /// The texts of the rows as most pages show them, with two spaces between the cells; none while
  /// the rows are not drawn.
  fileprivate var searchTexts: [String] {
    guard isDrawn else { return [] }
    guard layout.isTable else {
      return rows.map { Self.widePage.text(of: $0.document).printable }
    }
    let table = layout.table(of: rows, from: firstRow)
    let shown = table.columns.indices.filter {
      table.columns[$0].minimumPageWidth <= Self.usualWidth
    }
    return table.rows.filter { $0.heading == nil }.map { row in
      shown.filter(row.cells.indices.contains)
        .map { Self.widePage.text(of: [.line(row.cells[$0])]).printable }.joined(separator: "  ")
    }
  }
}

extension Tab {
  /// The least number of rows of a list that has a field to filter them.
  private static let leastFilteredRows = 8

  /// Whether the rows of a scene are filtered here, because it does not search for them by itself.
  func isFiltered(_ scene: SceneSnapshot) -> Bool {
    guard scene.prompt == nil else { return true }
    return !scene.isSearch && !scene.isCanvas && !scene.hasScale && scene.form == nil
      && scene.rowCount >= Self.leastFilteredRows
  }

  /// The rows that a scene shows, and the letters in them to mark.
  func list(
    of entry: NavigationState<TabView>.Entry
  ) -> (list: ListSnapshot, matches: (@Sendable (String) -> [Int])?) {
    let (scene, list) = (entry.scene, entry.scene.content.list)
    let pattern = FuzzyPattern(entry.view.search)
    guard !pattern.isEmpty else { return (list, nil) }
    // The scene has found the rows in a way of its own, not by their transliterations.
    guard !scene.isSearch || scene.prompt != nil else {
      return (list, { pattern.positions(in: $0) ?? [] })
    }
    guard isFiltered(scene) else { return (list, nil) }
    return (
      filteredRows(of: scene).rows(of: list, matching: pattern),
      { pattern.positions(toMarkIn: $0) }
    )
  }

  private func filteredRows(of scene: SceneSnapshot) -> FilteredRows {
    let list = scene.content.list
    if let known = filteredRows, known.scene == scene.id, known.revision == list.revision {
      return known
    }
    let rows = FilteredRows(list, of: scene.id)
    filteredRows = rows
    return rows
  }

  /// Opens the first row that is shown, as soon as the search for it has ended.
  func openFirst() {
    let (list, _) = list(of: navigation.top)
    let first = list.sections.lazy.compactMap { section in
      section.rows.first.map { RowPath(section: section.id, row: $0.id) }
    }.first
    if let first {
      open(first)
    } else {
      change { $0.open(nil) }
    }
  }

  /// The field in which a person searches; nil for a scene in which nobody can.
  var find: HTML? {
    let top = navigation.top
    guard top.scene.isSearch || isFiltered(top.scene) else { return nil }
    let title = top.scene.prompt ?? (top.scene.isSearch ? "Search" : "Filter")
    var html = HTML()
    html.append("div", ["id": "find", "class": top.scene.prompt.map { _ in "first" }]) { html in
      appendForm(to: &html, role: "search") { html in
        html.append("label", ["class": "visually-hidden", "for": "search"]) { $0.append(title) }
        html.append(
          empty: "input",
          [
            "type": "search", "id": "search", "name": "search",
            "placeholder": top.scene.promptHint.map { "\(title) \($0)" } ?? title,
            "value": top.view.search, "autocomplete": "off", "aria-keyshortcuts": "/",
            "data-autofocus": top.scene.isSearch && top.scene.prompt == nil ? "" : nil,
            "data-typing": top.scene.prompt.map { _ in "" },
          ])
      }
    }
    return html
  }

  /// How many rows match what the person types.
  func foundText(in list: ListSnapshot, of entry: NavigationState<TabView>.Entry) -> String {
    guard !entry.view.search.isEmpty, !entry.isSearching else { return "" }
    let shown = list.sections.reduce(0) { $0 + ($1.isDrawn ? $1.rows.count : 0) }
    guard shown > 0 else {
      return entry.scene.isSearch && entry.scene.prompt == nil
        ? "" : "No row matches '\(entry.view.search)'."
    }
    let more = entry.scene.hasMore ? "+" : ""
    guard entry.scene.prompt == nil else { return "" }
    guard entry.scene.isSearch else {
      return "\(shown) of \(filteredRows(of: entry.scene).count)\(more)"
    }
    guard let all = entry.allRows, shown <= all.count else { return "\(shown)\(more)" }
    return "\(shown)\(more) of \(all.count)\(all.hasMore ? "+" : "")"
  }
}
