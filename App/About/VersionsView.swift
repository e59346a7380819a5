import Console

/// Draws the releases as a metro line, the latest at the top.
enum VersionsView {
  private static let color = Style.color(Color(rgb: 0x0072_BC))

  static func text(_ releases: [Release], on page: Page) -> String {
    releases.enumerated().map { index, release in
      let isLast = index == releases.count - 1
      let name = page.paint("\(release.version) \(release.title)", .bold)
      let stop = "\(page.paint("●", color)) \(name)"
      let date = rail(release.date, .dim, isLast, on: page)
      let changes = release.changes.flatMap { change in
        change.wrapped(to: page.columns - 4).enumerated().flatMap { line in
          rail((line.offset == 0 ? "· " : "  ") + line.element, .plain, isLast, on: page)
        }
      }
      return ([stop] + date + changes + (isLast ? [] : rail("", .plain, isLast, on: page)))
        .joined(separator: "\n")
    }.joined(separator: "\n")
  }

  /// A text beside the line, which ends below the first release.
  private static func rail(
    _ text: String, _ style: Style, _ isLast: Bool, on page: Page
  ) -> [String] {
    let line = isLast ? " " : page.paint("┃", color)
    return [text.isEmpty ? line : "\(line) \(page.paint(text, style))"]
  }
}
