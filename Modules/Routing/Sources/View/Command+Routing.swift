import Console
import DataSourceInterface
import Mediator
import RoutingInterface
import ShareInterface

extension Command {
  private static let ends: [Argument] = [
    .positional("from", "the station to start from: a name, or id:…"),
    .positional("to", "the station to go to"),
  ]

  private static let day: [Argument] = [
    .option("city", "another city than the current one", value: "id"),
    .option("date", "the day, as in 2026-11-20; today unless given", value: "day"),
  ]

  private static let changeTime = Argument.option(
    "change-time", "seconds a change takes where the feed is silent; 120 unless given",
    value: "seconds")

  private static let question: [Argument] =
    ends + day + [
      .option(
        "depart", "the earliest departure, as in 08:00; now, or 03:00 of another day",
        value: "time"),
      .option("until", "every journey that leaves up to then", value: "time"),
      .option("arrive", "the latest arrival, instead of a departure", value: "time"),
      .flag("first", "the first train of the day"),
      .flag("last", "the last train of the day"),
      .option(
        "by", "the one best journey: earliest, fewest-changes or least-walking", value: "what"),
      .option("via", "a station to pass or to change at", value: "station"),
      .option("avoid", "lines to take no ride on, as in A,Bx", value: "lines"),
      changeTime,
    ]

  /// `route`: a person's own question, so that it is announced.
  static let route = Command(
    "route", "Plan journeys between two stations", arguments: question,
    examples: [
      "route Trindade \"Casa da Música\"", "route Aeroporto \"São Bento\" --arrive 09:00",
      "route Trindade Aeroporto --depart 08:00 --until 09:00",
      "route id:trindade id:aliados --date 2026-12-24 --last --json",
    ]
  ) { invocation in
    let query = try invocation.input(JourneyQuery.self)
    let plan = try await invocation.mediator.perform(Routing.plan, query)
    invocation.mediator.publish(JourneyPlanned(city: plan.city, from: plan.from, to: plan.to))
    return try Answer(plan, view: JourneyView.text)
  }

  /// `last-train`: the last train and its weakest link.
  static let lastTrain = Command(
    "last-train", "Find the last train, and where leaving later fails", calls: Routing.lastTrain,
    arguments: ends + day + [changeTime],
    examples: ["last-train Aeroporto Trindade", "last-train Trindade Aliados --date 2026-12-24"],
    view: LastTrainView.text)

  /// `first-last`: the first and last trains of a station.
  static let firstLast = Command(
    "first-last", "Show the first and last trains of a station", calls: Routing.firstLast,
    arguments: [.positional("station", "the station: a name, or id:…")] + day,
    examples: ["first-last Trindade", "first-last Aeroporto --date 2026-12-24"],
    view: StationDeparturesView.text)

  /// `share`: the plan as plain text, handed to whatever shares it.
  static let share = Command(
    "share", "Share the journeys between two stations as text",
    arguments: question + [
      .option("file", "the file to write; the terminal unless given", value: "path")
    ],
    examples: ["share Trindade \"Casa da Música\"", "share Trindade Aliados --file trip.txt"]
  ) { invocation in
    let query = try invocation.input(JourneyQuery.self)
    let plan = try await invocation.mediator.perform(Routing.plan, query)
    let item = ShareItem(
      title: "\(plan.from.name) → \(plan.to.name)",
      text: JourneyView.text(plan, on: Page(columns: 72)),
      to: invocation.parameters.values["file"]?.last)
    let receipt = try await invocation.mediator.perform(Share.share, item)
    return try Answer(receipt) { receipt, _ in
      receipt.file.map { "'\(receipt.title)' is in '\($0)'.".printable } ?? receipt.text
    }
  }
}
