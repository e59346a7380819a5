import DataSourceFixture
import DataSourceInterface
import Documents
import Foundation
import Testing

@testable import DataSource

/// Two lines: L from A over B and C to D, and M from B to D.
struct PatchedTimetableTests {
  private static let network = SampleNetwork(
    stations: [("A", []), ("B", []), ("C", []), ("D", [])],
    trips: [
      .init("l1", line: "L", headsign: "Docks", "A 8:00, B 8:10, C 8:20, D 8:30"),
      .init("l2", line: "L", headsign: "Docks", "A 9:00, B 9:10, C 9:20, D 9:30"),
      .init("m1", line: "M", "B 8:15, D 8:25"),
    ])

  private let timetable = Self.network.timetable()
  private let today = CalendarDate(day: 20_000)
  private let tomorrow = CalendarDate(day: 20_001)
  private var noon: Date { Date(timeIntervalSince1970: Double(today.day) * 86_400 + 43_200) }

  private func trip(_ id: String, on date: CalendarDate? = nil) -> Timetable.TripOnDay {
    let trips = timetable.trips
    let number = (0..<trips.count).first { trips.id[Int(trips.label[$0])] == id }
    return Timetable.TripOnDay(number ?? -1, on: date ?? today)
  }

  private func stop(_ name: String) -> Int { Self.network.stop(name) }

  private func times(_ text: String, isKnown: Bool = true) -> [TimetablePatch.Times] {
    text.split(separator: " ").map { time in
      let seconds = ServiceTime(String(time))?.seconds ?? -1
      return TimetablePatch.Times(arrival: seconds, departure: seconds, isKnown: isKnown)
    }
  }

  private func patched(
    trips: [TimetablePatch.Trip] = [], extraTrips: [TimetablePatch.ExtraTrip] = [],
    cancelled: [Timetable.TripOnDay] = [], closures: [TimetablePatch.Closure] = []
  ) -> Timetable {
    let patch = TimetablePatch(
      source: "test", of: timetable, asOf: noon, trips: trips, extraTrips: extraTrips,
      cancelled: cancelled, closures: closures)
    return timetable.patched(by: [patch], at: noon)
  }

