extension Table {
  /// What stands in one field of a table: texts in their styles and badges, side by side.
  ///
  /// The texts may come from anywhere: they are made `printable`.
  public struct Cell: Sendable, Hashable, ExpressibleByStringInterpolation {
    private enum Part: Sendable, Hashable {
      case text(String, Style)
      case badge(Badge)
    }

    private var parts: [Part]

    /// A text in a style.
    public init(_ text: String, _ style: Style = .plain) {
      parts = [.text(text.printable, style)]
    }

    /// A text in the plain style.
    public init(stringLiteral text: String) {
      self.init(text)
    }

    /// Badges side by side, with a space between each two.
    public static func badges(_ badges: [Badge]) -> Cell {
      var cell = Cell("")
      cell.parts = Array(badges.map { [.badge($0)] }.joined(separator: [.text(" ", .plain)]))
      return cell
    }

    /// Two cells in one, side by side.
    public static func + (left: Cell, right: Cell) -> Cell {
      var cell = left
      cell.parts += right.parts
      return cell
    }

    /// How many columns it takes.
    public var columns: Int {
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

    /// The cell in at most `columns` columns, with `…` in place of its end where it is longer; a
    /// badge is shown whole or not at all.
    func truncated(to columns: Int) -> Cell {
      guard self.columns > columns else { return self }
      var cell = Cell("")
      guard columns > 0 else { return cell }
      var room = columns - 1
      for part in parts {
        guard Self.columns(of: part) > room else {
          cell.parts.append(part)
          room -= Self.columns(of: part)
          continue
        }
        if case .text(let text, let style) = part {
          cell.parts.append(.text(text.prefix(columns: room), style))
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
