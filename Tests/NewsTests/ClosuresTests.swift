import DataSourceFixture
import DataSourceInterface
import Foundation
import Mediator
import ModuleTesting
import NetworkInterface
import NewsInterface
import Testing

@testable import News

/// Notices that say where no train runs.
struct ClosuresTests {
  private static let network = SampleNetwork(
    stations: [("A", []), ("B", ["B1", "B2"]), ("C", [])],
    trips: [.init("t", line: "L", "A 8:00, B1 8:10, C 8:20")])

  private let fixture: NewsFixture
  private let timetable = Self.network.timetable()
  private let patches = Recorder<TimetablePatch>()

  init() async throws {
    fixture = try await NewsFixture()
    try fixture.harness.stub(DataSource.timetable) { [timetable] _ in timetable }
    try fixture.harness.stub(DataSource.patch) { [patches] patch in
      patches.record(patch)
      return Empty()
    }
  }

  private static func item(
    _ subjects: [NewsSubject]?, line: String? = nil, effect: NewsEffect? = .noService
  ) -> NewsItem {
    NewsItem(
      id: "n", title: "Closed", body: "", line: line, subjects: subjects, effect: effect)
  }

  /// What happens when the live timetable is requested.
  private func request() async {
    await fixture.mediator.publishAndWait(LiveTimetableRequested(city: .builtIn))
  }

  @Test(arguments: [
    (item(nil, line: "L"), [[0]]), (item([NewsSubject(station: "A", to: "C")]), [[-1, 0, 2]]),
    (item([NewsSubject(line: "L", station: "b")]), [[0, 1]]),
    (item([NewsSubject(station: "A"), NewsSubject(station: "C")]), [[-1, 0], [-1, 2]]),
    // What the timetable does not know, and one of several platforms, closes nothing.
    (item([NewsSubject(station: "Z")]), []), (item(nil, line: "M"), []),
    (item([NewsSubject(station: "A", to: "Z")]), []), (item([NewsSubject(station: "B1")]), []),
    (item([NewsSubject(trip: "t")]), []), (item(nil), [[-1]]),
    (item(nil, line: "L", effect: .delays), []),
  ])
  func `a notice closes exactly what it names`(item: NewsItem, closures: [[Int]]) async {
    fixture.change { $0.items = [item] }
    await request()
    let found = patches.values.last?.closures.map { [$0.route ?? -1] + $0.stations } ?? []
    #expect(found == closures)
  }

  @Test func `a notice that nobody can ask for again closes nothing after a while`() async throws {
    fixture.change { $0.items = [Self.item(nil, line: "L")] }
    await request()
    #expect(patches.values.last?.expires == fixture.now + 900)
    // The stored notices are stale, and the address does not answer.
    fixture.change {
      $0.time += 400
      $0.failure = .status(503, NewsFixture.address)
    }
    await request()
    #expect(patches.values.last?.closures.isEmpty == true)
    let requests = fixture.requests.count
    fixture.change { $0.time += 30 }
    await request()
    #expect(fixture.requests.count == requests, "the address has just failed")
  }

  @Test func `the alerts of a city count for a quarter of an hour`() async throws {
    let alerts = CityAlerts(
      city: .builtIn, asOf: fixture.now, items: [Self.item(nil, line: "L")])
    _ = try await fixture.mediator.perform(News.setAlerts, alerts)
    #expect(patches.values.last?.closures.count == 1)
    #expect(try await fixture.list().items.map(\.title) == ["Closed"])
    let part = NewsConcern(
      city: .builtIn, lines: [Line(id: "L", name: "L", color: nil)], stations: [],
      span: fixture.now...fixture.now)
    #expect(try await fixture.mediator.perform(News.concerning, part).count == 1)
    fixture.change { $0.time += 901 }
    #expect(try await fixture.mediator.perform(News.concerning, part).isEmpty)
    await request()
    #expect(patches.values.last?.closures.isEmpty == true)
  }

  @Test func `samples close nothing, and stand beside no alerts`() async throws {
    let fixture = try await NewsFixture(address: nil)
    try fixture.harness.stub(DataSource.timetable) { [timetable] _ in timetable }
    try fixture.harness.stub(DataSource.patch) { [patches] patch in
      patches.record(patch)
      return Empty()
    }
    await fixture.mediator.publishAndWait(LiveTimetableRequested(city: .builtIn))
    #expect(patches.values.isEmpty)
    let alerts = CityAlerts(
      city: .builtIn, asOf: fixture.now, items: [Self.item(nil, line: "L")])
    _ = try await fixture.mediator.perform(News.setAlerts, alerts)
    #expect(try await fixture.list().items.map(\.title) == ["Closed"])
  }
}
