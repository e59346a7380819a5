/// The size of a screen.
public struct ScreenSize: Sendable, Hashable {
  /// The width in columns.
  public let columns: Int
  /// The height in lines.
  public let rows: Int

  /// Creates a size.
  public init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }
}

/// The content of a whole screen.
public struct ScreenFrame: Sendable, Hashable {
  /// A position on the screen, counted from 0 at the top left.
  public struct Position: Sendable, Hashable {
    /// The line.
    public let row: Int
    /// The column.
    public let column: Int

    /// Creates a position.
    public init(row: Int, column: Int) {
      self.row = row
      self.column = column
    }
  }

  /// The lines from top to bottom; they may contain styles. Other control characters are not drawn.
  public let lines: [String]
  /// The position of the text cursor; nil to hide it.
  public let cursor: Position?

  /// Creates a frame.
  public init(lines: [String], cursor: Position? = nil) {
    self.lines = lines
    self.cursor = cursor
  }
}

extension ScreenFrame {
  // Terminals with the private mode 2026 show all changes between these two at once.
  private static let beginUpdate = "\u{1B}[?2026h\u{1B}[?25l"
  private static let endUpdate = "\u{1B}[?2026l"

  /// The text that draws the frame over the frame `shown`, or on an unknown screen if `shown` is
  /// nil. Only the lines that differ are drawn.
  func drawing(over shown: ScreenFrame?, _ size: ScreenSize) -> String {
    guard shown != self else { return "" }
    let changes = (0..<max(size.rows, 0)).map { row in
      let line = line(row)
      guard line != shown?.line(row) ?? "" else { return "" }
      let text = line.filtered(as: .styledLine).clipped(to: size.columns)
      return "\(Self.moveCursor(row, 0))\u{1B}[2K\(text)"
    }
    let clearScreen = shown == nil ? "\u{1B}[2J" : ""
    let showCursor = cursor.map { "\(Self.moveCursor($0.row, $0.column))\u{1B}[?25h" } ?? ""
    return Self.beginUpdate + clearScreen + changes.joined() + showCursor + Self.endUpdate
  }

  private func line(_ row: Int) -> String { row < lines.count ? lines[row] : "" }

  private static func moveCursor(_ row: Int, _ column: Int) -> String {
    "\u{1B}[\(row + 1);\(column + 1)H"
  }
}
