import CityListInterface
import Console
import DataSourceInterface
import Mediator
import Platform

extension Invocation {
  /// Runs `work` for all cities at the same time, and collects its results and errors in the order
  /// of the cities.
  func results(
    of cities: [CityID], _ activity: String,
    _ work: @escaping @Sendable (CityID) async throws -> CityUpdate
  ) async -> CityResults {
    let outcomes = await showingProgress(of: cities, activity) { finish in
      await withTaskGroup { group in
        for city in cities {
          group.addTask { await outcome(of: city, work) }
        }
        return await group.reduce(into: [CityID: CityOutcome]()) { outcomes, outcome in
          finish(outcome.city)
          outcomes[outcome.city] = outcome
        }
      }
    }
    var results = CityResults(cities: [])
    for city in cities {
      switch outcomes[city]?.result {
      case .success(let update): results.add(update)
      case .failure(let error): results.add(error, of: city)
      case nil: break
      }
    }
    return results
  }

  private func outcome(
    of city: CityID, _ work: @Sendable (CityID) async throws -> CityUpdate
  ) async -> CityOutcome {
    do {
      return CityOutcome(city: city, result: .success(try await work(city)))
    } catch {
      return CityOutcome(city: city, result: .failure(await self.error(error, of: city)))
    }
  }

  /// Shows the progress of cities while `work` runs, which calls its parameter at the end of each
  /// city.
  func showingProgress<Result>(
    of cities: [CityID], _ activity: String,
    _ work: (_ finish: @escaping @Sendable (CityID) -> Void) async throws -> Result
  ) async rethrows -> Result {
    guard !cities.isEmpty else { return try await work { _ in } }
    let state = Lock(CitiesProgress(activity, cities))
    // Under the lock, so that texts are shown in the order in which they were made.
    let show = { @Sendable [progress] (change: (inout CitiesProgress) -> Void) in
      state.withLock { state in
        change(&state)
        progress.show(state.text, state.fraction)
      }
    }
    let subscription = mediator.follow(CityProgressed.self) { event in show { $0.show(event) } }
    defer { withExtendedLifetime(subscription) {} }
    show { _ in }
    return try await work { city in show { $0.finish(city) } }
  }

  /// The error of a download, with the commands that resume and discard it if a part of the feed is
  /// on disk.
  func error(_ error: any Error, of city: CityID) async -> any Error {
    guard !(error is CancellationError),
      let listed = try? await mediator.perform(CityList.cities, CitySearch())
        .first(where: { $0.id == city }),
      listed.isInterrupted
    else { return error }
    return InterruptedDownload(
      city: city, app: mediator.scheme, reason: "\(error)",
      kind: (error as? any ModuleError)?.kind ?? .failed)
  }
}

extension Invocation {
  /// The error that names the command which downloads a city of the catalogue, or the city that has
  /// this name or a similar id; nil if the catalogue has neither.
  func error(ofUnknownCity id: CityID) async -> (any ModuleError)? {
    let cities = (try? await mediator.perform(CityList.cities, CitySearch())) ?? []
    if let city = cities.first(where: { $0.id == id }) {
      return CityToDownload(city: id, name: city.name, app: mediator.scheme)
    }
    let named = cities.filter { CityID(typed: $0.name) == id }.map(\.id.description)
    let nearest =
      named.count == 1 ? named : cities.map(\.id.description).nearest(to: id.description)
    return nearest.first.map { CityListError.unknownCity(id, nearest: $0) }
  }
}

/// A city that is not installed, but can be downloaded.
struct CityToDownload: ModuleError {
  let city: CityID
  let name: String
  let app: String
  let kind = FailureKind.notFound

  var description: String {
    "'\(city)' is not installed; download \(name) with '\(app) city download \(city)'"
  }
}

/// What the work for a city has returned or thrown. A struct, because the optimizer of Swift 6.3
/// reads wrong memory for a tuple in a task group.
private struct CityOutcome {
  let city: CityID
  let result: Result<CityUpdate, any Error>
}

/// A download that failed with a part of the feed on disk.
struct InterruptedDownload: ModuleError {
  let city: CityID
  let app: String
  let reason: String
  let kind: FailureKind

  var description: String {
    "\(reason); '\(app) city download \(city)' resumes it, '\(app) city remove \(city)' discards it"
  }
}
