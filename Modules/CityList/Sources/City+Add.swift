import CityListInterface
import DataSourceInterface
import Foundation
import Mediator
import NetworkInterface

extension City {
  /// How many bytes a feed from the web may have.
  private static let feedLimit = 256 << 20

  /// Installs the feed of a request, fetched first where its source is an address.
  static func add(_ request: AddCity, through mediator: Mediator) async throws -> City {
    guard request.isOnTheWeb else {
      return try await install(request.source, as: request, through: mediator)
    }
    let fetch = FetchRequest(url: request.source, limit: feedLimit)
    let response = try await mediator.perform(Network.fetch, fetch)
    let file = FileManager.default.temporaryDirectory.appending(path: "feed-\(UUID()).zip")
    defer { try? FileManager.default.removeItem(at: file) }
    do {
      try response.body.write(to: file)
    } catch {
      throw CityListError.cannotKeep(request.source, reason: error.reason)
    }
    do {
      return try await install(file.path, as: request, through: mediator)
    } catch DataSourceError.notAFeed(file.path, let reason) {
      throw DataSourceError.notAFeed(request.source, reason: reason)
    }
  }

  private static func install(
    _ file: String, as request: AddCity, through mediator: Mediator
  ) async throws -> City {
    let request = InstallRequest(city: request.city, file: file, name: request.name)
    return try await mediator.perform(DataSource.install, request)
  }
}

extension AddCity {
  fileprivate var isOnTheWeb: Bool {
    let start = source.prefix(8).lowercased()
    return start.hasPrefix("https://") || start.hasPrefix("http://")
  }
}
