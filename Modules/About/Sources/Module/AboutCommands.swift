import AboutInterface
import Console
import Documents

extension Command {
  static let about = Command(
    "about", "Show the version, licence and data folder", calls: About.app,
    examples: ["about", "about --json"], view: AboutView.document)

  static let credits = Command(
    "credits", "Show data sources and licences", calls: About.credits,
    examples: ["credits", "credits --json"], view: CreditsView.document)

  static let versions = Command(
    "versions", "Show the release history", calls: About.versions,
    examples: ["versions", "versions --json"], view: VersionsView.document)

  /// `mind the gap`: neither help nor completion mentions it.
  static let easterEgg = Command("mind the gap", "Mind it", examples: []) { _ in
    CommandResult(["gap": "minded"]) { _ in
      // A narrower page has no room for it.
      var train = Table(from: 40, [.init()])
      let lines = [
        "  ┌─────────────────────────────────╮ ",
        "  │ ▢ ▢ │▯▯│ ▢ ▢ │▯▯│ ▢ ▢ │▯▯│ ▢ ▢  ╲",
        "──┤─────┴──┴─────┴──┴─────┴──┴───────┤",
        "  └─◯─◯───────────◯─◯───────────◯─◯──┘",
      ]
      for line in lines { train.append([Text(verbatim: line)]) }
      let sign = Badge(" M I N D   T H E   G A P ", rgb: 0xFF_D500)
      return [.table(train), .paragraph(.badges([sign]))]
    }
  }.hidden
}
