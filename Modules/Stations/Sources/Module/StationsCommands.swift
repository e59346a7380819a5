import BookmarksInterface
import Console
import DataSourceInterface
import Documents
import Mediator
import Scenes
import StationsInterface

extension Command {
  static let stations = Command(
    "stations", "Find stations by name or near a place", action: Stations.search,
    arguments: [
      .positional("text", isOptional: true),
      .option(
        "limit",
        .init(
          "the maximum number of stations", default: "all, or 10 near a place", valueName: "count")),
    ],
    examples: ["stations", "stations casa", "stations @41.15,-8.61"],
    scene: { try StationScenes.list($0.input(StationSearch.self), through: $0.mediator) })

  static let station = Command(
    "station", "Show the lines, departures and entrances of a station and its neighbours",
    input: StationArguments.self, outputType: Listing.self,
    arguments: [.positional("name", isOptional: true)],
    examples: [
      "station Trindade", "station \"Casa da Música\" --json", "station Trindade --date fri",
      "station --near @41.15,-8.61", "station Trindade --watch",
    ]
  ) { invocation in
    let input = try invocation.input(StationArguments.self)
    switch try await input.subject(through: invocation.mediator) {
    case .stations(let query):
      return .board(try await invocation.mediator.perform(Stations.board, query))
    case .page(let query):
      let scene = await StationScenes.printedPage(query, invocation.mediator)
      await scene.open()
      return try await scene.commandResult(at: invocation.now())
    }
  }.watchable(every: boardInterval).orOutputType(DepartureBoard.self)

  static let board = Command(
    "board", "Show the next departures of several stations", action: Stations.board,
    arguments: [.positional("stations", isOptional: true)],
    examples: [
      "board Trindade Aliados", "board @41.15,-8.61", "board Trindade --watch",
      "board Trindade --watch --json",
    ]
  ) { invocation in
    let query = try invocation.input(BoardQuery.self)
    return .board(try await invocation.mediator.perform(Stations.board, query))
  }.watchable(every: boardInterval)

  /// How often a watched board changes.
  private static let boardInterval = Duration.seconds(30)

  /// The JSON output of `station` for one station: a key for each section of the scene.
  private struct Listing: Decodable {
    let station: StationDetails
    let status: BoardStatus
    let departures: [NextDepartures]
    let nearby: [FoundStation]
  }
}

/// The arguments of the command `station`.
private struct StationArguments: SchemaDescribing {
  let name: String?
  let city: CityID?
  let date: DayExpression?
  let near: String?
  let watch: Bool?

  static var fieldDescriptions: FieldDescriptions {
    [
      "name": .init(
        "the station: its name or id:…, or a bookmark; or @lat,lon for the stations around a place, "
          + "as with --near",
        suggestions: .stations), "city": .city,
      "date": .init(
        "the day of the first and last trains, such as fri, 22 Nov or 22/11 (day/month)",
        default: "today",
        valueName: "day"),
      "near": .init(
        "show the stations around a place instead; with this or --watch, the JSON is that of 'board'",
        valueName: "@lat,lon"),
    ]
  }

  enum Subject {
    /// The page of one station.
    case page(StationDetailsQuery)
    /// The departures of one station, or of those around a place.
    case stations(BoardQuery)
  }

  /// - Throws: `CommandLineError` when arguments are missing or contradict each other;
  ///   `DataSourceError.badCoordinate` when the place is not a coordinate; and the errors of
  ///   `EndpointResolver`.
  func subject(through mediator: Mediator) async throws -> Subject {
    let subject = try await subjectWithoutDate(through: mediator)
    if case .stations = subject, date != nil {
      let form =
        if near != nil { "--near" } else if watch == true { "--watch" } else { "@lat,lon" }
      throw CommandLineError.unusedOption("--date", command: "station \(form)")
    }
    return subject
  }

  private func subjectWithoutDate(through mediator: Mediator) async throws -> Subject {
    switch (name, near) {
    case (nil, nil):
      throw CommandLineError.missingArgument("name", usage: "station <name>")
    case (let name?, _?):
      throw CommandLineError.unexpectedArgument(name, usage: "station --near <@lat,lon>")
    case (nil, let place?):
      let coordinate = place.hasPrefix("@") ? place.dropFirst() : place[...]
      guard Coordinate(coordinate) != nil else { throw DataSourceError.badCoordinate(place) }
      return .stations(BoardQuery(stations: ["@\(coordinate)"], city: city))
    case (let name?, nil):
      let reference = try await EndpointResolver(mediator: mediator).reference(to: name, in: city)
      guard watch == true || reference.hasPrefix("@") else {
        return .page(StationDetailsQuery(name: reference, city: city, date: date))
      }
      return .stations(BoardQuery(stations: [reference], city: city))
    }
  }
}

extension CommandResult {
  fileprivate static func board(_ board: DepartureBoard) -> CommandResult {
    CommandResult(board, lines: BoardView.lines, view: BoardView.document)
  }
}
