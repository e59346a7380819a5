import DataSourceFixture
import DataSourceInterface
import Documents
import Foundation
import Mediator
import ModuleTesting
import Platform
import RoutingInterface
import Testing

@testable import Routing

/// The module Routing with a data source that has one network.
struct RoutingFixture {
  /// A Monday.
  static let monday = CalendarDate(day: 20_773)

  let harness: ModuleHarness
  /// The current time.
  let time: Lock<Date>

  /// - Parameter now: The time at the beginning, in ISO 8601.
  init(
    _ network: SampleNetwork = .weekdayNetwork, now: String = "2026-11-16T12:00:00Z"
  ) async throws {
    let time = Lock(try Date(now, strategy: .iso8601))
    self.time = time
    harness = try await ModuleHarness(RoutingModule.self, now: { time.withLock(\.self) })
    let city = City.sample(
      name: network.name, lastDate: CalendarDate(day: Int(network.lastDay)))
    try DataSourceStub(network, cities: [city]).stub(on: harness.mediator)
  }

  func plan(_ question: Question) async throws -> JourneyPlan {
    try await harness.mediator.perform(Routing.search, try await search(question))
  }

  func lastTrain(_ question: Question) async throws -> LastTrain {
    try await harness.mediator.perform(Routing.searchLastTrain, try await search(question))
  }

  func search(_ question: Question) async throws -> JourneySearch {
    let timetable = try await harness.mediator.perform(DataSource.timetable, nil)
    func station(_ name: String) throws -> Int {
      try #require(timetable.station(ofStopID: name))
    }
    func end(_ name: String) throws -> Endpoint {
      .station(try station(name), isExactName: true)
    }
    let clock = CityClock(time.withLock(\.self), in: timetable.timeZone)
    var search = JourneySearch(
      timetable, from: try end(question.from), to: try end(question.to),
      at: try question.searchTime(at: clock))
    search.preference = question.by
    search.changeTime = question.changeTime
    search.via = try question.via.map(station)
    search.avoidedLines = question.avoid.map { timetable.lines(named: $0) } ?? []
    search.walk = question.walk
    return search
  }
}

/// A search in the words of a test: stations by their ids, lines by their names.
struct Question: Decodable {
  var from: String
  var to: String
  var date: DayExpression?
  var depart: TimeExpression?
  var arrive: TimeExpression?
  var until: TimeExpression?
  var first: Bool?
  var last: Bool?
  var changeTime: Int?
  var by: Preference?
  var via: String?
  var avoid: String?
  var walk: Int?

  func searchTime(at clock: CityClock) throws -> SearchTime {
    try SearchTime(
      date: date, depart: depart, arrive: arrive, until: until, first: first == true,
      last: last == true, at: clock)
  }
}

extension LocalDateTime {
  /// Reads a text such as `2026-11-20 23:30`.
  init(_ text: String) throws {
    let parts = text.split(separator: " ").map(String.init)
    self.init(
      date: try #require(CalendarDate(parts[0])), time: try #require(ServiceTime(parts[1])))
  }
}

extension SampleNetwork {
  /// Trains from Monday to Friday, and one line on Sundays, for the month after
  /// `RoutingFixture.monday`.
  static let weekdayNetwork = SampleNetwork(
    name: "Test", stations: [("A", []), ("B", []), ("C", []), ("Depot", []), ("Island", [])],
    trips: [
      .init("1a", line: "1", "A 6:00,B 6:10,C 6:20"), .init("1b", line: "1", "A 23:00,B 23:10"),
      .init("2a", line: "2", "B 23:14,C 23:20"), .init("3a", line: "Ring", "A 8:00,C 8:05"),
      .init("0", line: "1", "Depot 4:00,A 4:10"), .init("b", line: "1", "B 7:00,A 7:10"),
      .init("i", line: "9", "Island 9:00,Depot 9:30"),
      .init("s", line: "S", service: 1, "A 10:00,Island 11:00"),
    ], services: [0b001_1111, 0b100_0000], lastDay: Int32(RoutingFixture.monday.day) + 30)

  /// Trains every day; the last one of a night belongs to the new day.
  static let nightTrains = SampleNetwork(
    stations: [("A", []), ("C", [])],
    trips: [
      .init("morning", "A 5:30,C 5:40"), .init("evening", "A 23:00,C 23:10"),
      .init("owl", "A 0:30,C 0:40"),
    ])
}
