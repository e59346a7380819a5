/// Rows of cells in columns that hold whatever the script.
///
/// ```swift
/// var table = Table(.init("station", isFlexible: true), .init("stops", .right))
/// table.append("Trindade", "3")
/// ```
public struct Table: Sendable {
  private static let gap = 2
  private static let narrowest = 8

  private let columns: [Column]
  private var rows: [[Cell]] = []

  /// A table without rows.
  public init(_ columns: Column...) {
    self.init(columns)
  }

  /// A table without rows.
  public init(_ columns: [Column]) {
    self.columns = columns
  }

  /// Adds a row; cells left out are empty, and those beyond the last column are dropped.
  public mutating func append(_ cells: Cell...) {
    append(cells)
  }

  /// Adds a row; cells left out are empty, and those beyond the last column are dropped.
  public mutating func append(_ cells: [Cell]) {
    rows.append(Array(cells.prefix(columns.count)))
  }

  /// Draws the table, without a final newline. On a page that is too narrow, the flexible columns
  /// are cut, the widest first; the others stay whole.
  public func text(on page: Page) -> String {
    let header = columns.map { Cell($0.title, .bold) }
    let hasHeader = columns.contains { !$0.title.isEmpty }
    let lines = (hasHeader ? [header] : []) + rows
    let widths = widths(of: lines, in: page.columns)
    return lines.map { line($0, widths, on: page) }.joined(separator: "\n")
  }

  private func widths(of lines: [[Cell]], in room: Int) -> [Int] {
    var widths = columns.indices.map { index in
      lines.map { index < $0.count ? $0[index].columns : 0 }.max() ?? 0
    }
    var excess = widths.reduce(0, +) + Self.gap * max(0, widths.count - 1) - room
    let flexible = columns.indices.filter { columns[$0].isFlexible }
    while excess > 0, let widest = flexible.max(by: { widths[$0] < widths[$1] }),
      widths[widest] > Self.narrowest
    {
      widths[widest] -= 1
      excess -= 1
    }
    return widths
  }

  private func line(_ cells: [Cell], _ widths: [Int], on page: Page) -> String {
    var line = ""
    var spaces = 0
    for (index, cell) in cells.enumerated() {
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
