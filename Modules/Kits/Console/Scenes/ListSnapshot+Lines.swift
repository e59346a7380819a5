public import Scenes
package import Documents
import Mediator

/// One line of a drawn scene.
public struct ListLine: Sendable, Hashable {
  /// The text, which fits the page.
  public let text: String
  /// The row that the line belongs to; nil if the user cannot select it, such as a title.
  public let rowPath: RowPath?
  /// What the line is the heading of; nil for other lines.
  package let heading: Heading?
  /// The scale that the line draws; nil for other lines.
  package let scale: Scale?

  /// What follows a line that is a title or the space before one, from the widest to the narrowest.
  package enum Heading: Int, Sendable {
    case section, table, group
  }

  /// Creates a line.
  public init(_ text: String, rowPath: RowPath? = nil) {
    self.init(text, rowPath: rowPath, heading: nil)
  }

  fileprivate init(
    _ text: String, rowPath: RowPath? = nil, heading: Heading?, scale: Scale? = nil
  ) {
    self.text = text
    self.rowPath = rowPath
    self.heading = heading
    self.scale = scale
  }
}

extension ListSnapshot {
  /// Draws the sections without a final newline.
  public func text(on page: Page) -> String { page.text(of: document) }

  /// Draws the same content line by line, for a host that loads more rows by itself: `…` replaces
  /// the text that says how to load more. On a page with too few rows for all lines, summaries show
  /// their first rows only.
  public func lines(on page: Page) -> [ListLine] {
    let sections = drawnSections(on: page)
    let lines = sections.lines
    guard let rows = page.rows, lines.count > rows else { return lines }
    return sections.map { $0.shortened(on: rows) }.lines
  }

  /// The sections with content, with titles if there are several.
  private func drawnSections(on page: Page) -> [DrawnSection] {
    let shown =
      sectionsWithDifferentAges
      .map { (section: $0, lines: $0.lines(on: page, more: $0.more.map { _ in "…" })) }
      .filter { !$0.lines.isEmpty }
    return shown.map { section, lines in
      let hasTitle = shown.count > 1 && !section.title.isEmpty
      let title = ListLine(page.paint("\(section.title)", urgency.title), heading: .section)
      return DrawnSection(
        title: hasTitle ? [title] : [], lines: lines, isSummary: section.isSummary)
    }
  }

  /// The lines of a section.
  fileprivate struct DrawnSection {
    var title: [ListLine]
    var lines: [ListLine]
    let isSummary: Bool
    var isShortened = false

    /// A summary with a row for each ten of the page. If that is only one row, it has no title.
    func shortened(on pageRows: Int) -> DrawnSection {
      guard isSummary else { return self }
      let maximum = max(pageRows / 10, 1)
      var section = self
      section.isShortened = true
      if maximum == 1 { section.title = [] }
      var rows: Set<RowPath> = []
      section.lines = lines.filter { line in
        guard let row = line.rowPath else { return true }
        return rows.contains(row) || rows.count < maximum && rows.insert(row).inserted
      }
      return section
    }
  }
}

extension [ListSnapshot.DrawnSection] {
  /// The lines with an empty one between the sections, apart from shortened ones.
  fileprivate var lines: [ListLine] {
    enumerated().flatMap { index, section in
      let isApart = index > 0 && !(section.isShortened && self[index - 1].isShortened)
      return (isApart ? [ListLine("", heading: .section)] : []) + section.title + section.lines
    }
  }
}

extension ListSnapshot.Section {
  fileprivate func lines(on page: Page, more: String?) -> [ListLine] {
    switch state {
    case .loading: page.message("Loading…", .faint)
    case .empty: page.message(isDrawn ? empty : nil, .plain)
    case .content:
      content(on: page) + page.message(more, .faint) + page.message(warning, .warning)
    case .failed(let error): page.message(error.plainText.printableError, .plain)
    case .stale(let error):
      content(on: page) + page.message(more, .faint) + page.message(warning, .warning)
        + page.message("Not up to date: \(error.plainText)".printableError, .faint)
    }
  }

  private func content(on page: Page) -> [ListLine] {
    guard isDrawn else { return [] }
    return page.message(age, .warning, heading: .table)
      + layout.lines(of: rows, from: firstRow, on: page).map { line in
        ListLine(
          line.text, rowPath: line.row.map { RowPath(section: id, row: rows[$0].id) },
          heading: line.isHeading ? .group : line.row == nil && layout.isTable ? .table : nil,
          scale: line.scale)
      }
  }
}

extension Page {
  fileprivate func message(
    _ text: (some CustomStringConvertible)?, _ role: TextRole, heading: ListLine.Heading? = nil
  ) -> [ListLine] {
    (text?.description ?? "").printable.wrapped(to: columns)
      .map { ListLine(paint($0, role), heading: heading) }
  }
}

extension AnyListLayout {
  /// A drawn line, and the index of the row that it belongs to; nil if it cannot be selected.
  typealias Line = (text: String, row: Int?, isHeading: Bool, scale: Scale?)

  /// The lines of `document(of:from:)`.
  func lines(of rows: [ListRow], from first: Int, on page: Page) -> [Line] {
    switch self {
    case .table:
      table(of: rows, from: first).lines(on: page).map { ($0.text, $0.row, $0.isHeading, nil) }
    case .rows:
      rows.indices.flatMap { index -> [Line] in
        let last = index > 0 ? rows[index - 1] : nil
        let heading = rows[index].heading(after: last) ?? []
        let space: [Line] = heading.isEmpty || last == nil ? [] : [("", nil, true, nil)]
        return space + page.lines(of: heading).map { ($0.text, nil, true, nil) }
          + page.lines(of: [.group(rows[index].document)])
          .map { ($0.text, index, false, $0.scale) }
      }
    case .detail:
      page.lines(of: document(of: rows, from: first)).map { ($0.text, nil, false, $0.scale) }
    }
  }
}
