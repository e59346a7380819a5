import Console
import Documents
import Mediator
import Scenes

/// The columns of a table that a page shows. The style sheet hides columns on a narrow page, or
/// shows the narrower documents of the rows in place of their cells.
struct TableColumns {
  private let table: Table
  /// The indexes of the columns that are not empty, of which the page shows at most as many as it
  /// has room for.
  private let shown: [Int]
  /// The index of the cell in which the link of a row is, if it is not empty: one with a title, or
  /// else a flexible one.
  private let main: Int?
  private let hasNarrowerRows: Bool
  /// The class of the cells of each column.
  private let classNames: [String?]

  init(_ table: Table) {
    self.table = table
    shown = table.columns.indices.filter { index in
      !table.columns[index].title.isEmpty
        || table.rows.contains { index < $0.cells.count && !$0.cells[index].isEmpty }
    }
    let titled = shown.first { index in
      table.rows.contains { index < $0.cells.count && $0.cells[index].hasTitle }
    }
    main = titled ?? shown.first { table.columns[$0].isFlexible }
    classNames = table.columns.map(\.className)
    hasNarrowerRows =
      table.minimumPageWidth > 0 && table.rows.contains { !$0.narrower.isEmpty }
  }

  /// The class of the table: the width of the page from which the cells replace the narrower rows.
  private var className: String? {
    hasNarrowerRows ? "from-\(table.minimumPageWidth.breakpoint)" : nil
  }

  /// Adds the table with its header. Its frame scrolls if the cells are too wide.
  func appendFrame(to html: inout HTML, rows: (inout HTML) -> Void) {
    html.append("div", ["class": "table"]) { html in
      html.append("table", ["class": className]) { html in
        if shown.contains(where: { !table.columns[$0].title.isEmpty }) {
          html.append("thead") { html in html.append("tr") { appendTitles(to: &$0) } }
        }
        html.append("tbody", content: rows)
      }
    }
  }

  private func appendTitles(to html: inout HTML) {
    for index in shown {
      let column = table.columns[index]
      // A header without a text is none.
      if column.title.isEmpty {
        html.append("td", ["class": classNames[index]]) { _ in }
      } else {
        html.append("th", ["scope": "col", "class": classNames[index]]) {
          $0.append(column.title.description)
        }
      }
    }
  }

  /// Adds the heading above some rows, which is a header of the cells below it.
  func appendHeading(
    _ heading: Document, key: String?, to html: inout HTML, with renderer: inout DocumentRenderer
  ) {
    html.append("tr", ["class": "heading", "data-row": key]) { html in
      html.append("th", ["scope": "col", "colspan": "\(max(shown.count, 1))"]) {
        renderer.append(heading, to: &$0)
      }
    }
  }

  /// Adds a row of cells.
  /// - Parameters:
  ///   - key: The value of its attribute `data-row`; nil for a row of a document.
  ///   - link: The address of what the row opens; nil for nothing.
  ///   - select: The address of the page with the actions of the row; nil for none.
  func append(
    _ row: Table.Row, key: String? = nil, link: String? = nil, isSelected: Bool = false,
    select: String? = nil, to html: inout HTML, with renderer: inout DocumentRenderer
  ) {
    let attributes: KeyValuePairs<StaticString, String?> = [
      "data-row": key, "aria-current": isSelected ? "true" : nil,
    ]
    html.append("tr", attributes) { html in
      guard key != nil else {
        appendCells(of: row, link, to: &html, with: &renderer)
        return appendNarrower(row, link, to: &html, with: &renderer)
      }
      renderer.appendMarked(to: &html) { appendCells(of: row, link, to: &$0, with: &$1) }
      renderer.appendMarked(to: &html) { appendNarrower(row, link, to: &$0, with: &$1) }
      if let select {
        html.append("td", ["class": "choice"]) { $0.appendLink(toActions: select) }
      }
    }
    renderer.link = nil
  }

  private func appendCells(
    of row: Table.Row, _ link: String?, to html: inout HTML, with renderer: inout DocumentRenderer
  ) {
    let filled = shown.filter { $0 < row.cells.count && !row.cells[$0].isEmpty }
    let linked = filled.contains { $0 == main } ? main : filled.first
    for index in shown {
      renderer.link = index == linked ? link : nil
      html.append("td", ["class": classNames[index]]) { html in
        if index < row.cells.count { renderer.append(row.cells[index], to: &html) }
        if index == main ?? shown.first { appendBelow(row, to: &html, with: renderer) }
      }
      renderer.separateTexts()
    }
  }

  /// Adds the cells that a page without room for their columns shows below the row. No letters are
  /// marked in them, because they are in the text of the row already.
  private func appendBelow(
    _ row: Table.Row, to html: inout HTML, with renderer: DocumentRenderer
  ) {
    let below = shown.filter {
      table.columns[$0].isShownBelow && table.columns[$0].minimumPageWidth > 0
        && $0 < row.cells.count && !row.cells[$0].isEmpty
    }
    guard !below.isEmpty else { return }
    var renderer = renderer
    renderer.link = nil
    renderer.marking = nil
    html.append("div", ["class": "below"]) { html in
      for index in below {
        let column = table.columns[index]
        html.append("span", ["class": "under-\(column.minimumPageWidth.breakpoint)"]) { html in
          renderer.append(Text(column.title, .faint) + " " + row.cells[index], to: &html)
        }
      }
    }
  }

  private func appendNarrower(
    _ row: Table.Row, _ link: String?, to html: inout HTML, with renderer: inout DocumentRenderer
  ) {
    guard hasNarrowerRows else { return }
    renderer.link = link
    html.append("td", ["class": "narrower", "colspan": "\(max(shown.count, 1))"]) {
      renderer.append(row.narrower, to: &$0)
    }
  }
}

extension Table.Column {
  /// The class of the cells; nil for cells that look like most others.
  fileprivate var className: String? {
    let names = [
      alignment == .right ? "right" : nil, isFlexible ? "flexible" : nil,
      minimumPageWidth > 0 ? "wide-\(minimumPageWidth.breakpoint)" : nil,
    ]
    let name = names.compactMap(\.self).joined(separator: " ")
    return name.isEmpty ? nil : name
  }
}

extension Text {
  fileprivate var hasTitle: Bool {
    parts.contains { if case .text(_, .title) = $0 { true } else { false } }
  }
}

extension DocumentRenderer {
  mutating func append(_ table: Table, to html: inout HTML) {
    let columns = TableColumns(table)
    columns.appendFrame(to: &html) { html in
      for row in table.rows {
        if let heading = row.heading {
          columns.appendHeading(heading, key: nil, to: &html, with: &self)
        } else {
          columns.append(row, to: &html, with: &self)
        }
      }
    }
  }
}

extension Int {
  /// The smallest width for which the style sheet has a class and that is at least this one, in
  /// columns.
  fileprivate var breakpoint: Int {
    [40, 50, 60, 70, 80, 100, 120, 140].first { $0 >= self } ?? 140
  }
}
