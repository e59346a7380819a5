/// A text table with aligned columns, also for characters that are two columns wide.
///
/// ```swift
/// var table = Table(.init("product", isFlexible: true), .init("price", .right))
/// table.append("Green tea", "3.20")
/// ```
public struct Table: Sendable {
  private static let gap = 2
  /// Flexible columns are cut to the first of these widths before one of them is cut to the second.
  private static let narrowestColumns = [8, 3]

  private let columns: [Column]
  private var rows: [[Cell]] = []

  /// Creates a table without rows.
  public init(_ columns: Column...) {
    self.init(columns)
  }

  /// Creates a table without rows.
  public init(_ columns: [Column]) {
    self.columns = columns
  }

  /// Adds a row; missing cells are empty, and cells after the last column are ignored.
  public mutating func append(_ cells: Cell...) {
    append(cells)
  }

  /// Adds a row; missing cells are empty, and cells after the last column are ignored.
  public mutating func append(_ cells: [Cell]) {
    rows.append(Array(cells.prefix(columns.count)))
  }

  /// Draws the table without a final newline. If the page is too narrow, flexible columns are cut,
  /// the widest first.
  public func text(on page: Page) -> String {
    let header = columns.map { Cell($0.title, .title) }
    let hasHeader = columns.contains { !$0.title.isEmpty }
    let lines = (hasHeader ? [header] : []) + rows.map { $0.map { $0.resolved(on: page) } }
    let widths = widths(of: lines, pageWidth: page.columns)
    return lines.map { line($0, widths, on: page) }.joined(separator: "\n")
  }

  private func widths(of lines: [[Cell]], pageWidth: Int) -> [Int] {
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

  private func line(_ cells: [Cell], _ widths: [Int], on page: Page) -> String {
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

extension Table {
  /// The layout of one column of a table.
  public struct Column: Sendable, Hashable {
    /// The title in the header; a table whose titles are all empty has no header.
    public let title: String
    /// The alignment of the cells.
    public let alignment: Alignment
    /// Whether the cells may be cut on a narrow page.
    public let isFlexible: Bool

    /// Creates a column.
    public init(_ title: String = "", _ alignment: Alignment = .left, isFlexible: Bool = false) {
      self.title = title
      self.alignment = alignment
      self.isFlexible = isFlexible
    }
  }
}

extension Table {
  /// The content of one cell of a table: texts with styles, and badges. Its texts are made
  /// `printable`.
  public struct Cell: Sendable, Hashable, ExpressibleByStringInterpolation {
    private enum Part: Sendable, Hashable {
      case text(String, Style)
      case badge(Badge)
    }

    private var parts: [Part]
    private var distinctBadges: [Badge]?

    /// Creates a cell with a text in a style.
    public init(_ text: String, _ style: Style = .plain) {
      parts = [.text(text.printable, style)]
    }

    /// Creates a cell with a plain text.
    public init(stringLiteral text: String) {
      self.init(text)
    }

    /// A cell with badges, separated by spaces.
    public static func badges(_ badges: [Badge]) -> Cell {
      var cell = Cell("")
      cell.parts = Array(badges.map { [.badge($0)] }.joined(separator: [.text(" ", .plain)]))
      return cell
    }

    /// A cell with badges, separated by spaces, without those that look alike on the page.
    public static func distinctBadges(_ badges: [Badge]) -> Cell {
      var cell = self.badges(badges)
      cell.distinctBadges = badges
      return cell
    }

    /// The cell without the badges that `distinctBadges` leaves out on this page.
    fileprivate func resolved(on page: Page) -> Cell {
      distinctBadges.map { .badges(page.distinct($0)) } ?? self
    }

    /// Joins two cells into one.
    public static func + (left: Cell, right: Cell) -> Cell {
      var cell = left
      cell.parts += right.parts
      cell.distinctBadges = nil
      return cell
    }

    /// The width of the cell in columns.
    var columns: Int {
      parts.reduce(0) { $0 + Self.columns(of: $1) }
    }

    /// Draws the cell.
    public func text(on page: Page) -> String {
      parts.map { part in
        switch part {
        case .text(let text, let style): page.paint(text, style)
        case .badge(let badge): page.paint(badge)
        }
      }.joined()
    }

    /// The cell in at most `columns` columns; `…` replaces the end of a longer one, and a badge
    /// that does not fit is left out.
    func truncated(to columns: Int) -> Cell {
      guard self.columns > columns else { return self }
      var cell = Cell("")
      guard columns > 0 else { return cell }
      var free = columns - 1
      for part in parts {
        guard Self.columns(of: part) > free else {
          cell.parts.append(part)
          free -= Self.columns(of: part)
          continue
        }
        if case .text(let text, let style) = part {
          cell.parts.append(.text(String(text.prefix(columns: free)), style))
        }
        break
      }
      return cell + "…"
    }

    private static func columns(of part: Part) -> Int {
      switch part {
      case .text(let text, _): text.columns
      case .badge(let badge): badge.columns
      }
    }
  }
}
