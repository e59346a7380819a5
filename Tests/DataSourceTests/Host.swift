import DataSource
import DataSourceInterface
import Foundation
import Mediator
import ModuleManager
import Testing

/// The module alone in a folder of its own, which goes with the last host that uses it.
final class Host: Sendable {
  let mediator = Mediator()
  let folder: Folder
  private let manager: ModuleManager

  /// Opens `folder`, or a new one.
  init(in folder: Folder = Folder()) async throws {
    self.folder = folder
    manager = try ModuleManager([DataSourceModule.self], mediator: mediator) { [mediator] _ in
      ModuleContext(mediator: mediator, folder: folder.url)
    }
    try await manager.open()
  }

  func perform<Input, Output>(
    _ action: Action<Input, Output>, _ input: Input
  ) async throws -> Output {
    try await mediator.perform(action, input)
  }

  /// Installs a feed as `city`.
  @discardableResult
  func install(_ feed: SampleFeed = SampleFeed(), as city: CityID) async throws -> City {
    let file = try folder.write(feed.zip, to: "\(city).zip")
    return try await perform(DataSource.install, InstallRequest(city: city, file: file.path))
  }
}

/// A new folder, removed with the last reference.
final class Folder: Sendable {
  let url = FileManager.default.temporaryDirectory
    .appending(path: "DataSourceTests-\(UUID().uuidString)")

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The names of all files in it, by path.
  var files: [String] {
    let paths = FileManager.default.enumerator(atPath: url.path)?.allObjects as? [String]
    return (paths ?? []).sorted()
  }

  func file(of city: CityID) -> URL { url.appending(path: "cities/\(city).city") }

  @discardableResult
  func write(_ bytes: [UInt8], to name: String) throws -> URL {
    let file = url.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
    return file
  }
}

extension CityID {
  static func named(_ text: String) throws -> CityID { try #require(CityID(text)) }
}
