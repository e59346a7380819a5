extension Page {
  /// Draws a badge in black or white on its colour, or in square brackets where there is none.
  public func paint(_ badge: Badge) -> String {
    guard let color = badge.color, colors > .none else { return "[\(badge.name)]" }
    let label = color.shown(at: colors).readableText
    // Where there are 16 colours, heavy letters are often drawn in the bright one: black would be the
    // grey that may lie behind it.
    let style = Style(foreground: label, background: color, isBold: colors > .ansi16)
    return paint(" \(badge.name) ", style)
  }

  /// Draws badges side by side, in as many rows of `room` columns as they take.
  /// - Parameter first: How much of the first row is free; it stays empty where that is too little.
  public func rows(of badges: [Badge], in room: Int, first: Int? = nil) -> [String] {
    var rows = [""]
    var free = first ?? room
    for badge in badges.map({ $0.truncated(to: room) }) {
      let isFirst = rows[rows.count - 1].isEmpty
      let width = badge.columns + (isFirst ? 0 : 1)
      if width <= free {
        rows[rows.count - 1] += (isFirst ? "" : " ") + paint(badge)
        free -= width
      } else {
        rows.append(paint(badge))
        free = room - badge.columns
      }
    }
    return rows
  }
}
