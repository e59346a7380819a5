import Console
import DataSourceInterface
import JourneysInterface
import Mediator
import ModuleTesting
import Scenes
import Testing

@testable import Map

/// The choice of both ends of a journey, and of what else can be done with a station.
extension MapScenesTests {
  /// Opens the list of what can be done with the selected station, and chooses from it.
  private func choose(_ action: String, in scene: ListScene) async throws {
    try await press(.enter, in: scene)
    let actions = try #require(scene.pushed)
    await actions.open()
    let section = try #require(actions.sections.first)
    section.send(.selected, from: try #require(section.rows.first { $0.id == action }))
  }

  @Test func `Enter lists what can be done with the selected station`() async throws {
    let scene = try await scene(MapFixture(lines, stations))
    let queries = Recorder<StationDetailsQuery>()
    let journeys = Recorder<OriginDestination>()
    let notices = Recorder<String>()
    scene.onEvent = { event in
      switch event.kind {
      case .custom(let query as StationDetailsQuery): queries.record(query)
      case .custom(let ends as OriginDestination): journeys.record(ends)
      case .notice(let text): notices.record(text)
      case .custom, .selected, .changed, .failed, .copied: break
      }
    }
    try await press(.left, .enter, in: scene)
    await scene.pushed?.open()
    #expect(scene.pushed?.snapshot.text(on: Page(columns: 38)) == "departures\nstart here\ngo here")
    try await choose("departures", in: scene)
    #expect(scene.pushed == nil)
    #expect(queries.values == [StationDetailsQuery(name: "id:西直门", city: .builtIn)])
    try await choose("start here", in: scene)
    #expect(notices.values == ["From '西直门'; 't' on another station goes there."])
    try await press(.right, in: scene)
    try await choose("go here", in: scene)
    #expect(journeys.values.map { [$0.from.name, $0.to.name] } == [["西直门", "Bolhão"]])
  }

  @Test(arguments: [
    ([Key.character("f"), .left, .character("t")], "Bolhão", "西直门"),
    ([.character("t"), .left, .character("f")], "西直门", "Bolhão"),
    // The last choice of each end counts.
    ([.character("f"), .right, .character("f"), .left, .character("t")], "Aliados", "Bolhão"),
  ])
  func `a journey opens when both of its ends are chosen`(
    keys: [Key], from: String, to: String
  ) async throws {
    let scene = try await scene(MapFixture(lines, stations))
    let journeys = openedJourneys(of: scene)
    for key in keys {
      let binding = try #require(scene.keyBindings.first { $0.key == key })
      _ = try await binding.press(nil)
    }
    #expect(journeys.values.map(\.from.name) == [from] && journeys.values.map(\.to.name) == [to])
  }

  @Test func `the first end is confirmed with the key for the other one`() async throws {
    let scene = try await scene(MapFixture(lines, stations))
    let start = try #require(scene.keyBindings.first { $0.key == .character("f") })
    #expect(
      try await start.press(nil) == "From 'Bolhão'; 't' on another station goes there.")
  }

  @Test(arguments: [
    (
      Key.character("f"), Key.character("t"), Key.character("t"),
      "'Bolhão' is the start already; 't' on another station goes there."
    ),
    (
      .character("t"), .character("f"), .character("f"),
      "'Bolhão' is the destination already; 'f' on another station starts there."
    ),
  ])
  func `a station cannot be both ends of a journey`(
    first: Key, same: Key, next: Key, notice: String
  ) async throws {
    let fixture = try await MapFixture(lines, stations)
    let scene = try await scene(fixture)
    let journeys = openedJourneys(of: scene)
    func press(_ key: Key) async throws -> String? {
      try await scene.keyBindings.first { $0.key == key }?.press(nil)
    }
    _ = try await press(first)
    #expect(try await press(same) == notice)
    #expect(journeys.values == [] && fixture.queries.values == [])
    // The first end stays chosen.
    try await self.press(.left, next, in: scene)
    #expect(journeys.values.count == 1)
  }
}
