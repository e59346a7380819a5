import AboutInterface

extension Release {
  /// Every release, the latest first.
  static let all = [latest, first]

  static let latest = Release(
    version: "0.2.0", date: "2026-11-21", title: "The companion",
    changes: [
      "completion of commands, options, stations, cities and bookmarks in bash, zsh and fish",
      "a link shows the same answer as its command",
      "days such as 'tomorrow', and the minutes until a departure",
      "the browser shows at once what a command in another terminal changes",
      "assistants and plug-ins add and remove trips, bookmarks and tickets after you have agreed",
    ])

  private static let first = Release(
    version: "0.1.0", date: "2026-11-20", title: "The first train",
    changes: [
      "journeys, first and last trains from any city's GTFS feed, offline",
      "Porto built in; stations by name, pinyin, initials and place",
      "bookmarks, history, sharing and news",
    ])
}
