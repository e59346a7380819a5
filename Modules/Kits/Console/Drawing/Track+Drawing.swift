import Documents

extension Track {
  func lines(on page: Page) -> [String] {
    let labels = rows.map { TextLine($0.label, on: page) }
    let others = otherLabels.map { TextLine($0, on: page) }
    let width = (labels + others).map(\.columns).max() ?? 0
    let indent = width == 0 ? 0 : width + 2
    let beside = page.narrowed(by: indent + 2)
    let next = rows.dropFirst().map(\.symbol) + [.none]
    return zip(zip(rows, labels), next).flatMap { row, next -> [String] in
      let (row, label) = row
      let content = beside.lines(of: [.group(row.content)]).map(\.text)
      return (content.isEmpty ? [""] : content).enumerated().map { number, text in
        let label = number == 0 ? label : TextLine("", on: page)
        let symbol = number == 0 ? row.symbol : row.symbol.continuation(before: next)
        let start =
          label.text(on: page) + String(repeating: " ", count: indent - label.columns)
          + page.paint(symbol.character, row.role)
        return text.isEmpty ? start : "\(start) \(text)"
      }
    }
  }
}

extension Track.Symbol {
  fileprivate var character: String {
    switch self {
    case .stop: "●"
    case .interchange: "◉"
    case .line: "┃"
    case .gap: "┊"
    case .none: " "
    }
  }

  /// The symbol beside the further lines of a row. Nothing is below the last node.
  fileprivate func continuation(before next: Track.Symbol) -> Track.Symbol {
    switch (self, next) {
    case (.stop, .gap), (.stop, .none), (.interchange, .gap), (.interchange, .none): next
    case (.stop, _), (.interchange, _), (.line, _): .line
    case (.gap, _): .gap
    case (.none, _): .none
    }
  }
}
