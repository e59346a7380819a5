import AboutInterface

extension Release {
  /// Every release, the latest first. `.github/CHANGELOG.md` has an entry for each, with what changes
  /// for those who make apps.
  static let all = [
    Release(
      version: "0.3.0", title: "Live times and web pages",
      changes: [
        "expected times, cancelled trains and notices of agencies that publish them",
        "prices of journeys, trips with alarms, journeys without steps, stops on request",
        "tickets: a cart, orders that wait for the network, a wallet",
        "every scene as a web page, also on a phone; the same answers as JSON for programs",
        "the browser begins with 'Where to?', and shows details beside a list",
        "plug-ins in any language; an assistant asks before it changes something",
        "an archive that installs without root",
      ]),
    Release(
      version: "0.2.0", date: "2026-11-21", title: "The companion",
      changes: [
        "completion of commands, options, stations, cities and bookmarks in bash, zsh and fish",
        "a link shows the same answer as its command",
        "days such as 'tomorrow', and the minutes until a departure",
        "the browser shows at once what a command in another terminal changes",
        "assistants and plug-ins add and remove trips, bookmarks and tickets after you have agreed",
      ]),
    Release(
      version: "0.1.0", date: "2026-11-20", title: "The first train",
      changes: [
        "journeys, first and last trains from any city's GTFS feed, offline",
        "Porto built in; stations by name, pinyin, initials and place",
        "bookmarks, history, sharing and news",
      ]),
  ]
}
