import Console

/// A station's name as it is to be written.
struct Label {
  private static let columns = 17
  private static let mostLines = 3

  let node: Int
  /// One or several lines, the text of none empty.
  let lines: [String]
  let font: Font
  /// Where the station's mark lies.
  let mark: Rectangle
  /// How much room the lines take.
  let size: Point

  init(_ name: String, of node: Int, in font: Font, at mark: Rectangle) {
    self.node = node
    self.font = font
    self.mark = mark
    var lines = name.printable.wrapped(to: Self.columns)
    if lines.count > Self.mostLines {
      lines = lines.prefix(Self.mostLines - 1) + [lines[Self.mostLines - 1] + "…"]
    }
    self.lines = lines
    size = Point(
      lines.map(font.width).max() ?? 0, Double(lines.count) * font.lineHeight - 0.2 * font.size)
  }
}
