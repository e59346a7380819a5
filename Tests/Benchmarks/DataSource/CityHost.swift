import DataSource
import DataSourceInterface
import Foundation
import Mediator
import ModuleManager

/// The module alone, in a folder that may be shared.
struct CityHost {
  let mediator = Mediator()
  private let manager: ModuleManager

  init(in folder: URL) async throws {
    manager = try ModuleManager([DataSourceModule.self], mediator: mediator) { [mediator] _ in
      ModuleContext(mediator: mediator, folder: folder)
    }
    try await manager.open()
  }

  func perform<Input, Output>(
    _ action: Action<Input, Output>, _ input: Input
  ) async throws -> Output {
    try await mediator.perform(action, input)
  }

  /// Makes a feed the city that is measured, or takes the built-in one where there is none.
  func install(_ feed: String?) async throws -> City {
    guard let feed, let city = CityID("measured") else {
      return try await perform(DataSource.city, CityQuery())
    }
    return try await perform(DataSource.install, InstallRequest(city: city, file: feed))
  }
}
