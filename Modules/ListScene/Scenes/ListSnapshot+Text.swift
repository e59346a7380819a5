public import Console

extension ListSnapshot {
  /// Draws the sections one below the other, without a final newline. Titles are drawn where several
  /// sections have something to show.
  public func text(on page: Page) -> String {
    lines(on: page, \.more).map(\.text).joined(separator: "\n")
  }

  /// What `text(on:)` draws, line by line, for who asks for more rows without being told to.
  public func lines(on page: Page) -> [ListLine] {
    lines(on: page) { $0.more.map { _ in "…" } }
  }

  private func lines(on page: Page, _ more: (Section) -> String?) -> [ListLine] {
    let shown = sections.map { (title: $0.title, lines: $0.lines(on: page, more: more($0))) }
      .filter { !$0.lines.isEmpty }
    let blocks = shown.map { title, lines in
      shown.count > 1 && !title.isEmpty ? [ListLine(page.paint(title, .bold))] + lines : lines
    }
    return Array(blocks.joined(separator: [ListLine("")]))
  }
}

extension ListSnapshot.Section {
  fileprivate func lines(on page: Page, more: String?) -> [ListLine] {
    switch state {
    case .loading: page.sentence("Loading…", .dim)
    case .empty: page.sentence(empty ?? "", .plain)
    case .content: content(on: page) + page.sentence(more ?? "", .dim)
    case .failed(let error): page.sentence("\(error)", .plain)
    case .stale(let error):
      content(on: page) + page.sentence(more ?? "", .dim)
        + page.sentence("Not up to date: \(error)", .dim)
    }
  }

  private func content(on page: Page) -> [ListLine] {
    form.lines(of: rows, from: firstRow, on: page).map { text, row in
      ListLine(text, place: row.map { ListPlace(section: id, row: rows[$0].id) })
    }
  }
}

extension Page {
  fileprivate func sentence(_ text: String, _ style: Style) -> [ListLine] {
    text.printable.wrapped(to: columns).map { ListLine(paint($0, style)) }
  }
}
