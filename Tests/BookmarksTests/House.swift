import Bookmarks
import BookmarksInterface
import Console
import DataSourceInterface
import Foundation
import Mediator
import ModuleManager
import RoutingInterface

/// The bookmarks module at work on a folder of its own, which is gone with the house.
final class House: Sendable {
  static let now = Date(timeIntervalSince1970: 1_795_219_200)

  let mediator: Mediator
  let folder: URL
  private let manager: ModuleManager
  private let ownsFolder: Bool

  init(folder existing: URL? = nil) async throws {
    let mediator = Mediator()
    let folder =
      existing
      ?? FileManager.default.temporaryDirectory.appendingPathComponent(
        "interchange-\(UUID().uuidString)")
    let modules: [any Module.Type] = [
      BookmarksModule.self, SmallDataSource.self, SilentRouting.self,
    ]
    self.mediator = mediator
    self.folder = folder
    self.ownsFolder = existing == nil
    manager = try ModuleManager(modules, mediator: mediator) { _ in
      ModuleContext(mediator: mediator, folder: folder, now: { Self.now })
    }
    try await manager.open()
  }

  deinit {
    if ownsFolder { try? FileManager.default.removeItem(at: folder) }
  }

  func close() async {
    await manager.stop()
  }

  @discardableResult
  func add(
    _ name: String, from: String = "Trindade", to: String = "Aliados", city: CityID? = nil
  ) async throws -> Bookmark {
    let request = AddBookmark(name: name, from: from, to: to, city: city)
    return try await mediator.perform(Bookmarks.add, request)
  }

  func remove(_ name: String) async throws -> Bookmark {
    try await mediator.perform(Bookmarks.remove, BookmarkReference(name: name))
  }

  var names: [String] {
    get async throws { try await mediator.perform(Bookmarks.list).map(\.name) }
  }

  /// Tells that a person asked for the journeys from Trindade to a place, and waits for all who care.
  func ask(to: String) async {
    mediator.publish(
      JourneyPlanned(
        city: .builtIn, from: Place(id: "trindade", name: "Trindade"), to: Place(id: to, name: to)))
    await mediator.settle()
  }

  /// What a person reads who runs a command.
  func text(of command: String, _ parameters: Parameters = [:]) async throws -> String {
    guard
      let command = BookmarksModule.commands.first(where: {
        $0.words.joined(separator: " ") == command
      })
    else { return "no such command" }
    let invocation = Invocation(
      parameters: parameters, mediator: mediator, progress: ProgressReporter { _, _ in })
    return try await command.run(invocation).text(Page(columns: 80))
  }
}
