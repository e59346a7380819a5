import Console
import DataSourceInterface
import Mediator
import RoutingInterface
import ShareInterface

extension Command {
  private static let stations = Completion.by(DataSource.stations) { $0.map(\.name) }
  private static let cities = Completion.by(DataSource.cities) { $0.map(\.id.description) }
  private static let lines = Completion.by(DataSource.lines) { $0.map(\.line.name) }

  private static let ends: [Argument] = [
    .positional("from", "the station to start from: a name, or id:…", completes: stations),
    .positional("to", "the station to go to", completes: stations),
  ]

  private static let day: [Argument] = [
    .option("city", "another city than the current one", value: "id", completes: cities),
    .option("date", "the day, as in 2026-11-20 or tomorrow; today unless given", value: "day"),
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
        "by", "the one best journey", value: "what"),
      .option("via", "a station to pass or to change at", value: "station", completes: stations),
      .option("avoid", "lines to take no ride on, as in A,Bx", value: "lines", completes: lines),
      changeTime,
    ]

  /// `route`: a person's own question, so that it is announced.
  static let route = Command(
    "route", "Plan journeys between two stations", shows: Routing.plan, arguments: question,
    examples: [
      "route Trindade \"Casa da Música\"", "route Aeroporto \"São Bento\" --arrive 09:00",
      "route Trindade Aeroporto --depart 08:00 --until 09:00",
      "route id:trindade id:aliados --date 2026-12-24 --last --json",
      "route Trindade Aeroporto --date tomorrow --first",
    ]
  ) { invocation in
    let (query, now) = try await invocation.question(JourneyQuery.self)
    let plan = try await invocation.mediator.perform(Routing.plan, query)
    invocation.mediator.publish(JourneyPlanned(city: plan.city, from: plan.from, to: plan.to))
    return try Answer(plan) { JourneyView.text($0, on: $1, at: now) }
  }

  /// `last-train`: the last train and its weakest link.
  static let lastTrain = Command(
    "last-train", "Find the last train, and where leaving later fails", shows: Routing.lastTrain,
    arguments: ends + day + [changeTime],
    examples: ["last-train Aeroporto Trindade", "last-train Trindade Aliados --date 2026-12-24"]
  ) { invocation in
    let (query, now) = try await invocation.question(LastTrainQuery.self)
    let answer = try await invocation.mediator.perform(Routing.lastTrain, query)
    return try Answer(answer) { LastTrainView.text($0, on: $1, at: now) }
  }

  /// `first-last`: the first and last trains of a station.
  static let firstLast = Command(
    "first-last", "Show the first and last trains of a station", shows: Routing.firstLast,
    arguments: [.positional("station", "the station: a name, or id:…", completes: stations)] + day,
    examples: ["first-last Trindade", "first-last Aeroporto --date 2026-12-24"]
  ) { invocation in
    let (query, now) = try await invocation.question(StationDeparturesQuery.self)
    let answer = try await invocation.mediator.perform(Routing.firstLast, query)
    return try Answer(answer) { StationDeparturesView.text($0, on: $1, at: now) }
  }

  /// `share`: the plan, handed to whatever shares it.
  static let share = Command(
    "share", "Share the journeys between two stations", answers: ShareReceipt.self,
    arguments: question + [
      .option(
        "as",
        "the channel: text unless given, file, clipboard, mail, ics, link and what other "
          + "modules offer", value: "channel"),
      .option("to", "the file to write", value: "path", completes: .files, fills: "file"),
    ],
    examples: [
      "share Trindade \"Casa da Música\"", "share Trindade Aliados --as link",
      "share Trindade Aliados --as ics --to trip.ics",
    ]
  ) { invocation in
    let (query, _) = try await invocation.question(JourneyQuery.self)
    let plan = try await invocation.mediator.perform(Routing.plan, query)
    let city = try await invocation.mediator.perform(DataSource.city, CityQuery(city: plan.city))
    let values = invocation.parameters.values
    let request = ShareRequest(
      ShareItem(plan, of: query, in: city), as: values["as"]?.last, to: values["file"]?.last)
    let receipt = try await invocation.mediator.perform(Share.share, request)
    return try Answer(receipt) { receipt, _ in receipt.sentence }
  }
}
