import BookmarksInterface
import Console
import DataSourceInterface
import Documents
import JourneysInterface
import Mediator
import RoutingInterface
import ShareInterface

extension Command {
  static let route = Command(
    "route", "Plan journeys between two stations or places", action: Journeys.plan,
    arguments: journeyArguments,
    examples: [
      "route Trindade \"Casa da Música\"", "route Aeroporto \"São Bento\" --arrive 09:00",
      "route Trindade Aeroporto --depart 08:00 --until 09:00",
      "route id:trindade id:aliados --date 2026-12-24 --last --json",
      "route Trindade Aeroporto --date tomorrow --first", "route @41.152,-8.609 Aliados",
    ]
  ) { invocation in
    let query = try invocation.input(JourneyQuery.self)
    let (city, clock) = try await invocation.city(query.city)
    let plan = try await invocation.mediator.perform(Journeys.plan, query)
    invocation.mediator.publishJourneyPlanned(plan, for: query)
    return CommandResult(plan) { JourneyView.document($0, for: query, in: city, at: clock) }
  }

  static let go = Command(
    "go", "Plan journeys to a bookmark", outputType: JourneyPlan.self,
    arguments: [
      .positional(
        "name", "the name of the bookmark, such as home",
        completion: .results(of: Bookmarks.list) { $0.map(\.name) }),
      .positional(
        "from", "where to start, for a bookmark of one station or place", isOptional: true,
        completion: .stations),
    ] + timeArguments,
    examples: ["go Work", "go home Aliados", "go Work --depart 8am"]
  ) { invocation in
    let mediator = invocation.mediator
    let bookmark = try await mediator.perform(
      Bookmarks.find, try invocation.input(BookmarkReference.self))
    let query = try invocation.query(to: bookmark)
    let city = try await mediator.perform(DataSource.city, CityQuery(city: bookmark.city))
    let clock = CityClock(invocation.now(), in: city.timeZone)
    let plan = try await mediator.perform(Journeys.plan, query)
    mediator.publishJourneyPlanned(plan, for: query)
    return CommandResult(plan) { JourneyView.document($0, for: query, in: city, at: clock) }
  }

  static let lastTrain = Command(
    "last-train", "Find the last journey of the day and the latest time for each stop",
    action: Journeys.lastTrain,
    arguments: endpointArguments + dayArguments + wayArguments + changeArguments,
    examples: ["last-train Aeroporto Trindade", "last-train Trindade Aliados --date 2026-12-24"]
  ) { invocation in
    let query = try invocation.input(LastTrainQuery.self)
    let (city, clock) = try await invocation.city(query.city)
    let answer = try await invocation.mediator.perform(Journeys.lastTrain, query)
    return CommandResult(answer) { LastTrainView.document($0, in: city, at: clock) }
  }

  static let firstLast = Command(
    "first-last", "Show the first and last trains of a station", action: Journeys.firstLast,
    arguments: [
      .positional(
        "station", "the station: its name or id:…, a bookmark, or @lat,lon", completion: .stations)
    ] + dayArguments,
    examples: ["first-last Trindade", "first-last Aeroporto --date 2026-12-24"]
  ) { invocation in
    let query = try invocation.input(StationDeparturesQuery.self)
    let (city, clock) = try await invocation.city(query.city)
    let answer = try await invocation.mediator.perform(Journeys.firstLast, query)
    return CommandResult(answer) { StationDeparturesView.document($0, in: city, at: clock.now) }
  }

  static let share = Command(
    "share", "Share the journeys between two stations", outputType: ShareReceipt.self,
    arguments: journeyArguments + [
      .option(
        "as",
        "the channel: text, file, clipboard, mail, ics, link, svg or that of another module "
          + "(default: text)", valueName: "channel", completion: .shareChannels),
      .option(
        "to",
        "the file to write, a folder for a file named after the title, or - for the standard output",
        valueName: "path",
        completion: .files, field: "file"),
    ],
    examples: [
      "share Trindade \"Casa da Música\"", "share Trindade Aliados --as link",
      "share Trindade Aliados --as ics --to trip.ics",
    ]
  ) { invocation in
    let query = try invocation.input(JourneyQuery.self)
    let (city, clock) = try await invocation.city(query.city)
    let plan = try await invocation.mediator.perform(Journeys.plan, query)
    let item = try ShareItem(
      plan, of: query, in: city, at: clock, scheme: invocation.mediator.scheme)
    let request = ShareRequest(item, as: invocation.value("as"), to: invocation.value("file"))
    let receipt = try await invocation.mediator.perform(Share.share, request)
    return CommandResult(receipt, clipboardText: receipt.clipboardText) {
      [.code($0.sentence)]
    }
  }

