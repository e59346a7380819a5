import CityListInterface
import DataSourceInterface
import Mediator

/// What this process is doing for each city, and why it failed the last time.
final class CityJobs: Sendable {
  struct Job {
    var state: CityState
    var progress: Double?
    var reason: String?
  }

  private let jobs = Lock<[CityID: Job]>([:])
  private let mediator: Mediator

  init(_ mediator: Mediator) {
    self.mediator = mediator
  }

  /// What is going on for a city, or how that failed.
  subscript(_ city: CityID) -> Job? { jobs.withLock { $0[city] } }

  /// Forgets how it failed.
  func forget(_ city: CityID) {
    jobs.withLock { if $0[city]?.state == .failed { $0[city] = nil } }
  }

  /// Does the one thing for a city that is done at a time.
  /// - Throws: `CityListError.busy`, and what `work` throws, which is remembered.
  func run<Result>(_ city: CityID, _ work: () async throws -> Result) async throws -> Result {
    try jobs.withLock { jobs throws(CityListError) in
      if let job = jobs[city], job.state != .failed { throw .busy(city) }
      jobs[city] = Job(state: .queued)
    }
    mediator.publish(CityProgressed(city: city, state: .queued))
    do {
      let result = try await work()
      jobs.withLock { $0[city] = nil }
      return result
    } catch {
      let failed = Job(state: .failed, reason: "\(error)")
      jobs.withLock { $0[city] = error is CancellationError ? nil : failed }
      throw error
    }
  }

  /// Tells how far a job is; what is no job of this process is left to whoever does it.
  func report(_ event: CityProgressed) {
    let isOurs = jobs.withLock { jobs in
      guard jobs[event.city] != nil else { return false }
      jobs[event.city] = Job(state: event.state, progress: event.fraction)
      return true
    }
    if isOurs { mediator.publish(event) }
  }
}
