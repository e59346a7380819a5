import DataSourceFixture
import DataSourceInterface
import Documents
import RoutingInterface
import Testing

@testable import Routing

@Suite struct TimetableSearchTests {
  static let day = CalendarDate(day: 20_000)

  private func journeys(
    _ network: SampleNetwork, _ from: String, _ to: String, at time: String, changeTime: Int = 120
  ) -> [Journey] {
    let schedule = ServiceDaySchedule(
      network.timetable(), on: Self.day, changeTime: changeTime)
    return TimetableSearch(schedule).journeys(
      from: network.station(from), to: network.station(to),
      departingAfter: ServiceTime(time) ?? ServiceTime(seconds: 0))
  }

  private func summary(_ journeys: [Journey]) -> [String] {
    journeys.map { "\($0.departure.clock)–\($0.arrival.clock) \($0.rides)" }
  }

  @Test func `boarding at the origin takes no time, a change does`() {
    let network = SampleNetwork(
      stations: [("A", []), ("B", []), ("C", [])],
      trips: [
        .init("first", line: "1", "A 8:00,B 8:10"),
        .init("tight", line: "2", "B 8:11,C 8:20"),
        .init("next", line: "2", "B 8:12,C 8:21"),
      ])
    #expect(summary(journeys(network, "A", "C", at: "8:00")) == ["08:00–08:21 2"])
    #expect(journeys(network, "A", "C", at: "8:01").isEmpty)
  }

  @Test(arguments: [(changeTime: 0, arrival: "08:15"), (changeTime: 300, arrival: "08:40")])
  func `the default change time is that of the query`(changeTime: Int, arrival: String) {
    let network = SampleNetwork(
      stations: [("A", []), ("B", ["B1", "B2"]), ("C", [])],
      trips: [
        .init("a", line: "1", "A 8:00,B1 8:10"), .init("b", line: "2", "B2 8:10,C 8:15"),
        .init("c", line: "2", "B2 8:30,C 8:40"),
      ])
    let found = journeys(network, "A", "C", at: "8:00", changeTime: changeTime)
    #expect(found.map(\.arrival.clock) == [arrival])
  }

  @Test func `there is one journey for each useful number of rides`() {
    let network = SampleNetwork(
      stations: [("A", []), ("B", []), ("C", [])],
      trips: [
        .init("slow", line: "1", "A 8:00,B 8:20,C 9:00"), .init("fast", line: "2", "B 8:25,C 8:40"),
      ])
    let found = journeys(network, "A", "C", at: "7:00")
    #expect(summary(found) == ["08:00–09:00 1", "08:00–08:40 2"])
  }

  @Test(arguments: [("08:00", "08:00–08:40 2"), ("25:00", "01:00⁺¹–01:40⁺¹ 2")])
  func `a journey does not ride past a stop of the next train and back`(
    time: String, journey: String
  ) {
    let network = SampleNetwork(
      stations: [("A", []), ("B", []), ("C", []), ("D", [])],
      trips: [
        .init("out", line: "1", "A 8:00,B 8:10,C 8:20"),
        .init("back", line: "2", "C 8:22,B 8:32,D 8:40"),
        .init("late out", line: "1", "A 25:00,B 25:10,C 25:20"),
        .init("late back", line: "2", "C 25:22,B 25:32,D 25:40"),
      ])
    let found = journeys(network, "A", "D", at: time)
    guard case .change(let change)? = found.first?.legs.dropFirst().first else {
      Issue.record("\(found)")
      return
    }
    #expect(change.from.name == "B" && change.to.name == "B")
    #expect(change.duration + change.wait == .seconds(22 * 60))
    #expect(summary(found) == [journey])
  }

  @Test func `each journey leaves as late as possible`() {
    let network = SampleNetwork(
      stations: [("A", []), ("B", []), ("C", [])],
      trips: [
        .init("early", line: "1", "A 8:00,B 8:10"), .init("late", line: "1", "A 8:05,B 8:15"),
        .init("on", line: "2", "B 8:30,C 8:40"),
      ])
    #expect(summary(journeys(network, "A", "C", at: "7:00")) == ["08:05–08:40 2"])
  }

  @Test func `of equal arrivals on two platforms, the later departure counts`() {
    let network = SampleNetwork(
      stations: [("A", []), ("B", []), ("X", []), ("C", ["C1", "C2"])],
      trips: [
        .init("early", line: "1", "A 8:00,B 8:10"), .init("there", line: "2", "B 8:20,C1 8:40"),
        .init("late", line: "3", "A 8:15,X 8:20"), .init("too", line: "4", "X 8:30,C2 8:40"),
      ])
    #expect(summary(journeys(network, "A", "C", at: "7:00")) == ["08:15–08:40 2"])
  }

  @Test func `an equal arrival with more rides does not count`() {
    let network = SampleNetwork(
      stations: [("A", []), ("B", []), ("C", ["C1", "C2"])],
      trips: [
        .init("direct", line: "1", "A 8:00,C1 8:40"), .init("first", line: "2", "A 8:00,B 8:10"),
        .init("then", line: "3", "B 8:30,C2 8:40"),
      ])
    #expect(summary(journeys(network, "A", "C", at: "7:00")) == ["08:00–08:40 1"])
  }

  @Test func `an express can overtake a slow train of the same pattern`() {
    let network = SampleNetwork(
      stations: [("A", []), ("B", []), ("C", [])],
      trips: [
        .init("slow", "A 8:00,B 8:30,C 9:00"), .init("express", "A 8:10,B 8:15,C 8:20"),
      ])
    #expect(summary(journeys(network, "A", "C", at: "7:00")) == ["08:10–08:20 1"])
    #expect(summary(journeys(network, "B", "C", at: "8:16")) == ["08:30–09:00 1"])
  }

