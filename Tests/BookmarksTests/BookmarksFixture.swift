import BookmarksInterface
import Console
import DataSourceFixture
import DataSourceInterface
import Foundation
import JourneysInterface
import Mediator
import ModuleTesting
import Platform
import Scenes
import Testing

@testable import Bookmarks

/// Runs the bookmarks module with a stub of DataSource that has two cities and three stations.
final class BookmarksFixture: Sendable {
  static let now = Date(timeIntervalSince1970: 1_795_219_200)

  let harness: ModuleHarness
  /// The current time.
  let time: Lock<Date>
  var mediator: Mediator { harness.mediator }
  var folder: URL { harness.folder }

  init(folder: URL? = nil, configuration: Parameters = [:]) async throws {
    let time = Lock(Self.now)
    self.time = time
    harness = try await ModuleHarness(
      BookmarksModule.self, folder: folder, now: { time.withLock(\.self) },
      configuration: configuration)
    let stations = ["Trindade", "Aliados", "西直门"].map { ($0, [String]()) }
    let dataSource = DataSourceStub(
      SampleNetwork(name: "Porto", stations: stations, trips: []),
      cities: [.sample(name: "Porto"), .sample(.newYork)])
    try dataSource.stub(on: harness.mediator)
  }

  func close() async {
    await harness.stop()
  }

  func published<Published: Event>(_ type: Published.Type) -> [Published] {
    harness.published(type)
  }

  @discardableResult
  func add(
    _ name: String, from: String = "Trindade", to: String? = "Aliados", city: CityID? = nil,
    stepFree: Bool? = nil
  ) async throws -> Bookmark {
    let request = AddBookmark(name: name, from: from, to: to, city: city, stepFree: stepFree)
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

  /// Publishes that a journey from Trindade was planned, and waits until it is in the history.
  func planJourney(to: String, city: CityID = .builtIn) async {
    await planJourney(to: PointOfInterest(id: to, name: TranslatedName(to)), city: city)
  }

  func planJourney(to: PointOfInterest, city: CityID = .builtIn) async {
    mediator.publish(
      JourneyPlanned(
        city: city, from: PointOfInterest(id: "Trindade", name: "Trindade"), to: to))
    await mediator.drain()
  }

  /// The text output of a command.
  func text(of command: String, _ parameters: Parameters = [:]) async throws -> String {
    try await run(command, parameters).text(on: Page(columns: 80))
  }

  /// The JSON output of a command.
  func json(of command: String, _ parameters: Parameters = [:]) async throws -> String {
    String(decoding: try await run(command, parameters).json, as: UTF8.self)
  }

  /// Publishes that a city was removed, and waits until the history is changed.
  func removeCity(_ city: CityID) async {
    mediator.publish(CityRemoved(city: city))
    await mediator.drain()
  }

  private func run(_ command: String, _ parameters: Parameters) async throws -> CommandResult {
    let command = try #require(
      BookmarksModule.commands.first { $0.words.joined(separator: " ") == command })
    let invocation = Invocation(
      parameters: parameters, mediator: mediator, progress: ProgressReporter { _, _ in },
      now: { Self.now })
    return try await command.run(invocation)
  }
}

extension CityID {
  /// A city that the fixture has installed.
  static let newYork = CityID("new-york") ?? .builtIn
  /// A city that is not installed.
  static let atlantis = CityID("atlantis") ?? .builtIn
}
