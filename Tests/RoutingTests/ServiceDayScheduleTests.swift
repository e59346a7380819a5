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

  @Test func `a train that calls at the via station again and again is stored once`() {
    let platforms = (1...50).map { "V\($0)" }
    let calls = (0..<50).map { "S\($0) 8:\($0 + 10), V\($0 + 1) 8:\($0 + 10)" }
    let network = SampleNetwork(
      stations: (0..<50).map { ("S\($0)", []) } + [("V", platforms)],
      trips: [.init("t", calls.joined(separator: ","))])
    let schedule = ServiceDaySchedule(
      network.timetable(), on: RoutingFixture.monday, changeTime: 120,
      RouteConstraints(via: network.station("V")))
    #expect(schedule.forward.network.trips.count == 1)
    #expect(
      TimetableSearch(schedule).firstJourney(from: 0, to: 49)?.departure.clock == "08:10")
  }

  @Test func `many threads can search one schedule`() async {
    let schedule = ServiceDaySchedule(
      SampleNetwork.weekdayNetwork.timetable(), on: RoutingFixture.monday, changeTime: 120)
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask { TimetableSearch(schedule).firstJourney(from: 0, to: 1)?.departure.clock }
      }
      for await departure in group { #expect(departure == "06:00") }
    }
  }
}
