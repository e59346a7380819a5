import DataSourceFixture
import DataSourceInterface
import RoutingInterface
import Testing

@testable import Routing

@Suite struct ServiceDayScheduleTests {
  @Test func `the cache returns a schedule only for its own timetable`() {
    let cache = ScheduleCache()
    var network = SampleNetwork.weekdayNetwork
    let first = network.timetable()
    network.trips[0].calls[0].departure += 60
    let second = network.timetable()
    func schedule(_ timetable: Timetable) -> ServiceDaySchedule {
      cache.schedule(of: timetable, on: RoutingFixture.monday, changeTime: 120)
    }
    func firstDeparture(_ timetable: Timetable) -> String? {
      TimetableSearch(schedule(timetable)).firstJourney(from: 0, to: 1)?.departure.clock
    }
    #expect(firstDeparture(first) == "06:00")
    #expect(firstDeparture(second) == "06:01")
    #expect(schedule(first) === schedule(first))
    let cached = schedule(first)
    cache.removeAll()
    #expect(schedule(first) !== cached)
  }
}
