import CityListInterface
import DataSourceInterface
import Mediator
import ModuleTesting
import Testing

@testable import CityList

@Suite(.timeLimit(.minutes(15))) struct CityJobsTests {
  private let jobs = CityJobs(Mediator())

  @Test func `the error of a job is remembered unless it was cancelled`() async {
    await #expect(throws: CancellationError.self) {
      try await jobs.run(.beijing) { throw CancellationError() }
    }
    #expect(jobs[.beijing] == nil)
    let error = CityListError.noAddress(.beijing)
    await #expect(throws: error) { try await jobs.run(.beijing) { throw error } }
    #expect(jobs[.beijing]?.state == .failed && jobs[.beijing]?.reason == error.description)
  }

  @Test func `the task of a failed job is released`() async throws {
    final class Resource: Sendable {}
    struct Failure: Error { let resource: Resource }
    weak var resource: Resource?
    do {
      let new = Resource()
      resource = new
      _ = await Task { [jobs] in
        try await jobs.run(.beijing) { throw Failure(resource: new) }
      }.result
    }
    #expect(jobs[.beijing]?.state == .failed)
    try await wait { resource == nil }
  }

  @Test func `stop cancels a job and returns when it has ended`() async throws {
    let (started, input) = AsyncStream<Void>.makeStream()
    let job = Task {
      try await jobs.run(.beijing) {
        input.finish()
        let (never, continuation) = AsyncStream<Void>.makeStream()
        for await _ in never { continuation.finish() }
        try Task.checkCancellation()
      }
    }
    for await _ in started {}
    try await jobs.stop(.beijing)
    #expect(jobs[.beijing] == nil)
    await #expect(throws: CancellationError.self) { try await job.value }
    let error = CityListError.notRunning(.beijing)
    await #expect(throws: error) { try await jobs.stop(.beijing) }
    #expect(error.kind == .failed && "\(error)".contains("Ctrl-C"))
  }
}