  @Test func `a trip can call at a stop twice`() {
    let network = SampleNetwork(
      stations: [("A", []), ("B", []), ("C", [])],
      trips: [.init("loop", "A 8:00,B 8:10,C 8:20,A 8:30,B 8:40")])
    #expect(summary(journeys(network, "A", "B", at: "7:00")) == ["08:00–08:10 1"])
    #expect(summary(journeys(network, "C", "B", at: "7:00")) == ["08:20–08:40 1"])
    #expect(summary(journeys(network, "A", "B", at: "8:05")) == ["08:30–08:40 1"])
  }

  @Test func `a train can run in a loop all day`() {
    let calls = (0..<40).map { index in
      "\(["A", "B", "C", "D"][index % 4]) \(6 + index / 6):\(index % 6)0"
    }
    let network = SampleNetwork(
      stations: [("A", []), ("B", []), ("C", []), ("D", [])],
      trips: [.init("ring", calls.joined(separator: ","))])
    #expect(summary(journeys(network, "C", "B", at: "9:05")) == ["09:40–10:10 1"])
    #expect(summary(journeys(network, "D", "A", at: "11:45")) == ["11:50–12:00 1"])
    #expect(journeys(network, "D", "A", at: "12:00").isEmpty)
  }

  @Test func `a change can take longer one way than the other, or no time`() {
    let network = SampleNetwork(
      stations: [("A", []), ("B", []), ("X", []), ("C", [])],
      trips: [
        .init("a", line: "1", "A 8:00,B 8:10"), .init("b", line: "1", "A 8:05,B 8:15"),
        .init("c", line: "2", "X 8:15,C 8:20"), .init("d", line: "3", "C 9:00,X 9:10"),
        .init("e", line: "4", "B 9:10,A 9:20"),
      ],
      transfers: [.init(from: "B", to: "X", seconds: 300), .init(from: "X", to: "B", seconds: 0)])
    #expect(summary(journeys(network, "A", "C", at: "7:00")) == ["08:00–08:20 2"])
    #expect(summary(journeys(network, "C", "A", at: "7:00")) == ["09:00–09:20 2"])
  }

  @Test func `trains of the day before count, those of the next morning do not`() {
    let network = SampleNetwork(
      stations: [("A", []), ("B", [])],
      trips: [.init("night", "A 24:30,B 25:00"), .init("morning", "A 6:00,B 6:30")])
    #expect(summary(journeys(network, "A", "B", at: "0:00")) == ["00:30–01:00 1"])
    #expect(summary(journeys(network, "A", "B", at: "23:00")) == ["00:30⁺¹–01:00⁺¹ 1"])
    #expect(journeys(network, "A", "B", at: "23:00").first?.departure.seconds == 88_200)
    #expect(journeys(network, "A", "B", at: "25:00").isEmpty)
  }

  @Test func `trains run only on the days of their service`() {
    let weekday = UInt8(1) << UInt8(Self.day.weekday)
    let network = SampleNetwork(
      stations: [("A", []), ("B", [])],
      trips: [
        .init("today", service: 0, "A 8:00,B 8:10"), .init("not", service: 1, "A 7:00,B 7:10"),
      ], services: [weekday, ~weekday & 0b111_1111])
    #expect(summary(journeys(network, "A", "B", at: "6:00")) == ["08:00–08:10 1"])
  }

  @Test func `no journey boards or alights where the feed forbids it`() {
    var network = SampleNetwork(
      stations: [("A", []), ("B", []), ("C", [])], trips: [.init("t", "A 8:00,B 8:10,C 8:20")])
    network.trips[0].calls[1].allows = [.alight]
    #expect(journeys(network, "B", "C", at: "7:00").isEmpty)
    network.trips[0].calls[1].allows = [.board]
    #expect(journeys(network, "A", "B", at: "7:00").isEmpty)
    #expect(summary(journeys(network, "B", "C", at: "7:00")) == ["08:10–08:20 1"])
  }

  @Test(arguments: [
    (seconds: 60, rides: [2]), (seconds: 300, rides: []),
    (seconds: Int(Timetable.Transfers.forbidden), rides: []),
    (seconds: Int(Timetable.Transfers.defaultTime), rides: [2]),
  ])
  func `transfers between stops override those between stations, and these the default`(
    seconds: Int, rides: [Int]
  ) {
    let network = SampleNetwork(
      stations: [("A", []), ("B", ["B1", "B2"]), ("C", [])],
      trips: [.init("a", line: "1", "A 8:00,B1 8:10"), .init("b", line: "2", "B2 8:12,C 8:20")],
      transfers: [
        .init(from: "B", to: "B", seconds: 600), .init(from: "B1", to: "B2", seconds: seconds),
      ])
    #expect(journeys(network, "A", "C", at: "8:00").map(\.rides) == rides)
  }

  @Test func `a change between stations needs a transfer in that direction`() {
    let network = SampleNetwork(
      stations: [("A", []), ("B", []), ("X", []), ("C", [])],
      trips: [
        .init("a", line: "1", "A 8:00,B 8:10"), .init("b", line: "2", "X 8:15,C 8:20"),
        .init("c", line: "2", "C 8:00,X 8:10"), .init("d", line: "1", "B 8:15,A 8:25"),
      ], transfers: [.init(from: "B", to: "X", seconds: 180)])
    let found = journeys(network, "A", "C", at: "8:00")
    #expect(summary(found) == ["08:00–08:20 2"])
    guard case .change(let change)? = found.first?.legs[1] else {
      Issue.record("expected a change as the second leg")
      return
    }
    #expect(change.duration == .seconds(180))
    #expect(change.wait == .seconds(120))
    #expect(journeys(network, "C", "A", at: "8:00").isEmpty)
  }
}
