public import Console

extension ListSnapshot {
  /// Draws the sections one below the other, without a final newline. Titles are drawn where several
  /// sections have something to show.
  public func text(on page: Page) -> String {
    let shown = sections.map { (title: $0.title, text: $0.text(on: page)) }
      .filter { !$0.text.isEmpty }
    return shown.map { title, text in
      shown.count > 1 && !title.isEmpty ? page.paint(title, .bold) + "\n" + text : text
    }.joined(separator: "\n\n")
  }
}

extension ListSnapshot.Section {
  fileprivate func text(on page: Page) -> String {
    switch state {
    case .loading: page.sentence("Loading…", .dim)
    case .empty: page.sentence(empty ?? "", .plain)
    case .content: table(on: page) + note(more, on: page)
    case .failed(let error): page.sentence("\(error)", .plain)
    case .stale(let error):
      table(on: page) + note(more, on: page) + note("Not up to date: \(error)", on: page)
    }
  }

  private func table(on page: Page) -> String {
    form.text(of: rows, from: firstRow, on: page)
  }

  private func note(_ sentence: String?, on page: Page) -> String {
    sentence.map { "\n" + page.sentence($0, .dim) } ?? ""
  }
}

extension Page {
  fileprivate func sentence(_ text: String, _ style: Style) -> String {
    text.printable.wrapped(to: columns).map { paint($0, style) }.joined(separator: "\n")
  }
}
