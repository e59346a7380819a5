import CityListInterface
import DataSourceInterface
import Mediator
import Platform

/// The current job of each city in this process, or the failure of its last job.
final class CityJobs: Sendable {
  struct Job {
    var state: CityState
    var progress: Double?
    var reason: String?
    /// Cancels the job, and returns whether that has ended it. Nil after a failure: the job would
    /// retain its task, and a task that has ended still has the memory of all its calls.
    var stop: (@Sendable () async -> Bool)?
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
  /// - Throws: `CityListError.busy` when the city has a running job, `CancellationError` after
  ///   `stop`, and the errors of `work`.
  func run<Result: Sendable>(
    _ city: CityID, _ work: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    let task = try jobs.withLock { jobs throws(CityListError) in
      if let job = jobs[city], job.state != .failed { throw .busy(city) }
      let task = Task { try await finish(city, work) }
      jobs[city] = Job(state: .queued) {
        task.cancel()
        guard case .failure(let error) = await task.result else { return false }
        return error is CancellationError
      }
      return task
    }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }

  /// Cancels the job of a city, and returns when it has ended.
  /// - Throws: `CityListError.notRunning` when the city has no job in this process, or its job has
  ///   ended by itself meanwhile.
  func stop(_ city: CityID) async throws {
    guard let stop = self[city]?.stop, await stop() else { throw CityListError.notRunning(city) }
    mediator.publish(CityProgressed(city: city, state: .paused))
  }

  private func finish<Result>(
    _ city: CityID, _ work: @Sendable () async throws -> Result
  ) async throws -> Result {
    do {
      let result = try await work()
      jobs.withLock { $0[city] = nil }
      // The events before may have been handled while the job still existed.
      mediator.publish(CityProgressed(city: city, state: .ready))
      return result
    } catch {
      jobs.withLock { jobs in
        jobs[city]?.state = .failed
        jobs[city]?.stop = nil
        jobs[city]?.progress = nil
        jobs[city]?.reason = "\(error)"
        if error is CancellationError { jobs[city] = nil }
      }
      if !(error is CancellationError) {
        mediator.publish(CityProgressed(city: city, state: .failed))
      }
      throw error
    }
  }

  /// Publishes the progress of a job; ignores a city without a job in this process.
  func report(_ event: CityProgressed) {
    let hasJob = jobs.withLock { jobs in
      guard jobs[event.city] != nil else { return false }
      jobs[event.city]?.state = event.state
      jobs[event.city]?.progress = event.fraction
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
