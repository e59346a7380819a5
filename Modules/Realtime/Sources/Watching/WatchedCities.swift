import DataSourceInterface
import Foundation
import Mediator
import ModuleManager
import Platform
import RealtimeInterface

/// The cities that somebody has asked for.
final class WatchedCities: Sendable {
  private let mediator: Mediator
  private let clock: AnyClock
  private let now: @Sendable () -> Date
  private let log: Log
  private let watches = Lock<[CityID: CityWatch]>([:])

  init(_ context: ModuleContext, clock: any Clock<Duration>) {
    mediator = context.mediator
    self.clock = AnyClock(clock)
    now = context.now
    log = context.log
  }

  func watch(of city: CityID) -> CityWatch {
    watches.withLock { watches in
      if let known = watches[city] { return known }
      let watch = CityWatch(city, mediator: mediator, clock: clock, now: now, log: log)
      watches[city] = watch
      return watch
    }
  }

  /// What is known about now in a city, after its sources were asked.
  func status(of id: CityID?) async throws -> RealtimeStatus {
    let city = try await asked(id)
    return RealtimeStatus(city: city, sources: watch(of: city).knowledge.status)
  }

  /// The vehicles of a city, after its sources were asked.
  func vehicles(of id: CityID?) async throws -> [Vehicle] {
    watch(of: try await asked(id)).knowledge.vehicles
  }

  private func asked(_ id: CityID?) async throws -> CityID {
    let city = try await mediator.perform(DataSource.city, CityQuery(city: id)).id
    if try await !mediator.perform(DataSource.liveSources, city).isEmpty {
      await watch(of: city).ask()
    }
    return city
  }

  /// Ends all requests.
  func stop() {
    for watch in watches.withLock({ Array($0.values) }) { watch.stop() }
  }
}
