public import Documents

extension Badge {
  /// The width of the badge in columns.
  public var columns: Int { name.printable.columns + 2 }

  /// The badge in at most `columns` columns, but at least 3; `…` replaces the end of a longer
  /// name.
  public func truncated(to columns: Int) -> Badge {
    Badge(
      name.printable.truncated(to: max(columns - 2, 1)), rgb: color?.rgb, textRGB: textColor?.rgb)
  }
}

extension Page {
  /// Draws a badge with text in its colour, or else in black or white, on the colour of the
  /// background; or in square brackets without colours or where the theme needs more contrast.
  public func paint(_ badge: Badge) -> String {
    let name = badge.name.printable
    guard let color = badge.color, colors > .none else { return "[\(name)]" }
    let shown = color.shown(at: colors)
    let label = shown.textColor(
      badge.textColor?.shown(at: colors), leastContrast: theme.leastTextContrast)
    guard shown.contrast(with: label) >= theme.leastTextContrast else { return "[\(name)]" }
    return paint(
      " \(name) ", GraphicRendition(foreground: label, background: color, isBold: true))
  }

  /// Returns the badges without those that look like an earlier one on this page.
  public func distinct(_ badges: [Badge]) -> [Badge] {
    var drawn: Set<String> = []
    return badges.filter { drawn.insert(paint($0)).inserted }
  }

  /// Draws badges side by side, in as many rows of `width` columns as necessary.
  /// - Parameter firstWidth: The width of the first row, if it is narrower; the row stays empty if
  ///   no badge fits into it.
  public func rows(of badges: [Badge], width: Int, firstWidth: Int? = nil) -> [String] {
    var rows = [""]
    var free = firstWidth ?? width
    for badge in badges.map({ $0.truncated(to: width) }) {
      let isFirst = rows[rows.count - 1].isEmpty
      let needed = badge.columns + (isFirst ? 0 : 1)
      if needed <= free {
        rows[rows.count - 1] += (isFirst ? "" : " ") + paint(badge)
        free -= needed
      } else {
        rows.append(paint(badge))
        free = width - badge.columns
      }
    }
    return rows
  }
}
