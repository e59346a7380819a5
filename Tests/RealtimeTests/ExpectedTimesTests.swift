import DataSourceFixture
import DataSourceInterface
import Documents
import Foundation
import Testing

@testable import Realtime

/// A trip from A to D, at 8:00, 8:10 to 8:11, 8:20 to 8:22 and 8:30.
struct ExpectedTimesTests {
  private static let calls: [SampleNetwork.Call] = [
    .init(stop: "A", arrival: 28_800, departure: 28_800),
    .init(stop: "B", arrival: 29_400, departure: 29_460),
    .init(stop: "C", arrival: 30_000, departure: 30_120),
    .init(stop: "D", arrival: 30_600, departure: 30_600),
  ]
  private static let index = TripIndex(
    SampleNetwork(
      timeZone: "Europe/Lisbon", stations: ["A", "B", "C", "D"].map { ($0, []) },
      trips: [.init(id: "t", line: "L", calls: calls)]
    ).timetable())
  private static let date = CalendarDate(day: 20_000)
  private static let timeline = Timeline(date, in: "Europe/Lisbon")

  private typealias Update = RealtimeFeed.StopTimeUpdate
  private typealias Event = RealtimeFeed.StopTimeEvent

  private static func time(_ text: String) -> Int {
    let time = ServiceTime(text) ?? ServiceTime(seconds: 0)
    return Int(timeline.instant(of: time).timeIntervalSince1970)
  }

  /// The times as `arrival-departure` of each call, a call with those of the timetable in
  /// parentheses.
  private static func expected(_ updates: [Update], delay: Int? = nil) -> String {
    var update = RealtimeFeed.TripUpdate()
    update.stopTimeUpdates = updates
    update.delay = delay
    let expected = ExpectedTimes(
      update, scheduled: calls.map { ($0.arrival, $0.departure) }, stops: [0, 1, 2, 3],
      on: timeline, in: index)
    return text(expected)
  }

  private static func text(_ expected: ExpectedTimes) -> String {
    func text(_ seconds: Int) -> String {
      let time = ServiceTime(seconds: seconds)
      return seconds % 60 == 0 ? time.clock : "\(time.clock):\(seconds % 60)"
    }
    return expected.times.map { times in
      let span =
        times.arrival == times.departure
        ? text(times.arrival) : "\(text(times.arrival))-\(text(times.departure))"
      return (times.isKnown ? span : "(\(span))") + (times.isServed ? "" : "!")
    }.joined(separator: " ")
  }

  private static func update(
    _ stop: String, arrival: Event? = nil, departure: Event? = nil,
    _ relationship: RealtimeFeed.StopScheduleRelationship? = nil
  ) -> Update {
    var update = Update()
    (update.stopID, update.arrival, update.departure) = (stop, arrival, departure)
    update.scheduleRelationship = relationship
    return update
  }

  private static func at(_ text: String) -> Event {
    var event = Event()
    event.time = time(text)
    return event
  }

  private static func late(_ seconds: Int) -> Event {
    var event = Event()
    event.delay = seconds
    return event
  }

