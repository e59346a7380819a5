import Console
import Documents
import Mediator
package import Scenes

/// The markup of a section of a scene. A page that shows an older one needs only the rows that have
/// changed, or the whole section if its head or foot has.
package struct SectionHTML: Sendable, Hashable, Identifiable {
  /// The row of a section, or the heading of a group.
  package struct Row: Sendable, Hashable {
    /// The value of its attribute `data-row`, which is unique in the section: a text of ASCII
    /// letters, digits and `-._~%/`.
    package let key: String
    /// Its element.
    package let html: HTML
  }

  /// The id of the section.
  package let id: String
  /// The markup before the rows: the start of the section, its title, and the header of its table.
  package let head: HTML
  /// The rows, from top to bottom.
  package let rows: [Row]
  /// The markup after the rows.
  package let foot: HTML

  /// The whole section.
  package var html: HTML {
    var html = HTML()
    append(to: &html)
    return html
  }

  /// Adds the whole section.
  package func append(to html: inout HTML) {
    html.append(head)
    for row in rows { html.append(row.html) }
    html.append(foot)
  }
}

extension RowPath {
  /// The value of the attribute `data-row` of the row: its id as a part of an address.
  package var key: String { row.addressPart }
}

extension String {
  /// The text as a part of an address: a percent sign and two digits replace each byte that is not
  /// a letter, digit or `-._~`.
  ///
  /// Source: RFC 3986, 2.3, "Unreserved Characters".
  package var addressPart: String {
    guard !utf8.allSatisfy(\.isUnreserved) else { return self }
    let digits = Array("0123456789ABCDEF".utf8)
    let bytes = utf8.flatMap { byte in
      byte.isUnreserved
        ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension UInt8 {
  fileprivate var isUnreserved: Bool {
    switch self {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }
}

extension ListSnapshot {
  /// The sections in the order of the scene, with titles if several have content. A section without
  /// content is hidden, but has its place.
  package func html(in context: PageContext) -> [SectionHTML] {
    let sections = sectionsWithDifferentAges
    let hasTitles = sections.count { !$0.isHidden } > 1
    return sections.map { section in
      SectionRenderer(
        section: section, urgency: urgency, context: context,
        hasTitle: hasTitles && !section.title.isEmpty && !section.isHidden
      ).html
    }
  }
}

private struct SectionRenderer {
  let section: ListSnapshot.Section
  let urgency: Urgency
  let context: PageContext
  let hasTitle: Bool

  private var rows: [ListRow] { section.isDrawn ? section.rows : [] }

  var html: SectionHTML {
    let table = section.layout.table(of: rows, from: section.firstRow)
    let columns = section.layout.isTable ? TableColumns(table) : nil
    let (head, foot) = HTML.split { html, split in
      appendFrame(to: &html) { html in
        guard !rows.isEmpty else { return split(&html) }
        switch section.layout {
        case .table: columns?.appendFrame(to: &html, rows: split)
        case .rows: html.append("ul", ["class": "rows"], content: split)
        case .detail: html.append("div", ["class": "rows"], content: split)
        }
      }
    }
    let cells = table.rows.filter { $0.heading == nil }
    return SectionHTML(id: section.id, head: head, rows: rowElements(columns, cells), foot: foot)
  }

  // MARK: The frame

  private func appendFrame(to html: inout HTML, content: (inout HTML) -> Void) {
    let id = "\(context.idPrefix)section-\(section.id.addressPart)"
    html.append(
      "section",
      [
        "id": id,
        "data-section": section.id.addressPart,
        "aria-labelledby": hasTitle ? "\(id)-title" : nil, "hidden": section.isHidden ? "" : nil,
        "aria-busy": section.isLoading ? "true" : nil,
      ]
    ) { html in
      if hasTitle {
        html.append(
          HTML.headingName(context.headingLevel),
          ["id": "\(id)-title", "class": urgency.title.className]
        ) { $0.append(section.title.description) }
      }
      if !rows.isEmpty, let age = section.age { html.appendNote(age.description, "warning age") }
      content(&html)
      appendNotes(to: &html)
      if let warning = section.warning { html.appendNote("\(warning)".printableError, "warning") }
    }
  }

  /// Adds what is to be said about the rows.
  private func appendNotes(to html: inout HTML) {
    switch section.state {
    case .loading: html.appendNote("Loading…", "faint loading")
    case .content: appendMore(to: &html)
    case .empty:
      if section.isDrawn, let empty = section.empty { html.appendNote(empty.description, "empty") }
    case .failed(let error): html.appendNote(error.plainText.printableError, "error")
    case .stale(let error):
      appendMore(to: &html)
      html.appendNote("Not up to date: \(error.plainText)".printableError, "faint error")
    }
  }

  private func appendMore(to html: inout HTML) {
    guard section.more != nil else { return }
    guard let address = context.moreAddress(section.id) else {
      return html.appendNote("…", "faint more")
    }
    html.append("p", ["class": "more"]) { html in
      html.append("a", ["href": address, "data-more": section.id.addressPart]) { $0.append("More") }
    }
  }

  // MARK: Rows

  /// - Parameter cells: The rows of a table; none in other layouts.
  private func rowElements(_ columns: TableColumns?, _ cells: [Table.Row]) -> [SectionHTML.Row] {
    var renderer = DocumentRenderer(context)
    let level = context.headingLevel + (hasTitle ? 1 : 0)
    var groups: [String: Int] = [:]
    var elements: [SectionHTML.Row] = []
    for (index, row) in rows.enumerated() {
      renderer.headingLevel = level
      if let group = row.group, group != (index > 0 ? rows[index - 1].group : nil) {
        let title = group.title.description
        groups[title, default: 0] += 1
        let key = "group/\(title.addressPart)/\(groups[title] ?? 1)"
        var html = HTML()
        append(group, key: key, columns, to: &html, with: &renderer)
        elements.append(.init(key: key, html: html))
      }
      renderer.headingLevel = level + (row.group == nil ? 0 : 1)
      let path = RowPath(section: section.id, row: row.id)
      var html = HTML()
      append(
        row, at: path, columns, index < cells.count ? cells[index] : nil, to: &html, with: &renderer
      )
      elements.append(.init(key: path.key, html: html))
    }
    return elements
  }

  private func append(
    _ row: ListRow, at path: RowPath, _ columns: TableColumns?, _ cells: Table.Row?,
    to html: inout HTML, with renderer: inout DocumentRenderer
  ) {
    let isSelected = context.selection == path
    let link = context.rowAddress(path)
    if let columns, let cells {
      return columns.append(
        cells, key: path.key, link: link, isSelected: isSelected,
        select: context.selectAddress(path), to: &html, with: &renderer)
    }
    let name: StaticString = if case .detail = section.layout { "div" } else { "li" }
    html.append(
      name, ["data-row": path.key, "aria-current": isSelected ? "true" : nil]
    ) { html in
      renderer.appendMarked(to: &html) { html, renderer in
        renderer.link = link
        renderer.append(row.document, to: &html)
      }
      if renderer.link != nil {
        // The document has no text that could be the link.
        html.append("a", ["href": link]) { $0.append("Open") }
        renderer.link = nil
      }
      html.appendLink(toActions: context.selectAddress(path))
    }
  }

  private func append(
    _ group: ListGroup, key: String, _ columns: TableColumns?, to html: inout HTML,
    with renderer: inout DocumentRenderer
  ) {
    let title = Text(.capitalized(group.title), group.urgency.title)
    if let columns {
      return columns.appendHeading([.paragraph(title)], key: key, to: &html, with: &renderer)
    }
    html.append("li", ["class": "heading", "data-row": key]) { html in
      renderer.append([.heading(title, level: 1, note: nil)], to: &html)
    }
  }
}

extension HTML {
  /// Adds a link to the actions of a row, if it has some.
  mutating func appendLink(toActions address: String?) {
    guard let address else { return }
    append("a", ["href": address, "class": "select", "aria-label": "Actions"]) { $0.append("⋯") }
  }

  fileprivate mutating func appendNote(_ text: String, _ className: String) {
    append("p", ["class": className]) { $0.append(text) }
  }
}

extension ListSnapshot.Section {
  fileprivate var isLoading: Bool { if case .loading = state { true } else { false } }

  /// Whether there is nothing to show.
  fileprivate var isHidden: Bool {
    switch state {
    case .loading, .failed, .stale: false
    case .content: !isDrawn || rows.isEmpty
    case .empty: !isDrawn || empty?.isEmpty != false
    }
  }
}
