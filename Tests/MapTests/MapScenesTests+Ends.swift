import DataSourceInterface
import JourneysInterface
import ModuleTesting
import Scenes
import Testing

@testable import Map

/// The choice of both ends of a journey, and of what else can be done with a station.
extension MapScenesTests {
  /// Opens the list of what can be done with the selected station, and chooses from it.
  private func choose(_ action: String, in tester: SceneTester) async throws {
    #expect(try await tester.press(.enter) == nil)
    await tester.scene.open()
    #expect(tester.text(columns: 38) == "departures\nstart here\ngo here")
    #expect(try await tester.choose(action) == nil)
  }

  @Test func `Enter lists what can be done with the selected station`() async throws {
    let tester = try await tester(MapFixture(lines, stations))
    let map = tester.scene
    #expect(try await tester.press(.left) == nil)
    try await choose("departures", in: tester)
    #expect(map.pushed == nil)
    #expect(
      tester.opened as? [StationDetailsQuery]
        == [StationDetailsQuery(name: "id:西直门", city: .builtIn)])
    try await choose("start here", in: tester)
    #expect(tester.notices == ["From '西直门'; 't' on another station goes there."])
    #expect(try await tester.press(.right) == nil)
    try await choose("go here", in: tester)
    #expect(tester.journeys.map { [$0.from.name, $0.to.name] } == [["西直门", "Bolhão"]])
    #expect(tester.opened.count == 2 && tester.notices.count == 1)
  }

  @Test(
    arguments: [
      (["f", .left, "t"], "Bolhão", "西直门"), (["t", .left, "f"], "西直门", "Bolhão"),
      // The last choice of each end counts.
      (["f", .right, "f", .left, "t"], "Aliados", "Bolhão"),
    ] as [([Shortcut], String, String)])
  func `a journey opens when both of its ends are chosen`(
    keys: [Shortcut], from: String, to: String
  ) async throws {
    let tester = try await tester(MapFixture(lines, stations))
    for key in keys { try await tester.press(key) }
    #expect(tester.journeys.map(\.from.name) == [from] && tester.journeys.map(\.to.name) == [to])
  }

  @Test func `the first end is confirmed with the key for the other one`() async throws {
    let tester = try await tester(MapFixture(lines, stations))
    #expect(
      try await tester.press("f") == "From 'Bolhão'; 't' on another station goes there.")
  }

  @Test(
    arguments: [
      ("f", "t", "t", "'Bolhão' is the start already; 't' on another station goes there."),
      ("t", "f", "f", "'Bolhão' is the destination already; 'f' on another station starts there."),
    ] as [(Shortcut, Shortcut, Shortcut, String)])
  func `a station cannot be both ends of a journey`(
    first: Shortcut, same: Shortcut, next: Shortcut, notice: String
  ) async throws {
    let fixture = try await MapFixture(lines, stations)
    let tester = try await tester(fixture)
    try await tester.press(first)
    #expect(try await tester.press(same) == notice)
    #expect(tester.opened.isEmpty && fixture.queries.values == [])
    // The first end stays chosen.
    for key in [.left, next] { #expect(try await tester.press(key) == nil) }
    #expect(tester.journeys.count == 1)
  }
}
