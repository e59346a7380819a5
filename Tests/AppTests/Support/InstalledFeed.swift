import DataSourceInterface
import Foundation
import Mediator
import ModuleManager
import TestSupport
import Testing

@testable import HostKit
@testable import metro

/// A city from a feed of the shared data.
enum InstalledFeed {
  /// Installs a feed in a temporary folder, and passes the mediator of the modules to `body`.
  static func with(
    _ feed: String, _ body: (Mediator, CityID) async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "feed-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let mediator = Mediator()
    let manager = try ModuleManager(AppModules.all, mediator: mediator) { manifest in
      ModuleContext(
        mediator: mediator, folder: folder.appending(path: manifest.target))
    }
    try await manager.open()
    let city = try #require(CityID(feed))
    let request = InstallRequest(city: city, file: SharedData.path("feeds/\(feed).zip"))
    _ = try await mediator.perform(DataSource.install, request)
    try await body(mediator, city)
    await manager.stop()
  }
}
