import Bookmarks
import BookmarksInterface
import DataSource
import Foundation
import Mediator
import ModuleManager

/// A host with only the modules that bookmarks need, and its data in one folder.
struct BookmarkHost {
  let mediator = Mediator()
  private let manager: ModuleManager

  init(in folder: URL) async throws {
    manager = try ModuleManager([BookmarksModule.self, DataSourceModule.self], mediator: mediator) {
      [mediator] manifest in
      ModuleContext(
        mediator: mediator, folder: folder.appending(path: manifest.target),
        log: Log(level: .warning) { level, message in print("\(level): \(message)") })
    }
    try await manager.open()
  }

  func add(_ name: String) async throws {
    let request = AddBookmark(name: name, from: "id:trindade", to: "id:aliados")
    _ = try await mediator.perform(Bookmarks.add, request)
  }

  func remove(_ name: String) async throws {
    _ = try await mediator.perform(Bookmarks.remove, BookmarkReference(name: name))
  }

  var names: [String] {
    get async throws { try await mediator.perform(Bookmarks.list).map(\.name) }
  }

  func stop() async { await manager.stop() }
}
