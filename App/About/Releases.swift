import Console

/// One release of the host.
struct Release: Codable, Sendable {
  let version: String
  /// The day of the release, as in 2026-11-21.
  let date: String
  let title: String
  /// The changes since the release before it, one phrase each.
  let changes: [String]
}

extension Release {
  /// Every release, the latest first. No other place states the version.
  static let all = [latest, first]

  static let latest = Release(
    version: "0.2.0", date: "2026-11-21", title: "The companion",
    changes: [
      "completion of commands, options, stations, cities and bookmarks in bash, zsh and fish",
      "a link shows the same answer as its command",
      "days such as 'tomorrow', and the minutes until a departure",
    ])

  private static let first = Release(
    version: "0.1.0", date: "2026-11-20", title: "The first train",
    changes: [
      "journeys, first and last trains from any city's GTFS feed, offline",
      "Porto built in; stations by name, pinyin, initials and place",
      "bookmarks, history, sharing and news",
    ])
}

/// Draws the releases as the stations of a metro line, the latest at the top.
enum VersionsView {
  private static let lineStyle = Style.color(Color(rgb: 0x0072_BC))

  static func text(_ releases: [Release], on page: Page) -> String {
    releases.enumerated().map { index, release in
      let isLast = index == releases.count - 1
      let name = page.paint("\(release.version) \(release.title)", .bold)
      let station = "\(page.paint("●", lineStyle)) \(name)"
      let date = besideLine(release.date, .dim, isLast, on: page)
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
    _ text: String, _ style: Style, _ isLast: Bool, on page: Page
  ) -> [String] {
    let line = isLast ? " " : page.paint("┃", lineStyle)
    return [text.isEmpty ? line : "\(line) \(page.paint(text, style))"]
  }
}
