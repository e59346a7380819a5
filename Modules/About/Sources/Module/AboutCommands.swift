import AboutInterface
import Console
import Documents

extension Command {
  static let about = Command(
    "about", "Show the version, licence and data folder", calls: About.app,
    examples: ["about", "about --json"], view: AboutView.text)

  static let credits = Command(
    "credits", "Show data sources and licences", calls: About.credits,
    examples: ["credits", "credits --json"], view: CreditsView.text)

  static let versions = Command(
    "versions", "Show the release history", calls: About.versions,
    examples: ["versions", "versions --json"], view: VersionsView.text)

  /// `mind the gap`: neither help nor completion mentions it.
  static let easterEgg = Command("mind the gap", "Mind it", examples: []) { _ in
    CommandResult(["gap": "minded"]) { _, page in
      let train = [
        "  ┌─────────────────────────────────╮ ",
        "  │ ▢ ▢ │▯▯│ ▢ ▢ │▯▯│ ▢ ▢ │▯▯│ ▢ ▢  ╲",
        "──┤─────┴──┴─────┴──┴─────┴──┴───────┤",
        "  └─◯─◯───────────◯─◯───────────◯─◯──┘",
      ]
      let sign = page.paint(Badge(" M I N D   T H E   G A P ", rgb: 0xFF_D500))
      let isWide = page.columns >= 40
      return ((isWide ? train : []) + ["", sign]).joined(separator: "\n")
    }
  }.hidden
}
