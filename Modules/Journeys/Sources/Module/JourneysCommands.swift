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
    arguments: ["from", "to"],
    examples: [
      "route Trindade \"Casa da Música\"", "route Aeroporto \"São Bento\" --arrive 09:00",
      "route Trindade Aeroporto --depart 08:00 --until 09:00",
      "route id:trindade id:aliados --date 2026-12-24 --last --json",
      "route Trindade Aeroporto --date tomorrow --first", "route @41.152,-8.609 Aliados",
      "route Trindade Aeroporto --step-free",
    ]
  ) { invocation in
    let query = try invocation.input(JourneyQuery.self)
    let (city, clock) = try await invocation.city(query.city)
    let plan = try await invocation.mediator.perform(Journeys.plan, query)
    invocation.mediator.publishJourneyPlanned(plan, for: query)
    var notes: [Block] = []
    for (end, text) in [(plan.from, query.from), (plan.to, query.to)] {
      let namesakes = try await Namesakes(
        of: end, typed: text, in: plan.city, through: invocation.mediator)
      if let namesakes { notes.append(namesakes.note) }
    }
    return CommandResult(plan) { [notes] plan in
      JourneyView.document(plan, for: query, in: city, at: clock) + Document(notes)
    }
  }

  static let go = Command(
    "go", "Plan journeys to a bookmark", input: GoArguments.self, outputType: JourneyPlan.self,
    arguments: ["name", .positional("from", isOptional: true)],
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
    action: Journeys.lastTrain, arguments: ["from", "to"],
    examples: ["last-train Aeroporto Trindade", "last-train Trindade Aliados --date 2026-12-24"]
  ) { invocation in
    let query = try invocation.input(LastTrainQuery.self)
    let (city, clock) = try await invocation.city(query.city)
    let answer = try await invocation.mediator.perform(Journeys.lastTrain, query)
    return CommandResult(answer) { LastTrainView.document($0, in: city, at: clock) }
  }

  static let firstLast = Command(
    "first-last", "Show the first and last trains of a station", action: Journeys.firstLast,
    arguments: ["station"],
    examples: ["first-last Trindade", "first-last Aeroporto --date 2026-12-24"]
  ) { invocation in
    let query = try invocation.input(StationDeparturesQuery.self)
    let (city, clock) = try await invocation.city(query.city)
    let answer = try await invocation.mediator.perform(Journeys.firstLast, query)
    return CommandResult(answer) { StationDeparturesView.document($0, in: city, at: clock.now) }
  }

  static let share = Command(
    "share", "Share the journeys between two stations", input: JourneyQuery.self,
    outputType: ShareReceipt.self,
    arguments: [
      "from", "to",
      .option(
        "as",
        .init(
          "the channel: text, file, clipboard, mail, ics, link, svg or that of another module",
          default: "text", valueName: "channel", suggestions: .shareChannels)),
      .option(
        "to",
        .init(
          "the file to write, a folder for a file named after the title, or - for the standard output",
          valueName: "path", suggestions: .files),
        field: "file"),
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
}

extension DefaultCommand {
  /// Plans journeys if the first word is the name of a station, or if both are a part of a name. A
  /// part must have four letters: fewer are rather a misspelt command.
  static let route = DefaultCommand(.route) { invocation in
    guard let from = invocation.value("from"), let to = invocation.value("to") else {
      return false
    }
    let city = try invocation.input(CityQuery.self).city
    switch try await invocation.endpoint(from, in: city) {
    case nil: return false
    case .station(_, isExactName: false):
      guard from.count >= 4 else { return false }
      return try await invocation.endpoint(to, in: city) != nil
    case .station, .place: return true
    }
  }
}

/// The arguments of the command `go`: those of `JourneyQuery`, with the name of a bookmark in place
/// of the destination and the city.
struct GoArguments: SchemaDescribing {
  let name: String
  let from: String?
  let date: DayExpression?
  let depart: TimeExpression?
  let until: TimeExpression?
  let arrive: TimeExpression?
  let first: Bool?
  let last: Bool?
  let by: Preference?
  let via: String?
  let avoid: String?
  let changeTime: Int?
  let walk: Int?
  let stepFree: Bool?

  static var fieldDescriptions: FieldDescriptions {
    [
      "name": .init(
        "the name of the bookmark, such as home",
        suggestions: .results(of: Bookmarks.list) { $0.map(\.name) }),
      "from": .init(
        "where to start, for a bookmark of one station or place", suggestions: .stations),
    ]
      + JourneyQuery.fieldDescriptions.only(
        "date", "depart", "until", "arrive", "first", "last", "by", "via", "avoid", "changeTime",
        "walk", "stepFree")
  }
}

extension Invocation {
  /// The city of a query, or the current city for nil, and the clock there.
  fileprivate func city(_ id: CityID?) async throws -> (City, CityClock) {
    let city = try await mediator.perform(DataSource.city, CityQuery(city: id))
    return (city, CityClock(now(), in: city.timeZone))
  }

  /// The station or place that a text means; nil if it means none.
  /// - Throws: `DataSourceError.unknownCity`.
  fileprivate func endpoint(_ text: String, in city: CityID?) async throws -> Endpoint? {
    do {
      return try await EndpointResolver(mediator: mediator).endpoints([text], in: city)
        .endpoints.first
    } catch DataSourceError.unknownCity(let id, let installed) {
      throw DataSourceError.unknownCity(id, installed: installed)
    } catch {
      return nil
    }
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
    if bookmark.stepFree == true, given["stepFree"] == nil {
      fields.append("true", for: "stepFree")
    }
    return try forwarded(to: .route, parameters: fields).input(JourneyQuery.self)
  }
}
