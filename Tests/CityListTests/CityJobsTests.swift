import CityListInterface
import DataSourceInterface
import Mediator
import Testing

@testable import CityList

struct CityJobsTests {
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
}
