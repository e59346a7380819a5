import BookmarksInterface
import Console
import DataSourceFixture
import DataSourceInterface
import Documents
import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import NewsInterface
import Platform
import Scenes
import StationsInterface
import Testing

@testable import Stations

/// The module with stubs: three stations in a row, a kilometre apart, and one without a coordinate.
final class StationsFixture: Sendable {
  static let stations: [Station] = [
    .sample(
      "A", name: "Airport", at: Coordinate(latitude: 41, longitude: -8),
      lines: [Line(id: "1", name: "1", color: LineColor(rgb: 0xFF0000))]),
    .sample(
      "B", name: "西直门", at: Coordinate(latitude: 41.009, longitude: -8),
      lines: (1...9).map { Line(id: "\($0)", name: "\($0)", color: nil) }),
    .sample("C", name: "Centre", at: Coordinate(latitude: 41.018, longitude: -8)),
    .sample("N", name: "Nowhere"),
  ]

  let dataSource: DataSourceStub
  /// The requests of `Bookmarks.add`.
  let addedBookmarks = Recorder<AddBookmark>()
  /// The notices of which `News.concerning` returns those that concern what was asked.
  let notices = Lock<[NewsItem]>([])
  /// What `Bookmarks.list` returns.
  let bookmarks = Lock<[Bookmark]>([])
  /// Whether `Bookmarks.list` fails.
  let breaksBookmarks = Lock(false)
  /// The stations where the journeys start that `Bookmarks.history` returns.
  let history = Lock<[String]>([])
  /// The seconds since 1970 that the clock shows.
  let time = Lock(8 * 3600)
  let harness: ModuleHarness
  var mediator: Mediator { harness.mediator }

  init() async throws {
    let nearest = Array(Self.stations.prefix(3))
    dataSource = DataSourceStub(
      .init(
        stations: [("A", []), ("B", []), ("C", [])],
        trips: [.init("1", line: "1", headsign: "C", "A 9:00, B 9:10, C 9:20")],
        transfers: [.init(from: "C", to: "B", seconds: 420)]),
      stations: Self.stations,
      searchResults: [
        "Air": [Self.stations[0]], "re": [Self.stations[2], Self.stations[3]],
        "@41,-8": nearest, "@41.0,-8.0": nearest, "@41.009,-8.0": nearest,
        "@41.018,-8.0": nearest, "@41.1,-8": [Self.stations[2]],
      ],
      details: Self.details)
    harness = try await ModuleHarness(
      StationsModule.self,
      now: { [time] in Date(timeIntervalSince1970: Double(time.withLock(\.self))) })
    try dataSource.stub(on: harness.mediator)
    try harness.stub(News.concerning) { [notices] part in
      notices.withLock(\.self).filter { $0.concerns(part) }
    }
    try harness.stub(Bookmarks.list) { [bookmarks, breaksBookmarks] _ in
      guard !breaksBookmarks.withLock(\.self) else {
        throw MediatorError.unavailable(path: "bookmarks/list", reason: "it is damaged")
      }
      return bookmarks.withLock { $0 }
    }
    try harness.stub(Bookmarks.find) { [bookmarks] reference in
      guard let found = bookmarks.withLock({ $0.first { $0.name == reference.name } }) else {
        throw BookmarksError.unknownBookmark(reference.name, nearest: nil)
      }
      return found
    }
    try harness.stub(Bookmarks.history) { [history] _ in
      history.withLock { ids in
        ids.map { id in
          HistoryEntry(
            askedAt: Date(timeIntervalSince1970: 0), city: .builtIn,
            from: PointOfInterest(id: id, name: "Station \(id)"),
            to: PointOfInterest(id: "C", name: "C"))
        }
      }
    }
    try harness.stub(Bookmarks.add) { [addedBookmarks] request in
      addedBookmarks.record(request)
      return Bookmark(
        name: request.name, city: .builtIn,
        from: PointOfInterest(id: request.from, name: TranslatedName(request.name)))
    }
  }

  private static func details(of station: Station, on date: CalendarDate?) -> StationDetails {
    StationDetails(
      station: station, otherNames: ["Xizhimen"],
      platforms: [
        Stop(id: "p", name: "", platform: "2", station: station.id, coordinate: nil)
      ],
      entrances: (1...14).map {
        Entrance(id: "e\($0)", name: "\(station.name) - Gate \($0)", coordinate: nil)
      },
      facilities: [.lift, .stairs], isStepFree: true, date: date ?? CalendarDate(day: 0),
      departures: station.lines.prefix(1).map { line in
        DepartureSpan(
          line: line, direction: 0,
          destinations: [
            .init(
              name: "Centre", first: ServiceTime(seconds: 21600),
              last: ServiceTime(seconds: 90030), count: 9)
          ])
      })
  }

  func answer(_ command: Command, _ parameters: Parameters = [:]) async throws -> CommandResult {
    try await command.run(parameters, through: mediator)
  }

  func text(
    _ command: Command, _ parameters: Parameters = [:], columns: Int = 80
  ) async throws -> String {
    try await answer(command, parameters).text(on: Page(columns: columns))
  }
}
