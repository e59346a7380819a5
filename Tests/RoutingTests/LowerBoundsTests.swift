import DataSourceFixture
import DataSourceInterface
import Documents
import TestSupport
import Testing

@testable import Routing

@Suite struct LowerBoundsTests {
  /// Few stations are combined, because their bounds are known from other searches; many are not.
  @Test(arguments: 0..<20 as Range<UInt64>)
  func `the bounds to a place are the same at once and station by station`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let network = SampleNetwork.random(using: &random)
    let schedule = ServiceDaySchedule(
      network.timetable(), on: CalendarDate(day: 20_000), changeTime: 60)
    let stations = network.stations.indices.filter { _ in Bool.random(using: &random) } + [0]
    let targets = AccessStops(
      Set(stations).sorted().map {
        .init(stops: schedule.targets(of: $0), seconds: Int32.random(in: 0...600, using: &random))
      })
    let raptor = schedule.forward.network
    let times = MinimumTimes(raptor)
    let atOnce = LowerBounds(raptor, times, to: targets)
    let combined = LowerBounds(
      targets.stations.map {
        (LowerBounds(raptor, times, to: AccessStops($0.stops)), $0.seconds)
      })
    func reachable(_ bounds: [LowerBounds.Levels]) -> [LowerBounds.Levels] {
      bounds.map { pointwiseMin($0, LowerBounds.Levels(repeating: LowerBounds.unreachable)) }
    }
    #expect(reachable(atOnce.fromBoarding) == reachable(combined.fromBoarding))
    #expect(reachable(atOnce.fromArrival) == reachable(combined.fromArrival))
  }

  @Test(arguments: 0..<3 as Range<UInt64>)
  func `the bound of a ride is the time of the fastest trip over each eight calls`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let stations = (0..<20).map { "S\($0)" }
    let trips = (0..<6).map { number in
      var time = 3600 * 6 + 300 * number
      return SampleNetwork.Trip(
        id: "\(number)", line: "line",
        calls: stations.map { station in
          let arrival = time + 60 * Int.random(in: 1...4, using: &random)
          time = arrival + 60 * Int.random(in: 0...1, using: &random)
          return SampleNetwork.Call(stop: station, arrival: arrival, departure: time)
        })
    }
    func fastest(_ from: Int, _ to: Int) -> Int {
      guard to - from <= 8 else { return fastest(from, from + 8) + fastest(from + 8, to) }
      return trips.map { $0.calls[to].arrival - $0.calls[from].departure }.min() ?? 0
    }
    let schedule = ServiceDaySchedule(
      SampleNetwork(stations: stations.map { ($0, []) }, trips: trips).timetable(),
      on: CalendarDate(day: 20_000), changeTime: 60)
    let network = schedule.forward.network
    let times = MinimumTimes(network)
    for to in stations.indices {
      let bounds = LowerBounds(network, times, to: AccessStops(schedule.targets(of: to)))
      for from in 0..<to {
        let stop = schedule.origins(of: from).lowerBound
        #expect(bounds.fromBoarding[stop][0] == Int32(fastest(from, to)))
      }
    }
  }

  @Test func `only the bounds to the stations that were used last are kept`() {
    var random = SplitMix64(seed: 1)
    let network = SampleNetwork.random(using: &random)
    let schedule = ServiceDaySchedule(
      network.timetable(), on: CalendarDate(day: 20_000), changeTime: 60)
    let direction = SearchDirection(schedule.forward.network, capacity: 2)
    func bounds(_ station: Int) -> LowerBounds {
      direction.lowerBounds(to: AccessStops(schedule.targets(of: station)))
    }
    let first = bounds(0)
    let second = bounds(1)
    #expect(bounds(0) === first)
    let third = bounds(2)
    #expect(bounds(0) === first && bounds(2) === third)
    let again = bounds(1)
    #expect(again !== second && again.fromBoarding == second.fromBoarding)
  }
}
