import BookmarksInterface
import Console
import DataSourceFixture
import DataSourceInterface
import Documents
import JourneysInterface
import MapInterface
import Mediator
import ModuleTesting
import NewsInterface
import Platform
import RealtimeInterface
import RoutingInterface
import Scenes
import StationsInterface
import Testing

@testable import Map

/// Runs the map module with stubs that answer the lines, stations and journey of a test.
final class MapFixture: Sendable {
  private let harness: ModuleHarness
  let queries = Recorder<JourneyQuery>()
  let dataSource: DataSourceStub
  private let bookmarks = Lock<[Bookmark]>([])
  /// What `News.concerning` returns, and the questions.
  let notices = Lock<(items: [NewsItem], questions: [NewsConcern])>(([], []))
  /// What `Realtime.vehicles` returns.
  let vehicles = Lock<[Vehicle]>([])
  var mediator: Mediator { harness.mediator }

  init(
    _ lines: [LineDetails], _ stations: [Station], plan: JourneyPlan? = nil,
    platforms: [(name: String, platforms: [String])] = [], city: String = "Sample"
  ) async throws {
    harness = try await ModuleHarness(MapModule.self)
    dataSource = DataSourceStub(
      SampleNetwork(stations: platforms, trips: []),
      cities: [.sample(name: city, agency: "Agency")],
      stations: stations, lines: lines)
    try dataSource.stub(on: harness.mediator)
    try harness.stub(Bookmarks.history) { _ in [] }
    try harness.stub(DataSource.liveSources) { _ in [] }
    try harness.stub(News.concerning) { [notices] concern in
      notices.withLock { notices in
        notices.questions.append(concern)
        return notices.items
      }
    }
    try harness.stub(Realtime.vehicles) { [vehicles] _ in vehicles.withLock(\.self) }
    try harness.stub(Bookmarks.list) { [bookmarks] _ in bookmarks.withLock(\.self) }
    try harness.stub(Journeys.plan) { [queries] query in
      queries.record(query)
      return plan
        ?? JourneyPlan(
          city: .builtIn, date: CalendarDate(day: 0),
          from: PointOfInterest(id: query.from, name: TranslatedName(query.from)),
          to: PointOfInterest(id: query.to, name: TranslatedName(query.to)), journeys: [],
          reason: "no train runs")
    }
  }

  /// Bookmarks stations, or journeys from the first to the second of two.
  func bookmark(_ places: [(city: CityID, from: String, to: String?)]) {
    func place(_ name: String) -> PointOfInterest {
      PointOfInterest(id: name, name: TranslatedName(name))
    }
    let list = places.map { city, from, to in
      Bookmark(name: from, city: city, from: place(from), to: to.map(place))
    }
    bookmarks.withLock { $0 = list }
  }

  /// Lets a person pick one station.
  func stubPicker(_ name: String) throws {
    let station = PointOfInterest(id: name, name: TranslatedName(name))
    try harness.stub(Stations.picker) { _ in
      StationPicker { title, end in
        let section = ListSection(
          "stations", id: \.id,
          layout: .table(.init { (place: PointOfInterest) in "\(place.name)" })
        ) { _ in ListPage([station]) }
        let scene = ListScene(title, [section])
        scene.addChoice(from: section, end)
        return scene
      }
    }
  }

  func draw(_ query: MapQuery = MapQuery()) async throws -> MapDrawing {
    try await mediator.perform(Map.draw, query)
  }

  func answer(
    _ command: Command, _ parameters: Parameters, isTerminal: Bool = false
  ) async throws -> CommandResult {
    try await command.run(
      Invocation(
        parameters: parameters, mediator: mediator, progress: ProgressReporter { _, _ in },
        arguments: command.arguments, isTerminal: isTerminal))
  }
}

extension Journey {
  /// A journey with one ride, which stops at all `stops`.
  static func ride(
    _ line: LineDetails, _ stops: String..., headway: Duration? = nil
  ) -> Journey {
    let places = stops.map { StopReference(id: $0, name: TranslatedName($0)) }
    let ride = Ride(
      line: line.line, trip: nil, serviceDate: CalendarDate(day: 20_777), headway: headway,
      headsign: "",
      from: places[0], to: places[places.count - 1], departure: ServiceTime(seconds: 36000),
      arrival: ServiceTime(seconds: 36600),
      intermediateStops: Array(places.dropFirst().dropLast()))
    return Journey(departure: ride.departure, arrival: ride.arrival, rides: 1, legs: [.ride(ride)])
  }
}

/// A line with the stations of each course; every second course has the opposite direction.
func line(
  _ name: String, _ color: UInt32? = nil, _ courses: [String]..., isLoop: Bool = false,
  kind: LineKind = .metro
) -> LineDetails {
  .sample(name, color: color, courses: courses, isLoop: isLoop, kind: kind)
}

/// A station whose name is its id, with degrees north and east when they are known.
func station(_ id: String, _ north: Double? = nil, _ east: Double? = nil) -> Station {
  let coordinate = north.flatMap { north in
    east.map { Coordinate(latitude: north, longitude: $0) }
  }
  return .sample(id, at: coordinate)
}
