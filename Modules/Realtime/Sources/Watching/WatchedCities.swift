import DataSourceInterface
import Foundation
import Mediator
import ModuleManager
import Platform
import RealtimeInterface

/// The cities that somebody has asked for.
final class WatchedCities: Sendable {
  private let mediator: Mediator
  private let clock: any Clock<Duration>
  private let now: @Sendable () -> Date
  private let log: Log
  private let watches = Lock<[CityID: CityWatch]>([:])

  init(_ context: ModuleContext) {
    mediator = context.mediator
    clock = context.clock
    now = context.now
    log = context.log
  }

  /// Asks the sources of a city, if it has any.
  func ask(_ city: CityID) async throws {
    let sources = try await mediator.perform(DataSource.liveSources, city)
    guard sources.isEmpty else { return await watch(of: city).ask(sources) }
    // What the sources said before is taken back.
    guard let watch = watches.withLock({ $0.removeValue(forKey: city) }) else { return }
    await watch.ask(sources)
    watch.stop()
  }

  private func watch(of city: CityID) -> CityWatch {
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
    let known = knowledge(of: city)?.answers ?? []
    let sources = try await mediator.perform(DataSource.liveSources, city)
    return RealtimeStatus(
      city: city,
      sources: sources.map { source in
        known.first { $0.source == source }?.status
          ?? RealtimeStatus.Source(
            address: source.shownAddress, asOf: nil, failure: "no answer within two seconds")
      })
  }

  /// The vehicles of a city, after its sources were asked, but for those with old positions.
  func vehicles(of id: CityID?) async throws -> [Vehicle] {
    knowledge(of: try await asked(id))?.vehicles(at: now()) ?? []
  }

  private func asked(_ id: CityID?) async throws -> CityID {
    let city = try await mediator.perform(DataSource.city, CityQuery(city: id)).id
    try await ask(city)
    return city
  }

  private func knowledge(of city: CityID) -> LiveKnowledge? {
    watches.withLock { $0[city] }?.knowledge
  }

  /// Ends all requests.
  func stop() {
    for watch in watches.withLock({ Array($0.values) }) { watch.stop() }
  }
}