  /// The form of the Journey scene: the arguments of `route` that apply to a whole day.
  static let journeyOptions = timeArguments.filter {
    !["until", "first", "last"].contains($0.name)
  }

  /// The form that asks for the name of a journey's bookmark.
  static let bookmarkJourney = Command(
    "bookmarks add", "Bookmark the journey", calls: Bookmarks.add,
    arguments: [.positional("name", "the name of the bookmark, such as home or work")],
    examples: []
  ) { bookmark in "Added bookmark '\(bookmark.name)'." }

  private static let endpointArguments: [Argument] = [
    .positional(
      "from",
      "where to start: a station's name, id:…, @lat,lon, or the name of a bookmark ('go' plans a "
        + "bookmarked journey)",
      completion: .stations),
    .positional("to", "the destination, in the same form", completion: .stations),
  ]

  private static let dayArguments: [Argument] = [.city, dateArgument]

  private static let dateArgument = Argument.option(
    "date", "the day, such as tomorrow, fri, 22 Nov or 2026-11-22 (default: today)",
    valueName: "day")

  private static let wayArguments: [Argument] = [
    .option(
      "via", "a station on the way, to pass or change at", valueName: "station",
      completion: .stations),
    .option("avoid", "lines not to use, such as A,Bx", valueName: "lines", completion: .lines),
  ]

  private static let changeArguments: [Argument] = [
    .option(
      "change-time", "seconds for a change where the feed gives none (default: 120)",
      valueName: "seconds"),
    .option(
      "walk",
      """
      also change on foot, up to this distance in metres, 0 to 1000 (default: 200 where the feed says \
      nothing about changes, else never)
      """,
      valueName: "metres"),
  ]

  private static let timeArguments: [Argument] =
    [
      dateArgument,
      .option(
        "depart",
        "the earliest departure, such as 8, 08:05, 8am or +30 (default: now; on another day, 03:00)",
        valueName: "time"),
      .option(
        "until", "list every journey that departs up to this time, at most 03:00 at night",
        valueName: "time"),
      .option("arrive", "the latest arrival, instead of a departure", valueName: "time"),
      .flag("first", "find the first journey of the day"),
      .flag("last", "find the last journey of the day, or before 03:00 of the running night"),
      .option(
        "by", "show only the best journey by this criterion", valueName: "strategy",
        completion: .choices(Preference.allCases.map(\.rawValue))),
    ] + wayArguments + changeArguments

  private static let journeyArguments: [Argument] = endpointArguments + [.city] + timeArguments
}

extension Invocation {
  /// The city of a query, or the current city for nil, and the clock there.
  fileprivate func city(_ id: CityID?) async throws -> (City, CityClock) {
    let city = try await mediator.perform(DataSource.city, CityQuery(city: id))
    return (city, CityClock(now(), in: city.timeZone))
  }

  /// The query for journeys to a bookmark: to both of its ends, or from a given start to its only
  /// one.
  fileprivate func query(to bookmark: Bookmark) throws -> JourneyQuery {
    let given = readParameters().values
    guard let from = given["from"]?.last ?? bookmark.to.map({ _ in bookmark.from.reference }) else {
      throw CommandLineError.missingArgument("from", usage: "go <name> <from>")
    }
    var fields = Parameters()
    for (field, values) in given where !["name", "from"].contains(field) {
      for value in values { fields.append(value, for: field) }
    }
    fields.append(from, for: "from")
    fields.append((bookmark.to ?? bookmark.from).reference, for: "to")
    fields.append(bookmark.city.description, for: "city")
    return try forwarded(to: .route, parameters: fields).input(JourneyQuery.self)
  }
}
