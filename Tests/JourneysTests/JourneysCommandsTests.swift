import BookmarksInterface
import Console
import DataSourceFixture
import DataSourceInterface
import Documents
import Foundation
import JourneysInterface
import Mediator
import ModuleTesting
import RoutingInterface
import ShareInterface
import Testing

@testable import Journeys

@Suite struct JourneysCommandsTests {
  private static let home = PointOfInterest(id: "h", name: "Home Street")
  private static let office = PointOfInterest(id: "o", name: "Office Park")

  private let mediator = Mediator()
  private let queries = Recorder<JourneyQuery>()
  private let planned = Recorder<JourneyPlanned>()
  private let subscription: Subscription

  init() throws {
    let (queries, planned) = (queries, planned)
    subscription = mediator.follow(JourneyPlanned.self) { planned.record($0) }
    try mediator.answer(DataSource.city) { _ in .sample(timeZone: "Europe/Lisbon") }
    try mediator.answer(Journeys.plan) { query in
      queries.record(query)
      return JourneyPlan(
        city: .builtIn, date: CalendarDate(day: 0), from: Self.home, to: Self.office, journeys: [])
    }
  }

  private func run(_ command: Command, _ parameters: Parameters) async throws {
    _ = try await command.run(parameters, through: mediator)
  }

  private func go(to bookmark: Bookmark, _ parameters: Parameters) async throws {
    try mediator.answer(Bookmarks.find) { _ in bookmark }
    try await run(.go, parameters)
  }

  @Test(arguments: [
    ("Trindade", "Aliados", true), ("trindade", "aliados", true), ("trin", "alia", true),
    ("Trindade", "Nowhere", true), ("tri", "Aliados", false), ("trin", "Nowhere", false),
    ("statoin", "Aliados", false), ("lien", "D", false),
  ])
  func `two words without a command mean journeys if they are stations`(
    from: String, to: String, isRoute: Bool
  ) async throws {
    let names = ["Trindade", "Aliados"]
    let network = SampleNetwork(stations: names.map { ($0, []) }, trips: [])
    try mediator.answer(DataSource.endpoints) { query in
      let results = query.texts.map { text -> Result<Endpoint, DataSourceError> in
        let station = names.firstIndex { $0.lowercased().hasPrefix(text.lowercased()) }
        guard let station else {
          return .failure(.unknownStation(text, city: network.name, nearest: []))
        }
        return .success(.station(station, isExactName: names[station].count == text.count))
      }
      return Endpoints(
        city: .sample(), timetable: network.timetable(of: .builtIn), results: results)
    }
    let invocation = Invocation(
      parameters: ["from": from, "to": to], mediator: mediator,
      progress: ProgressReporter { _, _ in })
    #expect(try await DefaultCommand.route.accepts(invocation) == isRoute)
  }

  @Test func `'go' takes what 'route' takes, and a bookmark in place of the destination`() throws {
    let names = { (type: any Decodable.Type) in Set(try Schema(of: type).fields.map(\.name)) }
    #expect(
      try names(GoArguments.self)
        == names(JourneyQuery.self).subtracting(["to", "city"]).union(["name"]))
  }

  @Test func `go plans from the start of a bookmark`() async throws {
    let bookmark = Bookmark(name: "Work", city: .builtIn, from: Self.home, to: Self.office)
    try await go(to: bookmark, ["name": "work"])
    #expect(queries.values == [JourneyQuery(from: "id:h", to: "id:o", city: .builtIn)])
    #expect(planned.values.count == 1)
  }

  @Test func `go plans from another start if one is given`() async throws {
    let bookmark = Bookmark(name: "Work", city: .builtIn, from: Self.home, to: Self.office)
    try await go(to: bookmark, ["name": "work", "from": "Elsewhere"])
    #expect(queries.values.first?.from == "Elsewhere" && queries.values.first?.to == "id:o")
  }

  @Test func `go has the options of route for days, times and lines`() async throws {
    let place = PointOfInterest(at: Coordinate(latitude: 41.15, longitude: -8.61), name: "Home")
    let bookmark = Bookmark(name: "Home", city: .builtIn, from: place)
    try await go(
      to: bookmark,
      ["name": "Home", "from": "A", "date": "fri", "depart": "8am", "avoid": "1", "walk": "400"])
    #expect(
      queries.values == [
        JourneyQuery(
          from: "A", to: "@41.15,-8.61", city: .builtIn, date: DayExpression("fri"),
          depart: .clock(seconds: 28_800), avoid: "1", walk: 400)
      ])
    await #expect(throws: CommandLineError.self) {
      try await run(.go, ["name": "Home", "from": "A", "depart": "soon"])
    }
  }

  @Test(
    arguments: [
      (true, ["name": "work"]), (nil, ["name": "work", "stepFree": "true"]),
    ] as [(Bool?, Parameters)])
  func `go plans without steps if the bookmark or the person says so`(
    kept: Bool?, parameters: Parameters
  ) async throws {
    let bookmark = Bookmark(
      name: "Work", city: .builtIn, from: Self.home, to: Self.office, stepFree: kept)
    try await go(to: bookmark, parameters)
    #expect(queries.values.map(\.stepFree) == [true])
  }

  @Test func `go needs a start for a bookmark of a station`() async throws {
    let bookmark = Bookmark(name: "Home", city: .builtIn, from: Self.home)
    try await go(to: bookmark, ["name": "home", "from": "Elsewhere"])
    #expect(queries.values == [JourneyQuery(from: "Elsewhere", to: "id:h", city: .builtIn)])
    await #expect(throws: CommandLineError.missingArgument("from", usage: "go <name> <from>")) {
      try await run(.go, ["name": "home"])
    }
  }

  @Test func `route publishes JourneyPlanned once`() async throws {
    try await run(.route, ["from": "Home Street", "to": "Office Park"])
    #expect(queries.values == [JourneyQuery(from: "Home Street", to: "Office Park")])
    #expect(planned.values.map(\.from) == [Self.home] && planned.values.map(\.to) == [Self.office])
  }

  @Test func `share, last-train and first-last publish nothing`() async throws {
    try mediator.answer(Share.share) {
      ShareReceipt(title: $0.item.title, channel: "text", text: nil, file: nil, sentence: "")
    }
    try mediator.answer(Journeys.lastTrain) { _ in
      LastTrain(
        city: .builtIn, date: CalendarDate(day: 0), from: Self.home, to: Self.office, first: nil,
        last: nil)
    }
    try mediator.answer(Journeys.firstLast) { _ in
      StationDepartures(
        city: .builtIn, date: CalendarDate(day: 0),
        station: StopReference(id: "h", name: "Home Street"),
        departures: [])
    }
    try await run(.share, ["from": "Home Street", "to": "Office Park"])
    try await run(.lastTrain, ["from": "Home Street", "to": "Office Park"])
    try await run(.firstLast, ["station": "Home Street"])
    #expect(queries.values.count == 1 && planned.values.isEmpty)
  }
}
