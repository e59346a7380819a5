import DataSource
import DataSourceInterface
import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import Testing

/// The module alone, in a temporary folder that several fixtures can share.
final class DataSourceModuleFixture: Sendable {
  let folder: TemporaryFolder
  let harness: ModuleHarness

  /// Starts the module in `folder`, or in a new one.
  init(
    in folder: TemporaryFolder = TemporaryFolder(),
    now: @escaping @Sendable () -> Date = { Date() }
  ) async throws {
    self.folder = folder
    harness = try await ModuleHarness(DataSourceModule.self, folder: folder.url, now: now)
  }

  var mediator: Mediator { harness.mediator }

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

extension TemporaryFolder {
  /// The paths of all files and folders in it, sorted.
  var files: [String] {
    let paths = FileManager.default.enumerator(atPath: url.path)?.allObjects as? [String]
    return (paths ?? []).sorted()
  }

  /// Returns the file of an installed city.
  func file(of city: CityID) -> URL { url.appending(path: "cities/\(city).city") }

  /// Writes a file, and returns its URL.
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
