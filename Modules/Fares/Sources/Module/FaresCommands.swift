import Console
import DataSourceInterface
import FaresInterface
import Mediator

extension CompletionKind {
  /// Completes the names of rider categories.
  fileprivate static let riders = CompletionKind.results(of: Fares.list) { $0.riders }
}

extension Command {
  static let fare = Command(
    "fare", "Show what a journey costs", calls: Fares.quote,
    arguments: [
      .positional(
        "from", "where to start: a station's name, id:…, @lat,lon, or the name of a bookmark",
        completion: .stations),
      .positional("to", "the destination, in the same form", completion: .stations), .city,
      .option(
        "rider", "the rider category, such as senior (default: fares for everybody)",
        valueName: "category", completion: .riders),
      .option(
        "depart",
        "the earliest departure, such as 8, 08:05, 8am or +30 (default: now; on another day, 03:00)",
        valueName: "time"),
      .option(
        "date", "the day, such as tomorrow, fri, 22 Nov or 2026-11-22 (default: today)",
        valueName: "day"),
    ],
    examples: [
      "fare Trindade Aeroporto", "fare Trindade \"Casa da Música\" --depart 08:00",
      "fare id:trindade id:aeroporto --json",
    ]
  ) { FareView.document(of: $0) }
}
