import Bookmarks
import BookmarksInterface
import Console
import DataSourceInterface
import Foundation
import Mediator
import RoutingInterface
import TestSupport
import Testing

/// The bookmarks module at work beside a small DataSource: two cities, and three stations in each.
final class House: Sendable {
  static let now = Date(timeIntervalSince1970: 1_795_219_200)
  private static let cities: [CityID] = [.builtIn, .newYork]
  private static let stations = [
    "trindade": "Trindade", "aliados": "Aliados", "xizhimen": "西直门",
  ]

  private let harness: ModuleHarness
  var mediator: Mediator { harness.mediator }
  var folder: URL { harness.folder }

  init(folder: URL? = nil) async throws {
    harness = try await ModuleHarness(BookmarksModule.self, folder: folder, now: { Self.now })
    try harness.stub(DataSource.city) { query in
      let id = query.city ?? .builtIn
      guard Self.cities.contains(id) else {
        throw DataSourceError.unknownCity(id, installed: Self.cities)
      }
      let day = ServiceDate(day: 0)
      return City(
        id: id, name: id.description, agency: "", timeZone: "UTC", firstDate: day, lastDate: day,
        stations: 3, lines: 0, isBuiltIn: id == .builtIn, isCurrent: id == .builtIn)
    }
    try harness.stub(DataSource.station) { query in
      guard let found = Self.stations.first(where: { $0.value == query.name }) else {
        throw DataSourceError.unknownStation(query.name, city: "Porto", nearest: [])
      }
      return Station(id: found.key, name: found.value, coordinate: nil, lines: [])
    }
  }

  func close() async {
    await harness.stop()
  }

  func published<Published: Event>(_ type: Published.Type) -> [Published] {
    harness.published(type)
  }

  @discardableResult
  func add(
    _ name: String, from: String = "Trindade", to: String? = "Aliados", city: CityID? = nil
  ) async throws -> Bookmark {
    let request = AddBookmark(name: name, from: from, to: to, city: city)
    return try await mediator.perform(Bookmarks.add, request)
  }

  func remove(_ name: String) async throws -> Bookmark {
    try await mediator.perform(Bookmarks.remove, BookmarkReference(name: name))
  }

  func rename(_ name: String, to newName: String) async throws -> Bookmark {
    try await mediator.perform(Bookmarks.rename, RenameBookmark(name: name, newName: newName))
  }

  @discardableResult
  func move(_ name: String, before other: String? = nil) async throws -> Bookmark {
    try await mediator.perform(Bookmarks.move, MoveBookmark(name: name, before: other))
  }

  func undo() async throws -> String {
    try await mediator.perform(Bookmarks.undo).change
  }

  func clear(_ section: BookmarkSection) async throws -> Int {
    try await mediator.perform(Bookmarks.clear, ClearBookmarks(section: section)).count
  }

  var bookmarks: [Bookmark] {
    get async throws { try await mediator.perform(Bookmarks.list) }
  }

  var names: [String] {
    get async throws { try await mediator.perform(Bookmarks.list).map(\.name) }
  }

  /// Tells that a person asked for the journeys from Trindade to a place, and waits for all who care.
  func ask(to: String, city: CityID = .builtIn) async {
    mediator.publish(
      JourneyPlanned(
        city: city, from: Place(id: "trindade", name: "Trindade"), to: Place(id: to, name: to)))
    await mediator.settle()
  }

  /// What a person reads who runs a command.
  func text(of command: String, _ parameters: Parameters = [:]) async throws -> String {
    try await answer(command, parameters).text(Page(columns: 80))
  }

  /// What a program reads that runs a command.
  func json(of command: String, _ parameters: Parameters = [:]) async throws -> String {
    String(decoding: try await answer(command, parameters).json, as: UTF8.self)
  }

  /// Tells that a city was removed, and waits for all who care.
  func remove(_ city: CityID) async {
    mediator.publish(CityRemoved(city: city))
    await mediator.settle()
  }

  private func answer(_ command: String, _ parameters: Parameters) async throws -> Answer {
    let command = try #require(
      BookmarksModule.commands.first { $0.words.joined(separator: " ") == command })
    let invocation = Invocation(
      parameters: parameters, mediator: mediator, progress: ProgressReporter { _, _ in },
      now: { Self.now })
    return try await command.run(invocation)
  }
}

extension CityID {
  /// Installed in the house's DataSource.
  static let newYork = CityID("new-york") ?? .builtIn
  /// Nowhere to be found.
  static let atlantis = CityID("atlantis") ?? .builtIn
}
