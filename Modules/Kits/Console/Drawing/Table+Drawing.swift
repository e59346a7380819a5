public import Documents
import Mediator

extension Table {
  private static let gap = 2
  /// Flexible columns are cut to the first of these widths before one of them is cut to the second.
  private static let narrowestColumns = [8, 3]

  /// Draws the table without a final newline. If the page is too narrow, flexible columns are cut,
  /// the widest first.
  public func text(on page: Page) -> String {
    let header = columns.map { TextLine(Text($0.title, .title), on: page) }
    let hasHeader = columns.contains { !$0.title.isEmpty }
    let lines =
      (hasHeader ? [header] : []) + rows.map { $0.map { TextLine($0, on: page) } }
    let widths = widths(of: lines, pageWidth: page.columns)
    return lines.map { line($0, widths, on: page) }.joined(separator: "\n")
  }

  private func widths(of lines: [[TextLine]], pageWidth: Int) -> [Int] {
    var widths = columns.indices.map { index in
      lines.map { index < $0.count ? $0[index].columns : 0 }.max() ?? 0
    }
    let gaps = max(0, widths.count { $0 > 0 } - 1)
    var excess = widths.reduce(0, +) + Self.gap * gaps - pageWidth
    let flexible = columns.indices.filter { columns[$0].isFlexible }
    for narrowest in Self.narrowestColumns {
      while excess > 0, let widest = flexible.max(by: { widths[$0] < widths[$1] }),
        widths[widest] > narrowest
      {
        widths[widest] -= 1
        excess -= 1
      }
    }
    return widths
  }

  private func line(_ cells: [TextLine], _ widths: [Int], on page: Page) -> String {
    var line = ""
    var spaces = 0
    // A column without content has no gap.
    for (index, cell) in cells.enumerated() where widths[index] > 0 {
      let cell = cell.truncated(to: widths[index])
      let padding = widths[index] - cell.columns
      let isRight = columns[index].alignment == .right
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
