import DataSourceFixture
import DataSourceInterface
import Foundation
import StationsInterface
import Testing

@testable import Stations

@Suite struct DepartureBoardTests {
  /// Trips of a line from A to C by way of B, at these hours.
  private struct Trips {
    var line = "1"
    var headsign = "C"
    var hours: [Double]
    var stopsAtB = true
    /// The weekdays on which the trips run: bit 0 is Monday.
    var weekdays: UInt8 = 0b111_1111
  }

  private func departures(
    of all: [Trips], at time: String, in timeZone: String = "UTC", from station: Int = 0
  ) throws -> [NextDepartures] {
    let trips = all.enumerated().flatMap { service, trips in
      trips.hours.map { hour in
        let start = Int(hour * 3600)
        return SampleNetwork.Trip(
          id: "\(service) \(hour)", line: trips.line, headsign: trips.headsign, service: service,
          calls: [
            .init(stop: "A", arrival: start, departure: start, allows: .board),
            .init(
              stop: "B", arrival: start + 600, departure: start + 600,
              allows: trips.stopsAtB ? [.board, .alight] : []),
            .init(stop: "C", arrival: start + 1200, departure: start + 1200, allows: .alight),
          ])
      }
    }
    let network = SampleNetwork(
      timeZone: timeZone, stations: [("A", []), ("B", []), ("C", [])], trips: trips,
      services: all.map(\.weekdays))
    let instant = try Date("\(time):00Z", strategy: .iso8601)
    return DepartureBoard(network.timetable(), at: instant).departures(from: station)
  }

  /// The minutes until each departure, by line and destination.
  private func waits(_ departures: [NextDepartures]) -> [String: [Int]] {
    Dictionary(
      uniqueKeysWithValues: departures.map {
        ("\($0.line.name) \($0.headsign)", $0.departures.map { $0.wait / 60 })
      })
  }

  @Test func `the next three departures of each line and destination are shown`() throws {
    let departures = try departures(
      of: [
        Trips(hours: [7, 8, 8.5, 9, 10]), Trips(headsign: "B", hours: [8.25]),
        Trips(line: "10", hours: [9]), Trips(line: "2", hours: [9]),
      ], at: "2026-11-20T08:00")
    #expect(
      waits(departures) == ["1 C": [0, 30, 60], "1 B": [15], "2 C": [60], "10 C": [60]])
    #expect(departures.map(\.line.name) == ["1", "1", "2", "10"])
  }

  @Test
  func `departures include yesterday's service day after midnight and tomorrow's in the morning`()
    throws
  {
    let night = try departures(of: [Trips(hours: [6, 24.5])], at: "2026-11-20T00:15")
    #expect(waits(night) == ["1 C": [15, 345]])
    let dates = night[0].departures.map(\.date.description)
    #expect(dates == ["2026-11-19", "2026-11-20"])
    let evening = try departures(of: [Trips(hours: [6])], at: "2026-11-20T23:00")
    #expect(evening[0].departures.map(\.date.description) == ["2026-11-21"])
  }

  @Test func `trips depart only on the days of their service`() throws {
    // 2026-11-20 is a Friday.
    let friday = [Trips(hours: [9], weekdays: 0b001_0000)]
    #expect(waits(try departures(of: friday, at: "2026-11-20T08:00")) == ["1 C": [60]])
    #expect(try departures(of: friday, at: "2026-11-22T08:00").isEmpty)
  }

  @Test func `trips do not depart from their last stop or from one without boarding`() throws {
    let passing = [Trips(hours: [9], stopsAtB: false)]
    #expect(try departures(of: passing, at: "2026-11-20T08:00", from: 1).isEmpty)
    #expect(try departures(of: passing, at: "2026-11-20T08:00", from: 2).isEmpty)
    let stopping = [Trips(hours: [9])]
    #expect(waits(try departures(of: stopping, at: "2026-11-20T08:00", from: 1)) == ["1 C": [70]])
  }

  @Test func `the destination of a trip without a headsign is its last stop`() throws {
    let departures = try departures(
      of: [Trips(headsign: "", hours: [9])], at: "2026-11-20T08:00")
    #expect(departures.map(\.headsign) == ["C"])
  }

  @Test(arguments: [("Asia/Shanghai", 60), ("Nowhere/City", 540), ("America/New_York", 840)])
  func `times are in the time zone of the city`(timeZone: String, wait: Int) throws {
    let departures = try departures(
      of: [Trips(hours: [9])], at: "2026-11-20T00:00", in: timeZone)
    #expect(waits(departures) == ["1 C": [wait]])
  }
}
