import BookmarksInterface
import Console
import DataSourceFixture
import DataSourceInterface
import Documents
import Foundation
import JourneysInterface
import Mediator
import ModuleTesting
import Scenes
import StationsInterface
import Testing

@testable import Journeys

/// The Journey scene as the host shows it, with a data source that has one network.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct JourneysScenesTests {
  private static let network = SampleNetwork(
    stations: [("A", []), ("B", []), ("C", [])],
    trips: [
      .init("1a", line: "1", "A 6:00,B 6:10,C 6:20"), .init("1b", line: "1", "A 23:00,B 23:10"),
      .init("2a", line: "2", "B 23:14,C 23:20"), .init("3a", line: "Ring", "A 8:00,C 8:05"),
    ])

  private let harness: ModuleHarness
  private let description: SceneDescription
  private let scene: ListScene
  private let tester: SceneTester
  private let page = Page(columns: 60)

  init() async throws {
    let fixture = try await JourneysFixture(Self.network, now: "1970-01-02T07:00:00Z")
    harness = fixture.harness
    let stations = ["A", "B", "C"].map { Station.sample($0) }
    try harness.stub(Stations.picker) { _ in
      StationPicker { title, end in
        .choice(of: stations.map { PointOfInterest(FoundStation($0)) }, title, end)
      }
    }
    description = try #require(JourneysModule.scenes.first)
    scene = try description.makeScene(harness.mediator)
    tester = await SceneTester(scene)
  }

  private var text: String { scene.snapshot.text(on: page) }

  private var planned: [String] {
    harness.published(JourneyPlanned.self).map { "\($0.from.id)-\($0.to.id)" }
  }

  /// Selects an endpoint of the journey, and then a station for it.
  private func choose(_ endpoint: String, _ station: String) async throws {
    try await tester.choose(endpoint)
    try await chooseStation(station)
  }

  /// Waits for the list of stations, and selects one.
  private func chooseStation(_ station: String) async throws {
    try await wait { scene.pushed != nil }
    await tester.scene.open()
    try await tester.choose(station)
  }

  private func chooseBothStations() async throws {
    try await choose("from", "A")
    try await chooseStation("C")
    try await wait { text.contains("A → C") && scene.runningTasks == 0 }
  }

  @Test func `a person chooses both stations, and the next journey is shown`() async throws {
    #expect(text == "from  choose a station\nto    choose a station")
    try await chooseBothStations()
    #expect(scene.pushed == nil)
    #expect(text.hasPrefix("from  A\nto    C\n"))
    #expect(text.contains("2 of 3") && text.contains("08:00–08:05 · 5 min · direct"))
  }

  @Test func `the keys change the departure`() async throws {
    try await chooseBothStations()
    try await tester.press(.right)
    #expect(text.contains("23:00–23:20") && text.contains("◀ the last train that still connects"))
    try await tester.press(.right)
    #expect(text.contains("✗ C is no longer reachable: the last train leaves at 23:00"))
    try await tester.press(.left)
    #expect(text.contains("23:00–23:20"))
    try await tester.press("f")
    #expect(text.contains("06:00–06:20") && text.contains("1 of 3"))
    try await tester.press("l")
    #expect(text.contains("3 of 3"))
    try await tester.press("n")
    #expect(text.contains("2 of 3"))
  }

  @Test func `another station replaces the journeys`() async throws {
    try await chooseBothStations()
    try await choose("to", "B")
    try await wait { text.contains("A → B") && scene.runningTasks == 0 }
    #expect(text.contains("23:00–23:10"))
    try await choose("from", "B")
    try await wait { text.contains("B → B") && text.hasSuffix("You are already there.") }
  }

  @Test func `the scene publishes JourneyPlanned when it is opened with two stations`()
    async throws
  {
    let ends = OriginDestination.sample()
    let opened = try #require(try description.makeScene(for: ends, harness.mediator))
    #expect(planned == [])
    let tester = await SceneTester(opened)
    #expect(planned == ["A-C"])
    for key in [.right, .left, "f", "l", "n"] as [Shortcut] { try await tester.press(key) }
    await opened.refresh()
    #expect(planned == ["A-C"])
  }

  @Test func `the scene publishes JourneyPlanned for each new pair of stations`() async throws {
    #expect(planned == [])
    try await chooseBothStations()
    #expect(planned == ["A-C"])
    try await choose("to", "B")
    try await wait { text.contains("A → B") && scene.runningTasks == 0 }
    #expect(planned == ["A-C", "A-B"])
  }
}

extension ListScene {
  /// A list of stations to choose from, like that of the Stations module.
  fileprivate static func choice(
    of stations: [PointOfInterest], _ title: LocalizedText,
    _ end: @escaping @MainActor (PointOfInterest) -> Void
  ) -> ListScene {
    let section = ListSection(
      "stations", id: \.id,
      layout: .table(.init { (station: PointOfInterest) in "\(station.name)" })
    ) { _ in ListPage(stations) }
    let scene = ListScene(title, [section])
    scene.addChoice(from: section, end)
    return scene
  }
}
