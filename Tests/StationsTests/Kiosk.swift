import BookmarksInterface
import Console
import DataSourceInterface
import Foundation
import ListScene
import Mediator
import StationsInterface
import TestSupport

@testable import Stations

/// The module at work on a city of three stations in a row, a kilometre apart.
final class Kiosk: Sendable {
  static let stations = [
    Station(
      id: "A", name: "Airport", coordinate: Coordinate(latitude: 41, longitude: -8),
      lines: [Line(id: "1", name: "1", color: LineColor(rgb: 0xFF0000))]),
    Station(
      id: "B", name: "西直门", coordinate: Coordinate(latitude: 41.009, longitude: -8),
      lines: (1...9).map { Line(id: "\($0)", name: "\($0)", color: nil) }),
    Station(
      id: "C", name: "Centre", coordinate: Coordinate(latitude: 41.018, longitude: -8), lines: []),
    Station(id: "N", name: "Nowhere", coordinate: nil, lines: []),
  ]

  private let harness: ModuleHarness
  let searches = Recorder<StationSearch>()
  let kept = Recorder<AddBookmark>()
  var mediator: Mediator { harness.mediator }

  init() async throws {
    harness = try await ModuleHarness(
      StationsModule.self, now: { Date(timeIntervalSince1970: 8 * 3600) })
    try harness.stub(DataSource.stations) { [searches] search in
      searches.record(search)
      let text = search.text ?? ""
      let found =
        text.hasPrefix("@")
        ? Self.stations.filter { $0.coordinate != nil }
        : Self.stations.filter { text.isEmpty || $0.name.contains(text) }
      return Array(found.prefix(search.limit ?? found.count))
    }
    try harness.stub(Bookmarks.add) { [kept] request in
      kept.record(request)
      let station = try Self.station(request.from)
      return Bookmark(
        name: request.name, city: .builtIn, from: Place(id: station.id, name: station.name))
    }
    try harness.stub(DataSource.station) { try Self.station($0.name) }
    try harness.stub(DataSource.timetable) { _ in .trains([Trains(starts: [9 * 3600])]) }
    try harness.stub(DataSource.stationDetails) { query in
      let station = try Self.station(query.name)
      return StationDetails(
        station: station, otherNames: ["Xizhimen"],
        platforms: [
          Stop(id: "p", name: "", platform: "2", station: station.id, coordinate: nil)
        ],
        entrances: (1...14).map {
          Entrance(id: "e\($0)", name: "\(station.name) - Gate \($0)", coordinate: nil)
        },
        facilities: [.lift, .stairs], isStepFree: true, date: query.date ?? ServiceDate(day: 0),
        departures: station.lines.prefix(1).map { line in
          DepartureSpan(
            line: line, direction: 0, headsigns: ["Centre"], first: ServiceTime(seconds: 21600),
            last: ServiceTime(seconds: 90030), count: 9)
        })
    }
  }

  private static func station(_ name: String) throws -> Station {
    guard let found = stations.first(where: { $0.name == name || "id:\($0.id)" == name }) else {
      throw DataSourceError.unknownStation(name, city: "Sample", nearest: [])
    }
    return found
  }

  func answer(_ command: Command, _ parameters: Parameters = [:]) async throws -> Answer {
    try await command.run(
      Invocation(
        parameters: parameters, mediator: mediator, progress: ProgressReporter { _, _ in },
        arguments: command.arguments))
  }

  func text(
    _ command: Command, _ parameters: Parameters = [:], columns: Int = 80
  ) async throws -> String {
    try await answer(command, parameters).text(Page(columns: columns))
  }
}
