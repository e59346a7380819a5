import DataSourceInterface
import Foundation
import Mediator
import ModuleTesting
import Platform
import TestSupport
import Testing

/// A city from a feed of the shared data.
enum InstalledFeed {
  /// The files of each feed that a test has installed, by their paths in the folder of all modules.
  private static let files = Lock<[String: Task<[String: Data], any Error>]>([:])

  /// Passes the mediator of modules in a temporary folder, with the city of a feed, to `body`.
  static func with(
    _ feed: String, _ body: (Mediator, CityID) async throws -> Void
  ) async throws {
    let folder = TemporaryFolder()
    try await install(feed, in: folder.url)
    let city = try #require(CityID(feed))
    try await withAppModules(in: folder.url) { try await body($0, city) }
  }

  /// Installs the city of a feed in the folder of all modules. Each feed is compiled once.
  static func install(_ feed: String, in folder: URL) async throws {
    let task = files.withLock { files in
      if let task = files[feed] { return task }
      let task = Task { try await compile(feed) }
      files[feed] = task
      return task
    }
    for (path, content) in try await task.value {
      let file = folder.appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try content.write(to: file)
    }
  }

  private static func compile(_ feed: String) async throws -> [String: Data] {
    let folder = TemporaryFolder()
    try await withAppModules(in: folder.url) { mediator in
      let request = InstallRequest(
        city: try #require(CityID(feed)), file: SharedData.path("feeds/\(feed).zip"))
      _ = try await mediator.perform(DataSource.install, request)
    }
    var files: [String: Data] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.url.path) {
      let file = folder.url.appending(path: path)
      if try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true {
        files[path] = try Data(contentsOf: file)
      }
    }
    return files
  }
}
