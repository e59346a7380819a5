extension ScreenFrame {
  // Terminals that know the mode 2026 show everything between the two at once.
  private static let begin = "\u{1B}[?2026h\u{1B}[?25l"
  private static let end = "\u{1B}[?2026l"

  /// What draws the frame on a screen of a size that shows `shown`; nil where that is unknown. Lines
  /// that are the same are left alone.
  func drawing(over shown: ScreenFrame?, _ size: ScreenSize) -> String {
    guard shown != self else { return "" }
    let changes = (0..<max(size.rows, 0)).map { row in
      let line = line(row, size)
      guard shown.map({ $0.line(row, size) != line }) ?? !line.isEmpty else { return "" }
      return "\(Self.move(row, 0))\u{1B}[2K\(line)"
    }
    let clearing = shown == nil ? "\u{1B}[2J" : ""
    let pointing = cursor.map { "\(Self.move($0.row, $0.column))\u{1B}[?25h" } ?? ""
    return Self.begin + clearing + changes.joined() + pointing + Self.end
  }

  private func line(_ row: Int, _ size: ScreenSize) -> String {
    row < lines.count ? lines[row].clipped(to: size.columns) : ""
  }

  private static func move(_ row: Int, _ column: Int) -> String {
    "\u{1B}[\(row + 1);\(column + 1)H"
  }
}
