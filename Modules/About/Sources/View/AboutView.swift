import AboutInterface
import Documents
import Mediator

/// The information about the app.
enum AboutView {
  static func document(of app: AppInformation) -> Document {
    [
      .group([.title("\(app.name) \(app.version)"), .paragraph(Text(verbatim: app.summary))]),
      .definitions([
        "licence": Text(verbatim: app.licence),
        "made with": Text(verbatim: app.parts.joined(separator: ", ")),
        "modules": Text(verbatim: app.modules.joined(separator: ", ")),
        "data": Text(verbatim: app.folder),
      ]),
      .paragraph(
        "Run '\(app.name) credits' for data sources and licences, "
          + "and '\(app.name) versions' for the release history."),
    ]
  }
}

/// The credits one below the other.
enum CreditsView {
  static func document(of credits: [Credit]) -> Document {
    Document(
      credits.map { credit in
        .group([
          .heading(LocalizedText(verbatim: credit.work)),
          .definitions([
            "by": Text(verbatim: credit.author),
            "licence": credit.licence.map { Text(verbatim: $0) } ?? "unknown",
            "source": Text(verbatim: credit.source ?? ""),
          ]),
        ])
      })
  }
}

/// The releases as the stations of a metro line, the latest at the top.
enum VersionsView {
  private static let line = TextRole.color(Color(rgb: 0x0072_BC))

  static func document(of releases: [Release]) -> Document {
    let rows = releases.enumerated().flatMap { index, release in
      // The line ends at the first release.
      let isLast = index == releases.count - 1
      let changes = release.changes.map { change in
        Block.item(mark: "· ", Document(Text(verbatim: change)))
      }
      let date = release.date.map { Text(verbatim: $0, .faint) } ?? Text("unreleased", .faint)
      let details = Document([.paragraph(date)] + changes)
      return [
        Track.Row(
          .stop, line, Document(Text(verbatim: "\(release.version) \(release.title)", .title))),
        Track.Row(isLast ? .none : .line, line, details),
      ] + (isLast ? [] : [Track.Row(.line, line, [])])
    }
    return [.track(Track(rows))]
  }
}
