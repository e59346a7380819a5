import CityListInterface
import DataSourceInterface
import Mediator

/// The current job of each city in this process, or the failure of its last job.
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

  subscript(_ city: CityID) -> Job? { jobs.withLock { $0[city] } }

  /// Removes the failure of a city's last job.
  func clearFailure(of city: CityID) {
    jobs.withLock { if $0[city]?.state == .failed { $0[city] = nil } }
  }

  /// Runs `work` as the only job of a city, and stores its failure.
  /// - Throws: `CityListError.busy` when the city has a running job, and the errors of `work`.
  func run<Result>(_ city: CityID, _ work: () async throws -> Result) async throws -> Result {
    try jobs.withLock { jobs throws(CityListError) in
      if let job = jobs[city], job.state != .failed { throw .busy(city) }
      jobs[city] = Job(state: .queued)
    }
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

  /// Publishes the progress of a job; ignores a city without a job in this process.
  func report(_ event: CityProgressed) {
    let hasJob = jobs.withLock { jobs in
      guard jobs[event.city] != nil else { return false }
      jobs[event.city] = Job(state: event.state, progress: event.fraction)
      return true
    }
    if hasJob { mediator.publish(event) }
  }

  /// Publishes the progress of an import; ignores it after the import has ended.
  func report(_ event: ImportProgressed) {
    guard self[event.city]?.state == .importing else { return }
    report(CityProgressed(city: event.city, state: .importing, fraction: event.fraction))
  }
}
