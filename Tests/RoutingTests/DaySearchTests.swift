import DataSourceInterface
import Mediator
import RoutingInterface
import Testing

@testable import Routing

@Suite struct ParetoSetPlannerTests {
  @Test func `a reused search returns the same times as a plan`() async throws {
    let fixture = try await RoutingFixture()
    let paretoSets = try await fixture.perform(
      Routing.paretoSets, ParetoSetsQuery(date: RoutingFixture.monday))
    var found: [String] = []
    paretoSets.visit(from: 0, to: 2, leaving: ServiceTime(seconds: 0)) {
      found.append("\($0.departure.clock)–\($0.arrival.clock) \($0.rides)")
    }
    #expect(found == ["06:00–06:20 1"])
    found = []
    let fromSeven = ServiceTime(seconds: 7 * 3600)...ServiceTime(seconds: 30 * 3600)
    paretoSets.visit(from: 0, to: 2, leavingWithin: fromSeven) {
      found.append("\($0.departure.clock)–\($0.arrival.clock) \($0.rides)")
    }
    #expect(found == ["23:00–23:20 2", "08:00–08:05 1"])
    paretoSets.visit(from: 0, to: 99, leaving: ServiceTime(seconds: 0)) { _ in
      Issue.record("there is no such station")
    }
  }
}
