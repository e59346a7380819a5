import DataSourceInterface
import Documents
import Mediator
import ModuleTesting
import Platform
import RoutingInterface
import Testing

@testable import Routing

@Suite struct JourneyPlannerTests {
  @Test(arguments: [
    (Question(from: "A", to: "C", changeTime: -1), RoutingError.changeTimeOutOfRange(-1)),
    (Question(from: "A", to: "C", changeTime: 86401), .changeTimeOutOfRange(86401)),
    (Question(from: "A", to: "C", walk: -1), .walkOutOfRange(-1)),
    (Question(from: "A", to: "C", walk: 1001), .walkOutOfRange(1001)),
  ])
  func `an invalid search throws`(question: Question, error: RoutingError) async throws {
    let fixture = try await RoutingFixture()
    await #expect(throws: error) { try await fixture.plan(question) }
    await #expect(throws: error) { try await fixture.lastTrain(question) }
  }

  @Test func `a cancelled search does not go on to the next days`() async throws {
    let fixture = try await RoutingFixture()
    let environment = SearchEnvironment(mediator: fixture.harness.mediator) {
      fixture.time.withLock(\.self)
    }
    let query = try PreparedQuery(
      try await fixture.search(Question(from: "A", to: "C", depart: TimeExpression("23:30"))),
      environment)
    let search = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try NextJourneys(after: query, environment.schedules)
    }
    await #expect(throws: CancellationError.self) { try await search.value }
  }
}
