import DataSourceInterface
import Foundation
import StationsInterface
import Testing

@testable import Stations

@Suite struct DepartureBoardTests {
  private func board(
    _ trains: [Trains], at time: String, in timeZone: String = "UTC", from station: Int = 0
  ) throws -> [NextDepartures] {
    let moment = try Date("\(time):00Z", strategy: .iso8601)
    return DepartureBoard(.trains(trains, in: timeZone), at: moment).departures(from: station)
  }

  private func waits(_ departures: [NextDepartures]) -> [String: [Int]] {
    Dictionary(
      uniqueKeysWithValues: departures.map {
        ("\($0.line.name) \($0.headsign)", $0.departures.map { $0.wait / 60 })
      })
  }

  private static func hours(_ hours: Double...) -> [Int] { hours.map { Int($0 * 3600) } }

  @Test func `the next three trains of each line and destination are shown`() throws {
    let departures = try board(
      [
        Trains(starts: Self.hours(7, 8, 8.5, 9, 10)),
        Trains(headsign: "B", starts: Self.hours(8.25)),
        Trains(line: "10", starts: Self.hours(9)), Trains(line: "2", starts: Self.hours(9)),
      ], at: "2026-11-20T08:00")
    #expect(
      waits(departures) == [
        "1 C": [0, 30, 60], "1 B": [15], "2 C": [60],
        "10 C": [60],
      ])
    #expect(departures.map(\.line.name) == ["1", "1", "2", "10"])
  }

  @Test func `a train of yesterday leaves after midnight, one of tomorrow in the morning`() throws {
    let departures = try board(
      [Trains(starts: Self.hours(6, 24.5))], at: "2026-11-20T00:15")
    #expect(waits(departures) == ["1 C": [15, 345]])
    let dates = departures[0].departures.map(\.date.description)
    #expect(dates == ["2026-11-19", "2026-11-20"])
    let evening = try board([Trains(starts: Self.hours(6))], at: "2026-11-20T23:00")
    #expect(evening[0].departures.map(\.date.description) == ["2026-11-21"])
  }

  @Test func `trains run on their days only`() throws {
    // 2026-11-20 is a Friday.
    let friday = [Trains(starts: Self.hours(9), weekdays: 0b001_0000)]
    #expect(waits(try board(friday, at: "2026-11-20T08:00")) == ["1 C": [60]])
    #expect(try board(friday, at: "2026-11-22T08:00").isEmpty)
  }

  @Test func `nobody boards where trains end or do not stop`() throws {
    let trains = [Trains(starts: Self.hours(9), stopsAtB: false)]
    #expect(try board(trains, at: "2026-11-20T08:00", from: 1).isEmpty)
    #expect(try board(trains, at: "2026-11-20T08:00", from: 2).isEmpty)
    let stopping = [Trains(starts: Self.hours(9))]
    #expect(waits(try board(stopping, at: "2026-11-20T08:00", from: 1)) == ["1 C": [70]])
  }

  @Test func `a train without a headsign goes to its last stop`() throws {
    let departures = try board(
      [Trains(headsign: "", starts: Self.hours(9))], at: "2026-11-20T08:00")
    #expect(departures.map(\.headsign) == ["C"])
  }

  @Test(arguments: [("Asia/Shanghai", 60), ("Nowhere/City", 540), ("America/New_York", 840)])
  func `the clock is the city's`(timeZone: String, wait: Int) throws {
    let departures = try board(
      [Trains(starts: Self.hours(9))], at: "2026-11-20T00:00", in: timeZone)
    #expect(waits(departures) == ["1 C": [wait]])
  }
}
