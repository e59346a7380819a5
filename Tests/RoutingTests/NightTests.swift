import DataSourceFixture
import DataSourceInterface
import Documents
import Mediator
import RoutingInterface
import TestSupport
import Testing

@testable import Routing

/// The hours between midnight and 03:00, which belong to the timelines of two dates.
@Suite struct NightTests {
  /// A Monday.
  private static let day = CalendarDate(day: 20_773)

  private func search(_ network: SampleNetwork, on date: CalendarDate) -> TimetableSearch {
    TimetableSearch(ServiceDaySchedule(network.timetable(), on: date, changeTime: 60))
  }

  private func paretoSet(
    _ network: SampleNetwork, on date: CalendarDate, _ from: Int, _ to: Int, at time: Int
  ) -> [Journey] {
    search(network, on: date).paretoSet(from, to, at: time)
  }

  @Test func `a night has the same journeys whichever date it is asked on`() {
    var compared = 0
    for seed in 0..<40 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      var network = SampleNetwork.random(using: &random)
      // Weekdays, Sundays and every day.
      network.services = [0b001_1111, 0b100_0000, 0b111_1111]
      for index in network.trips.indices {
        network.trips[index].service = Int.random(in: 0..<3, using: &random)
      }
      for date in [Self.day, CalendarDate(day: Self.day.day - 1)] {
        let time = 600 * Int.random(in: 0..<17, using: &random)
        let searches = [0, 1].map { search(network, on: CalendarDate(day: date.day - $0)) }
        for from in network.stations.indices {
          for to in network.stations.indices {
            let today = searches[0].paretoSet(from, to, at: time)
              .filter { $0.arrival.seconds <= 10_800 }
            let yesterday = searches[1].paretoSet(from, to, at: time + 86400)
              .filter { $0.arrival.seconds <= 97_200 }
            #expect(
              today.map { $0.times(from: 0) } == yesterday.map { $0.times(from: 86400) },
              "seed \(seed)")
            #expect(today.map(\.serviceDates) == yesterday.map(\.serviceDates), "seed \(seed)")
            compared += today.count
          }
        }
      }
    }
    #expect(compared > 100)
  }

  @Test(arguments: [
    ("26:30", "02:59⁺¹–03:10⁺¹"),  // A train of the next day is boarded before 27:00,
    ("27:00", "03:30⁺¹–03:40⁺¹"),  // and a train of the day itself at any time.
  ])
  func `trains of the next day are boarded before 27:00`(time: String, expected: String) {
    let network = SampleNetwork(
      stations: [("A", []), ("B", [])],
      trips: [
        .init("night", line: "1", service: 1, "A 2:59,B 3:10"),
        .init("morning", line: "1", service: 1, "A 3:00,B 3:11"),
        .init("late", line: "1", service: 0, "A 27:30,B 27:40"),
      ], services: [0b000_0001, 0b000_0010])
    let found = paretoSet(
      network, on: Self.day, 0, 1, at: ServiceTime(time)?.seconds ?? 0)
    #expect(found.map(\.timeRange.description) == [expected])
  }

  @Test func `a train of the next day is followed beyond 27:00, but not boarded there`() {
    let network = SampleNetwork(
      stations: [("A", []), ("B", []), ("C", [])],
      trips: [.init("night", line: "1", service: 1, "A 2:50,B 3:00,C 3:10")],
      services: [0b000_0001, 0b000_0010])
    let through = paretoSet(network, on: Self.day, 0, 2, at: 90_000)
    #expect(through.map(\.timeRange.description) == ["02:50⁺¹–03:10⁺¹"])
    #expect(through.first?.serviceDates == [CalendarDate(day: Self.day.day + 1)])
    #expect(paretoSet(network, on: Self.day, 1, 2, at: 90_000).isEmpty)
  }
}

extension TimetableSearch {
  fileprivate func paretoSet(_ from: Int, _ to: Int, at time: Int) -> [Journey] {
    journeys(from: from, to: to, departingAfter: ServiceTime(seconds: time))
  }
}

extension Journey {
  /// The departure, the arrival and the rides, with times that count from `start`.
  fileprivate func times(from start: Int) -> [Int] {
    [departure.seconds - start, arrival.seconds - start, rides]
  }

  /// The service day of each ride.
  fileprivate var serviceDates: [CalendarDate] {
    legs.compactMap { if case .ride(let ride) = $0 { ride.serviceDate } else { nil } }
  }
}
