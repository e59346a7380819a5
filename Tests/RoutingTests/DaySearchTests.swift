import DataSourceFixture
import DataSourceInterface
import Testing

@testable import Routing

@Suite struct DaySearchTests {
  @Test func `a reused search returns the same times as a plan`() {
    let search = DaySearch(
      SampleNetwork.weekdayNetwork.timetable(), on: RoutingFixture.monday)
    var found: [String] = []
    func add(_ entry: DaySearch.Entry) {
      found.append("\(entry.departure.clock)–\(entry.arrival.clock) \(entry.rides)")
    }
    search.visit(from: 0, to: 2, leaving: ServiceTime(seconds: 0), add)
    #expect(found == ["06:00–06:20 1"])
    found = []
    let fromSeven = ServiceTime(seconds: 7 * 3600)...ServiceTime(seconds: 30 * 3600)
    search.visit(from: 0, to: 2, leavingWithin: fromSeven, add)
    #expect(found == ["23:00–23:20 2", "08:00–08:05 1"])
    search.visit(from: 2, to: 2, leaving: ServiceTime(seconds: 0)) { _ in
      Issue.record("there is no journey from a station to itself")
    }
  }
}
