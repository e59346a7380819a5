package import Documents
import Mediator

extension Table {
  private static let gap = 2
  /// How far flexible columns are cut: all of them to the first width before optional columns are
  /// left out and before one of them is cut to the second.
  private static let narrowestColumns = (usual: 8, least: 3)

  /// A line of a drawn table.
  package struct Line {
    package let text: String
    /// The index of the row, counted without headings; nil for a header or a heading.
    package var row: Int?
    /// Whether the line belongs to a heading above rows.
    package var isHeading = false
  }

  /// Draws the table. If the page is too narrow, flexible columns are cut, the widest first, and
  /// columns with a `minimumPageWidth` are left out, the last one first. The cells of those that
  /// are `isShownBelow` are below the rows.
  package func lines(on page: Page) -> [Line] {
    let isNarrow = page.columns < minimumPageWidth
    let shown =
      isNarrow ? [] : columns.indices.filter { columns[$0].minimumPageWidth <= page.columns }
    let header = shown.map { TextLine(Text(columns[$0].title, .title), on: page) }
    let cells = rows.map { row in
      shown.compactMap { row.cells.indices.contains($0) ? TextLine(row.cells[$0], on: page) : nil }
    }
    let widths = widths(of: [header] + cells, shown, pageWidth: page.columns)
    let drawn = zip(shown, widths).filter { $1 > 0 }.map(\.0)
    // What is below a row begins where its first flexible cell does.
    let main = shown.firstIndex { columns[$0].isFlexible } ?? 0
    let indent = widths.prefix(main).filter { $0 > 0 }.reduce(0) { $0 + $1 + Self.gap }
    let hasHeader = !isNarrow && columns.contains { !$0.title.isEmpty }
    var lines = hasHeader ? [Line(text: line(header, shown, widths, on: page))] : []
    var number = 0
    for (index, row) in rows.enumerated() {
      if let heading = row.heading {
        // An empty line is above each heading, unless the table begins with it.
        lines += index == 0 ? [] : [Line(text: "", isHeading: true)]
        lines += page.lines(of: heading).map { Line(text: $0.text, isHeading: true) }
        continue
      }
      let texts =
        isNarrow
        ? page.lines(of: [.group(row.narrower)]).map(\.text)
        : [line(cells[index], shown, widths, on: page)]
          + below(row, without: drawn, indent, on: page)
      lines += texts.map { Line(text: $0, row: number) }
      number += 1
    }
    return lines
  }

  /// The cells of columns that are not drawn, each after its title.
  private func below(_ row: Row, without drawn: [Int], _ indent: Int, on page: Page) -> [String] {
    let texts = row.cells.indices.filter {
      columns[$0].isShownBelow && !drawn.contains($0) && !row.cells[$0].isEmpty
    }.map { Text(columns[$0].title, .faint) + " " + row.cells[$0] }
    let indent = min(indent, page.columns / 2)
    return page.narrowed(by: indent).wrapped(texts.joined(separator: .separator))
      .map { String(repeating: " ", count: indent) + $0 }
  }

  private func widths(of lines: [[TextLine]], _ shown: [Int], pageWidth: Int) -> [Int] {
    var widths = shown.indices.map { index in
      lines.map { index < $0.count ? $0[index].columns : 0 }.max() ?? 0
    }
    func excess(_ widths: [Int]) -> Int {
      widths.reduce(0, +) + Self.gap * max(0, widths.count { $0 > 0 } - 1) - pageWidth
    }
    let flexible = shown.indices.filter { columns[shown[$0]].isFlexible }
    func cut(_ widths: [Int]) -> [Int] {
      widths.indices.map {
        flexible.contains($0) ? min(widths[$0], Self.narrowestColumns.usual) : widths[$0]
      }
    }
    for index in shown.indices.reversed()
    where columns[shown[index]].minimumPageWidth > 0 && excess(cut(widths)) > 0 {
      widths[index] = 0
    }
    var rest = excess(widths)
    for narrowest in [Self.narrowestColumns.usual, Self.narrowestColumns.least] {
      while rest > 0, let widest = flexible.max(by: { widths[$0] < widths[$1] }),
        widths[widest] > narrowest
      {
        widths[widest] -= 1
        rest -= 1
      }
    }
    return widths
  }

  private func line(
    _ cells: [TextLine], _ shown: [Int], _ widths: [Int], on page: Page
  ) -> String {
    var line = ""
    var spaces = 0
    // A column without content has no gap.
    for (index, cell) in cells.enumerated() where widths[index] > 0 {
      let cell = cell.truncated(to: widths[index])
      let padding = widths[index] - cell.columns
      let isRight = columns[shown[index]].alignment == .right
      if cell.columns > 0 {
        line += String(repeating: " ", count: spaces + (isRight ? padding : 0))
        line += cell.text(on: page)
        spaces = 0
      } else {
        spaces += isRight ? padding : 0
      }
      spaces += (isRight ? 0 : padding) + Self.gap
    }
    return line
  }
}
