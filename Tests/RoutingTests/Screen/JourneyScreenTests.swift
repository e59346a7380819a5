import BookmarksInterface
import Console
import DataSourceInterface
import Foundation
import ListScene
import Mediator
import RoutingInterface
import StationsInterface
import TestSupport
import Testing

@testable import Routing

/// The journey screen as the host shows it, beside a data source that knows one network.
@MainActor
@Suite struct JourneyScreenTests {
  private static let network = SmallNetwork(
    stations: [("A", []), ("B", []), ("C", [])],
    trips: [
      .init("1a", line: "1", "A 6:00,B 6:10,C 6:20"), .init("1b", line: "1", "A 23:00,B 23:10"),
      .init("2a", line: "2", "B 23:14,C 23:20"), .init("3a", line: "Ring", "A 8:00,C 8:05"),
    ])

  private let harness: ModuleHarness
  private let scene: ListScene
  private let page = Page(columns: 60)

  init() async throws {
    let instant = try Date("1970-01-02T07:00:00Z", strategy: .iso8601)
    harness = try await ModuleHarness(RoutingModule.self, now: { instant })
    let timetable = Self.network.timetable()
    let stations = ["A", "B", "C"].map { Station(id: $0, name: $0, coordinate: nil, lines: []) }
    try harness.stub(DataSource.timetable) { _ in timetable }
    try harness.stub(Stations.choice) { _ in
      StationChoice { title, end in .choice(of: stations.map { FoundStation($0) }, title, end) }
    }
    try harness.stub(DataSource.station) { query in
      let id = String(query.name.dropFirst("id:".count))
      return Station(id: id, name: id, coordinate: nil, lines: [])
    }
    scene = try #require(RoutingModule.scenes.first).make(harness.mediator)
    await scene.controller.open()
  }

  private var text: String { scene.snapshot.text(on: page) }

  /// Selects a row of the scene that is shown last.
  private func select(_ id: String) async throws {
    let shown = try #require(Array(sequence(first: scene, next: \.pushed)).last)
    if shown !== scene { await shown.controller.open() }
    let section = try #require(shown.controller.sections.first)
    let row = try #require(section.rows.first { $0.id == id })
    section.send(.selected, from: row)
  }

  /// Waits for what a change of the scene has led to.
  private func wait(until isThere: (String) -> Bool) async {
    while !isThere(text) { await Task.yield() }
  }

  private func press(_ key: Key) async throws -> String? {
    try await #require(scene.keys.first { $0.key == key }).press(nil)
  }

  /// Selects an end of the journey and, where it is asked for, its station.
  private func choose(_ end: String, _ station: String) async throws {
    try await select(end)
    try await take(station)
  }

  /// Takes a station of the choice that is about to come.
  private func take(_ station: String) async throws {
    while scene.pushed == nil { await Task.yield() }
    try await select(station)
  }

  private func choose() async throws {
    try await choose("from", "A")
    try await take("C")
    await wait { $0.contains("A → C") }
  }

  @Test func `both stations are chosen one after the other, and the next journey is there`()
    async throws
  {
    #expect(text == "from  choose a station\nto    choose a station")
    try await choose()
    #expect(scene.pushed == nil)
    #expect(text.hasPrefix("from  A\nto    C\n"))
    #expect(text.contains("2 of 3") && text.contains("08:00–08:05 · 5 min · direct"))
  }

  @Test func `the arrows move the departure, in place`() async throws {
    try await choose()
    _ = try await press(.right)
    #expect(text.contains("23:00–23:20") && text.contains("◀ weakest link"))
    _ = try await press(.right)
    #expect(text.contains("✗ C is no longer reachable: the last train left at 23:00"))
    _ = try await press(.left)
    #expect(text.contains("23:00–23:20"))
    _ = try await press(.character("f"))
    #expect(text.contains("06:00–06:20") && text.contains("1 of 3"))
    _ = try await press(.character("l"))
    #expect(text.contains("3 of 3"))
    _ = try await press(.character("n"))
    #expect(text.contains("2 of 3"))
  }

  @Test func `another station makes other journeys`() async throws {
    try await choose()
    try await choose("to", "B")
    await wait { $0.contains("A → B") }
    #expect(text.contains("23:00–23:10"))
    try await choose("from", "B")
    await wait { $0.contains("B → B") }
    #expect(text.hasSuffix("You are already there."))
  }

  @Test func `both stations become a bookmark`() async throws {
    #expect(try await press(.character("b")) == nil)
    try harness.stub(Bookmarks.add) { request in
      Bookmark(
        name: request.name, city: .builtIn, from: Place(id: request.from, name: ""),
        to: request.to.map { Place(id: $0, name: "") })
    }
    try await choose()
    #expect(try await press(.character("b")) == "'A → C' is a bookmark now.")
  }
}

extension ListScene {
  /// Stations to choose from, as those of the module that offers the choice.
  fileprivate static func choice(
    of stations: [FoundStation], _ title: String,
    _ end: @escaping @MainActor (FoundStation) -> Void
  ) -> ListScene {
    let section = ListSection(
      "stations", id: \.id, layout: .table(.init { (station: FoundStation) in "\(station.name)" })
    ) { _ in ListPage(stations) }
    return ListScene(title, ListController(section)) { _, event in
      guard let station = event.selected(FoundStation.self) else { return event }
      end(station)
      return nil
    }
  }
}