  @Test(arguments: [
    ([], "(08:00) (08:10-08:11) (08:20-08:22) (08:30)"),
    // The delay goes on to later stops; stops before the first update are as planned.
    (
      [update("B", departure: late(120))],
      "(08:00) 08:10-08:13 08:22-08:24 08:32"
    ),
    // A missing departure keeps the planned stay.
    ([update("C", arrival: at("8:25"))], "(08:00) (08:10-08:11) 08:25-08:27 08:35"),
    // A time counts before a delay.
    (
      [update("B", arrival: Event(delay: 600, time: time("8:12")))],
      "(08:00) 08:12-08:13 08:22-08:24 08:32"
    ),
    // A missing arrival keeps the delay so far, but is not after the departure.
    (
      [update("A", departure: late(300)), update("B", departure: at("8:13"))],
      "08:00-08:05 08:13 08:22-08:24 08:32"
    ),
    // A stop that is left out keeps the delay.
    (
      [update("A", departure: late(60)), update("B", .skipped)],
      "08:00-08:01 08:11-08:12! 08:21-08:23 08:31"
    ),
    // Without data, the timetable counts from there on.
    (
      [update("A", departure: late(60)), update("C", .noData)],
      "08:00-08:01 08:11-08:12 (08:20-08:22) (08:30)"
    ),
    // No time is before the one before it.
    (
      [
        update("B", departure: at("8:25")), update("C", arrival: at("8:20"), departure: at("8:22")),
      ],
      "(08:00) 08:10-08:25 08:25 08:30"
    ),
    // A train may be early.
    ([update("C", arrival: late(-60))], "(08:00) (08:10-08:11) 08:19-08:21 08:29"),
    // Unknown stops, and stops before that of an earlier update, have no effect.
    (
      [update("C", arrival: late(60)), update("B", arrival: late(300))],
      "(08:00) (08:10-08:11) 08:21-08:23 08:31"
    ),
    ([update("X", arrival: late(60))], "(08:00) (08:10-08:11) (08:20-08:22) (08:30)"),
  ])
  func `expected times follow from the updates of stops`(
    updates: [RealtimeFeed.StopTimeUpdate], times: String
  ) {
    #expect(Self.expected(updates) == times)
  }

  /// A line that calls at B twice; its calls have the numbers 10, 20, 30 and 40.
  @Test(arguments: [
    (30, "B", "(08:00) (08:10-08:11) 08:21-08:23 08:31"),
    // A number that does not fit the stop does not count.
    (40, "B", "(08:00) 08:11-08:12 08:21-08:23 08:31"),
    (10, "C", "(08:00) (08:10-08:11) (08:20-08:22) 08:31"),
    (20, "", "(08:00) 08:11-08:12 08:21-08:23 08:31"),
  ])
  func `the number of a call tells two visits of one stop apart`(
    number: Int, stop: String, times: String
  ) {
    let network = SampleNetwork(
      stations: ["A", "B", "C"].map { ($0, []) }, trips: [.init("t", line: "L", "A 8:00, B 8:10")])
    let numbers = Timetable.CallNumbers(
      first: Column([10]), list: Column([0]), numbers: Column([10, 20, 30, 40]))
    let index = TripIndex(network.timetable().with(numbers))
    var update = RealtimeFeed.TripUpdate()
    var stopUpdate = Self.update(stop, arrival: Self.late(60))
    stopUpdate.stopSequence = number
    update.stopTimeUpdates = [stopUpdate]
    let expected = ExpectedTimes(
      update, scheduled: Self.calls.map { ($0.arrival, $0.departure) }, stops: [0, 1, 1, 2],
      label: 0, on: Self.timeline, in: index)
    #expect(Self.text(expected) == times)
  }

  @Test func `a delay of the whole trip counts where its stops have none`() {
    #expect(Self.expected([], delay: 60) == "08:01 08:11-08:12 08:21-08:23 08:31")
  }

  @Test(arguments: [(12 * 3600, true), (13 * 3600, false), (-3600, true), (-3700, false)])
  func `a train that is many hours late is not believed`(delay: Int, isPlausible: Bool) {
    var update = RealtimeFeed.TripUpdate()
    update.delay = delay
    let expected = ExpectedTimes(
      update, scheduled: Self.calls.map { ($0.arrival, $0.departure) }, stops: [0, 1, 2, 3],
      on: Self.timeline, in: Self.index)
    #expect(expected.isPlausible == isPlausible)
  }
}

extension Timetable {
  /// The same timetable with numbers of calls.
  fileprivate func with(_ numbers: CallNumbers) -> Timetable {
    Timetable(
      city: city, name: name, agency: agency, timeZone: timeZone, stations: stations, stops: stops,
      routes: routes, patterns: patterns, trips: trips, callNumbers: numbers, services: services,
      transfers: transfers, describesChanges: describesChanges, walkways: walkways,
      inSeatTransfers: inSeatTransfers)
  }
}