  @Test func `a late train leaves later on its day, and as planned on others`() {
    let late = patched(trips: [.init(trip("l1"), times: times("8:00 8:13 8:23 8:33"))])
    #expect(
      late.runs(on: today) == [
        "L to Docks: A 08:00, B 08:13, C 08:23, D 08:33",
        "L to Docks: A 09:00, B 09:10, C 09:20, D 09:30", "M to D: B 08:15, D 08:25",
      ])
    #expect(late.runs(on: tomorrow) == timetable.runs(on: tomorrow))
    #expect(late.runs(on: CalendarDate(day: 19_999)) == timetable.runs(on: tomorrow))
  }

  @Test func `a late train knows its planned times`() throws {
    let late = patched(trips: [.init(trip("l1"), times: times("8:00 8:13 8:23 8:33"))])
    let live = try #require(late.live)
    #expect(live.asOf == noon)
    #expect(late.isLive(live.first, at: 1))
    #expect(!late.isLive(trip("l1").trip, at: 1))
    let planned = try #require(late.scheduledTimes(of: live.first, at: 1))
    #expect(planned.departure == ServiceTime("8:10")?.seconds)
  }

  @Test func `a cancelled train does not run, and is listed`() {
    let cancelled = patched(cancelled: [trip("l2")])
    #expect(
      cancelled.runs(on: today) == [
        "L to Docks: A 08:00, B 08:10, C 08:20, D 08:30", "M to D: B 08:15, D 08:25",
      ])
    #expect(cancelled.runs(on: tomorrow) == timetable.runs(on: tomorrow))
    #expect(cancelled.live?.cancelled == [trip("l2")])
  }

  @Test func `nobody boards or leaves where a train does not stop`() {
    var skipping = times("8:00 8:10 8:20 8:30")
    skipping[2].isServed = false
    let patched = patched(trips: [.init(trip("l1"), times: skipping)])
    #expect(
      patched.runs(on: today).first
        == "L to Docks: A 08:00, B 08:10, (C 08:20), D 08:30")
  }

  @Test func `an extra train runs on its day`() {
    let extra = TimetablePatch.ExtraTrip(
      id: "x", route: 1, headsign: "", date: today, stops: [stop("A"), stop("D")],
      times: times("10:00 10:20"))
    let patched = patched(extraTrips: [extra])
    #expect(patched.runs(on: today).contains("M to D: A 10:00, D 10:20"))
    #expect(patched.runs(on: tomorrow) == timetable.runs(on: tomorrow))
    let row = patched.trips.count - 1
    #expect(patched.scheduledTimes(of: row, at: 0) == nil)
    #expect(patched.trips.id[Int(patched.trips.label[row])] == "x")
  }

  @Test func `a train in the place of another one is not a cancelled one`() {
    let other = TimetablePatch.ExtraTrip(
      id: "l1", route: 0, headsign: "Mill", date: today, replacing: trip("l1"),
      stops: [stop("A"), stop("C")], times: times("8:05 8:25"))
    let patched = patched(extraTrips: [other])
    #expect(patched.live?.cancelled == [])
    #expect(
      patched.runs(on: today) == [
        "L to Docks: A 09:00, B 09:10, C 09:20, D 09:30", "L to Mill: A 08:05, C 08:25",
        "M to D: B 08:15, D 08:25",
      ])
  }

  @Test func `trains end and begin at a closed section, and show where they end`() {
    let closure = TimetablePatch.Closure(route: 0, stations: [1, 2], start: nil, end: nil)
    let patched = patched(closures: [closure])
    #expect(
      patched.runs(on: today) == [
        "L to B: A 08:00, B 08:10", "L to B: A 09:00, B 09:10", "L to Docks: C 08:20, D 08:30",
        "L to Docks: C 09:20, D 09:30", "M to D: B 08:15, D 08:25",
      ])
  }

  @Test func `a closed section lasts from its start to its end`() {
    let start = Date(timeIntervalSince1970: Double(today.day) * 86_400 + 9 * 3600)
    let closure = TimetablePatch.Closure(
      route: nil, stations: [2, 1], start: start, end: start + 3600)
    let patched = patched(closures: [closure])
    #expect(
      patched.runs(on: today) == [
        "L to B: A 09:00, B 09:10", "L to Docks: A 08:00, B 08:10, C 08:20, D 08:30",
        "L to Docks: C 09:20, D 09:30", "M to D: B 08:15, D 08:25",
      ])
    #expect(patched.runs(on: tomorrow) == timetable.runs(on: tomorrow))
  }

  @Test func `trains pass a closed station`() {
    let closure = TimetablePatch.Closure(route: nil, stations: [3], start: nil, end: nil)
    #expect(
      patched(closures: [closure]).runs(on: today).last == "M to D: B 08:15, (D 08:25)")
  }

  @Test func `a late train that is cut at a closed section stays late`() {
    let closure = TimetablePatch.Closure(route: 0, stations: [2, 3], start: nil, end: nil)
    let patched = patched(
      trips: [.init(trip("l1"), times: times("8:00 8:13 8:23 8:33"))], closures: [closure])
    #expect(
      patched.runs(on: today) == [
        "L to C: A 08:00, B 08:13, C 08:23", "L to C: A 09:00, B 09:10, C 09:20",
        "M to D: B 08:15, D 08:25",
      ])
  }

  @Test func `of two sources with times of one train, the first one counts`() {
    func patch(_ source: String, _ text: String) -> TimetablePatch {
      TimetablePatch(
        source: source, of: timetable, asOf: noon,
        trips: [.init(trip("m1"), times: times(text))])
    }
    let patched = timetable.patched(
      by: [patch("a", "8:16 8:26"), patch("b", "8:17 8:27")], at: noon)
    #expect(patched.runs(on: today).last == "M to D: B 08:16, D 08:26")
  }

  @Test func `times of another number of calls have no effect`() {
    let patched = patched(trips: [.init(trip("m1"), times: times("8:16"))])
    #expect(patched.runs(on: today) == timetable.runs(on: today))
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `random changes give exactly the trains that they say`(seed: UInt64) {
    var random = RandomNumbers(seed: seed)
    var expected: [CalendarDate: [String]] = [:]
    var changes: [TimetablePatch.Trip] = []
    var cancelled: [Timetable.TripOnDay] = []
    for date in [today, tomorrow] {
      for trip in Self.network.trips {
        let day = self.trip(trip.id, on: date)
        let delays = trip.calls.indices.reduce(into: [Int]()) { delays, _ in
          delays.append((delays.last ?? 0) + Int.random(in: 0...90, using: &random))
        }
        let times = zip(trip.calls, delays).map { call, delay in
          TimetablePatch.Times(arrival: call.arrival + delay, departure: call.departure + delay)
        }
        switch Int.random(in: 0...2, using: &random) {
        case 0: cancelled.append(day)
        case 1:
          changes.append(.init(day, times: times))
          expected[date, default: []].append(Self.run(trip, times.map(\.departure)))
        default:
          expected[date, default: []].append(Self.run(trip, trip.calls.map(\.departure)))
        }
      }
    }
    let patched = patched(trips: changes, cancelled: cancelled)
    for date in [today, tomorrow] {
      #expect(patched.runs(on: date) == (expected[date] ?? []).sorted())
    }
  }

  private static func run(_ trip: SampleNetwork.Trip, _ departures: [Int]) -> String {
    let calls = zip(trip.calls, departures).map { "\($0.stop) \(ServiceTime(seconds: $1).clock)" }
    let destination = trip.headsign.isEmpty ? trip.calls.last?.stop ?? "" : trip.headsign
    return "\(trip.line) to \(destination): \(calls.joined(separator: ", "))"
  }
}

/// Numbers that a seed determines.
private struct RandomNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ state >> 29
  }
}

extension Timetable {
  /// The trains of a service day, each with the departures of its calls; a call where nobody may
  /// board or leave is in parentheses.
  fileprivate func runs(on date: CalendarDate) -> [String] {
    let runs = services.running(on: date)
    return (0..<patterns.count).flatMap { pattern in
      patterns.trips(of: pattern).filter { runs[Int(trips.service[$0])] }.map { trip in
        let calls = patterns.calls(of: pattern)
        let texts = calls.map { call in
          let time = trips.departure(of: trip, at: call - calls.lowerBound)
          let text = "\(stops.name[Int(patterns.stop[call])]) \(ServiceTime(seconds: time).clock)"
          return patterns.allows[call].isEmpty ? "(\(text))" : text
        }
        let line = routes.name[Int(patterns.route[pattern])]
        let headsign = headsign(ofTrip: trip, of: pattern, at: calls.lowerBound)
        return "\(line) to \(headsign): \(texts.joined(separator: ", "))"
      }
    }.sorted()
  }
}
