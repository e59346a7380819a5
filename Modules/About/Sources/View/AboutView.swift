import AboutInterface
import Console
import Documents

/// Draws the information about the app.
enum AboutView {
  static func text(_ app: AppInformation, on page: Page) -> String {
    let attributes = [
      ("licence", app.licence), ("made with", app.parts.joined(separator: ", ")),
      ("modules", app.modules.joined(separator: ", ")), ("data", app.folder),
    ]
    return page.paint("\(app.name) \(app.version)", .title) + "\n"
      + page.paragraph(app.summary) + "\n\n"
      + page.definitions(attributes) + "\n\n"
      + page.paragraph(
        "Run '\(app.name) credits' for data sources and licences, and '\(app.name) versions' for "
          + "the release history.")
  }
}

/// Draws the credits one below the other.
enum CreditsView {
  static func text(_ credits: [Credit], on page: Page) -> String {
    credits.map { credit in
      let attributes = [
        ("by", credit.author), ("licence", credit.licence ?? "unknown"),
      ]
      let source = credit.source.map { [("source", $0)] } ?? []
      return page.paint(credit.work, .title) + "\n" + page.definitions(attributes + source)
    }.joined(separator: "\n\n")
  }
}

/// Draws the releases as the stations of a metro line, the latest at the top.
enum VersionsView {
  private static let lineStyle = TextRole.color(Color(rgb: 0x0072_BC))

  static func text(_ releases: [Release], on page: Page) -> String {
    releases.enumerated().map { index, release in
      let isLast = index == releases.count - 1
      let name = page.paint("\(release.version) \(release.title)", .title)
      let station = "\(page.paint("●", lineStyle)) \(name)"
      let date = besideLine(release.date, .faint, isLast, on: page)
      let changes = release.changes.flatMap { change in
        change.wrapped(to: page.columns - 4).enumerated().flatMap { line in
          besideLine((line.offset == 0 ? "· " : "  ") + line.element, .plain, isLast, on: page)
        }
      }
      let gap = isLast ? [] : besideLine("", .plain, isLast, on: page)
      return ([station] + date + changes + gap).joined(separator: "\n")
    }.joined(separator: "\n")
  }

  /// A text beside the metro line, which ends at the first release.
  private static func besideLine(
    _ text: String, _ style: TextRole, _ isLast: Bool, on page: Page
  ) -> [String] {
    let line = isLast ? " " : page.paint("┃", lineStyle)
    return [text.isEmpty ? line : "\(line) \(page.paint(text, style))"]
  }
}
